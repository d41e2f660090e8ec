import { afterEach, describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { otlpHttpSink } from '../../sinks/otlp-http/sink.ts';
import { freePort, jsonBatch, rawBatch, SinkProbe, SourceProbe } from '../../testing/contexts.ts';
import type { RunningSink, RunningSource } from '../../types.ts';
import { otlpSource } from './source.ts';

let source: RunningSource | null = null;
let sink: RunningSink | null = null;
let probe = new SourceProbe();
let httpPort = 0;
afterEach(async () => {
  await sink?.close();
  await source?.stop();
});

async function start(encoding: string): Promise<void> {
  probe = new SourceProbe();
  httpPort = await freePort();
  source = await otlpSource.start({ transport: 'http', httpPort }, probe.context);
  const url = `http://127.0.0.1:${httpPort}`;
  sink = await otlpHttpSink.open({ url, encoding, resource: {} }, new SinkProbe().context);
}

const attribute = (key: string, value: object) => ({ key, value });
const REQUEST = {
  resourceLogs: [
    {
      resource: { attributes: [attribute('service.name', { stringValue: 'web' })] },
      scopeLogs: [
        {
          scope: { name: 's', version: '1', attributes: [attribute('a', { boolValue: true })] },
          logRecords: [
            {
              timeUnixNano: '1772366400500000001',
              observedTimeUnixNano: '1772366401000000000',
              severityNumber: 10,
              severityText: 'Notice',
              body: { stringValue: 'hi "you" ü\n' },
              attributes: [
                attribute('big', { intValue: '9007199254740993' }),
                attribute('small', { intValue: '-1' }),
                attribute('d', { doubleValue: 0.25 }),
                attribute('none', {}),
                attribute('timestamp', { stringValue: 'mine' }),
                attribute('deep', {
                  kvlistValue: { values: [attribute('l', { arrayValue: { values: [{ intValue: '1' }] } })] },
                }),
              ],
              traceId: '0af7651916cd43dd8448eb211c80319c',
              spanId: 'b7ad6b7169203331',
              flags: 1,
              eventName: 'e',
            },
            { observedTimeUnixNano: '1772366401000000000', body: { intValue: '7' } },
          ],
        },
      ],
    },
    {
      scopeLogs: [
        { scope: { name: 't' }, logRecords: [{ observedTimeUnixNano: '1', body: { stringValue: 'b' } }] },
      ],
    },
  ],
};

describe.each(['json', 'protobuf'])(
  'the OTLP destination and the OpenTelemetry source, by %s',
  (encoding) => {
    it('hand log records on unchanged, each with where it came from', async () => {
      await start(encoding);
      await fetch(`http://127.0.0.1:${httpPort}/v1/logs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(REQUEST),
      });
      const first = probe.events.splice(0);
      expect(first).toHaveLength(3);
      const batch = new Batch();
      for (const event of first) batch.appendJson(Buffer.from(event));
      await sink!.write(batch);
      expect(probe.events).toEqual(first);
    });

    it('keep the fields of any event', async () => {
      await start(encoding);
      const events = [
        {
          timestamp: '2026-03-01T12:00:00.500Z',
          severity: 'Warning',
          message: 'hi',
          n: 1,
          d: 0.5,
          b: true,
          z: null,
        },
        { timestamp: 'yesterday', severity: 3, message: { a: [1, 'b', { c: null }] } },
        { a: { b: 'c' }, trace_id: 'no id', scope: 'text', resource: 7, other_attributes: [1] },
        {},
      ];
      await sink!.write(jsonBatch(...events));
      await sink!.write(rawBatch('plain'));
      const came = probe.events.map((text) => JSON.parse(text) as Record<string, unknown>);
      expect(came[0]).toMatchObject(events[0]!);
      expect(came[1]).toMatchObject({ timestamp: 'yesterday', severity: '3', a: [1, 'b', { c: null }] });
      expect(came[2]).toMatchObject({
        a: { b: 'c' },
        trace_id: 'no id',
        other_attributes: { scope: 'text', resource: 7, other_attributes: [1] },
      });
      expect(came.at(-1)).toMatchObject({ message: 'plain' });
    });
  },
);
