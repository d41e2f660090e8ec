import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import { Receiver } from '../collector/receiver.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Collector } from './collector.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';

const LONGEST = 65_536;
const WITHHOLDS_MS = 2000;

let collector: Collector;
let receiver: Receiver;
let port = 0;
beforeAll(() => void buildRenderedCollector(), 1_800_000);
beforeEach(async () => {
  collector = new Collector(makeTempFolder(), buildRenderedCollector);
  receiver = await Receiver.start();
  port = await freePort();
});
afterEach(async () => {
  await collector.kill();
  await receiver.stop();
});

async function start(type: string, settings: object): Promise<void> {
  const config = {
    receivers: { [type]: settings },
    exporters: {
      otlphttp: { logs_endpoint: `${receiver.url}/1/all/v1/logs`, encoding: 'json', compression: 'none' },
    },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { logs: { receivers: [type], exporters: ['otlphttp'] } },
    },
  };
  await collector.start(JSON.stringify(config), [port]);
}
const listen = (more: object = {}) =>
  start('tcplog', { listen_address: `127.0.0.1:${port}`, max_log_size: LONGEST, ...more });

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise<void>((written) => socket.write(text, () => written()));
  return socket;
}
const texts = (): unknown[] =>
  receiver.of(1, 'all').map(({ body }) => (body as { stringValue: string }).stringValue);

describe(`why ${RENDERED_COLLECTOR} gets no such sources`, () => {
  it('a line that a reset broke off is an event, as an unfinished one is', async () => {
    await listen();
    const socket = await open('whole\nhalf of a li');
    await eventually(() => expect(texts()).toEqual(['whole']));
    socket.resetAndDestroy();
    await eventually(() => expect(texts()).toEqual(['whole', 'half of a li']));
    (await open('unfinished')).end();
    await eventually(() => expect(texts()).toEqual(['whole', 'half of a li', 'unfinished']));
  });

  it('a long line closes its connection, and lines after it are lost', async () => {
    await listen();
    const socket = await open('first\n');
    // It ends with a reset, which is an error to some.
    socket.on('error', () => {});
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.write(`${'x'.repeat(LONGEST)}\nafter\n`);
    await closed;
    (await open('another connection\n')).end();
    await eventually(() => expect(texts()).toEqual(['first', 'another connection']));
  });

  it('with line breaks kept, a line is withheld while one byte follows', async () => {
    await listen({ multiline: { line_end_pattern: '\\n' } });
    const socket = await open('withheld\nb');
    await new Promise((passed) => setTimeout(passed, WITHHOLDS_MS));
    expect(texts()).toEqual([]);
    socket.end();
    await eventually(() => expect(texts()).toHaveLength(2));
  });

  it('attributes of OTLP keep kinds that an engine does not', async () => {
    await start('otlp', { protocols: { http: { endpoint: `127.0.0.1:${port}` } } });
    const attributes = [
      { key: 'bytes', value: { bytesValue: 'AAEC/w==' } },
      { key: 'one', value: { doubleValue: 1 } },
    ];
    const records = [{ body: { stringValue: 'x' }, attributes }];
    await fetch(`http://127.0.0.1:${port}/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] }),
    });
    await eventually(() =>
      expect(receiver.of(1, 'all')).toMatchObject([
        { attributes: { bytes: { bytesValue: 'AAEC/w==' }, one: { doubleValue: 1 } } },
      ]),
    );
  });
});
