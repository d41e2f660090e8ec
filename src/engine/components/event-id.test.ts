import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Batch } from '../event/batch.ts';
import { components } from './registry.ts';
import { jsonBatch, rawBatch, SinkProbe, SourceProbe, until } from './testing/contexts.ts';
import { HttpPeer } from './testing/http-peer.ts';
import type { SourceContext } from './types.ts';

let peer: HttpPeer;
let folder: string;
beforeEach(async () => {
  peer = await new HttpPeer().listen();
  folder = mkdtempSync(join(tmpdir(), 'event-id-'));
});
afterEach(async () => {
  await peer.close();
  rmSync(folder, { recursive: true });
});

async function write(templateId: string, config: object, batch: Batch): Promise<string> {
  const component = components.sinks[templateId]!;
  const full = { ...(templateId !== 'file' && { url: peer.url, compression: 'none' }), ...config };
  expect(component.sendsIds?.(full)).toBe(true);
  const sink = await component.open(full, new SinkProbe().context);
  await sink.write(batch);
  await sink.close();
  return peer.bodies[0] ?? '';
}
const named = (batch: Batch): Batch => {
  for (let ev = 0; ev < batch.count; ev++) batch.setId(ev, `id${ev}`);
  return batch;
};

describe('a destination that sends the ids of events [R4]', () => {
  it('HTTP: in a field, which makes a raw line an object', async () => {
    const batch = named(rawBatch('a'));
    batch.setId(batch.appendJson(Buffer.from('{"b":1}')), 'id1');
    const body = await write('http', { eventId: true }, batch);
    expect(body).toBe('{"message":"a","penstock_id":"id0"}\n{"b":1,"penstock_id":"id1"}\n');
  });

  it('Elasticsearch gets it as _id, unless a field of the event has one', async () => {
    peer.answer = () => ({ body: { errors: false } });
    const config = { index: 'logs', addTimestamp: false, idField: 'key' };
    const body = await write('elasticsearch', config, named(jsonBatch({ a: 1 }, { key: 'own' })));
    const actions = body
      .trimEnd()
      .split('\n')
      .filter((_, n) => n % 2 === 0);
    expect(actions).toEqual(['id0', 'own'].map((_id) => JSON.stringify({ index: { _index: 'logs', _id } })));
  });

  it('Splunk gets it as an indexed field', async () => {
    peer.answer = () => ({ body: { text: 'Success', code: 0 } });
    const body = await write('splunk_hec', { token: 't', eventId: true }, named(jsonBatch({ a: 1 })));
    expect(JSON.parse(body)).toEqual({ fields: { penstock_id: 'id0' }, event: { a: 1 } });
  });

  it('Loki gets it as structured metadata', async () => {
    const body = await write('loki', { eventId: true }, named(rawBatch('a')));
    const [[, line, metadata]] = JSON.parse(body).streams[0].values;
    expect([line, metadata]).toEqual(['a', { penstock_id: 'id0' }]);
  });

  it.each([{ message: 'a', level: 'x' }, { no: 'body' }])(
    'over OTLP: as log.record.uid of %j',
    async (event) => {
      const body = await write('otlp_http', { eventId: true }, named(jsonBatch(event)));
      const [record] = JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords;
      expect(record.attributes).toContainEqual({ key: 'log.record.uid', value: { stringValue: 'id0' } });
    },
  );

  it('file: in a field of JSON lines; text lines stay unchanged', async () => {
    const path = join(folder, 'out.ndjson');
    await write('file', { path, eventId: true }, named(rawBatch('a', 'b')));
    expect(readFileSync(path, 'utf8')).toBe(
      '{"message":"a","penstock_id":"id0"}\n{"message":"b","penstock_id":"id1"}\n',
    );
    expect(components.sinks.file?.sendsIds?.({ path, eventId: true, format: 'text' })).toBe(false);
  });

  it('leaves what is sent as it was where nobody turned it on', () => {
    for (const [templateId, config] of Object.entries({
      http: { url: peer.url },
      splunk_hec: { url: peer.url, token: 't' },
      loki: { url: peer.url },
      otlp_http: { url: peer.url },
      file: { path: join(folder, 'out') },
    }))
      expect(components.sinks[templateId]?.sendsIds?.(config), templateId).toBe(false);
  });
});

describe('a source that may read events again names each by its place [R4]', () => {
  const ids = new Map<string, (string | undefined)[]>();
  const createContext = (probe: SourceProbe): SourceContext => ({
    ...probe.context,
    identifies: true,
    deliver: (batch, intake) => {
      for (let ev = 0; ev < batch.count; ev++) {
        const text = batch.bytesOf(ev).toString();
        ids.set(text, [...(ids.get(text) ?? []), batch.ids?.[ev]]);
      }
      return probe.context.deliver(batch, intake);
    },
  });
  beforeEach(() => ids.clear());

  it.each(['lines', 'container'])(
    'a file (%s): ids survive a crash and change with the file',
    async (format) => {
      const path = join(folder, 'in.log');
      const formatLine = (n: number) =>
        format === 'lines' ? `line ${n}\r\n` : `2026-11-22T00:00:0${n}Z stdout F line ${n}\n`;
      writeFileSync(path, `${[0, 1, 2].map(formatLine).join('\n')}`);
      const probe = new SourceProbe();
      const read = async (count: number) => {
        const source = await components.sources.file_tail!.start(
          { path, format, readFrom: 'beginning' },
          createContext(probe),
        );
        await until(() => expect([...ids.values()].flat()).toHaveLength(count));
        return source;
      };
      let saved: string | null = null;
      probe.answer = async () => {
        saved ??= probe.saved;
        return 'accepted';
      };
      await (await read(3)).stop();
      // After a crash, the state is that stored before the first delivery.
      probe.saved = saved;
      appendFileSync(path, formatLine(3));
      const again = await read(7);
      const [first, second] = [...ids.values()];
      expect(first).toEqual([first![0], first![0]]);
      expect(second).toEqual([second![0], second![0]]);
      expect(new Set([...ids.values()].flat()).size).toBe(4);
      writeFileSync(path, formatLine(9) + formatLine(0));
      await until(() => expect([...ids.values()].flat()).toHaveLength(9));
      await again.stop();
      expect(new Set([...ids.values()].flat()).size).toBe(6);
    },
  );
});
