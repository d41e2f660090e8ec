import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { credentials, makeGenericClientConstructor } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { SenderBook } from '../shared/inbound/sender-book.ts';
import { freePort, SourceProbe, until } from '../testing/contexts.ts';
import type { RunningSource, SourceComponent } from '../types.ts';
import { httpServerSource } from './http-server/source.ts';
import { otlpSource } from './otlp/source.ts';
import { splunkHecSource } from './splunk-hec/source.ts';
import { syslogSource } from './syslog/source.ts';
import { tcpSource } from './tcp/source.ts';
import { udpSource } from './udp/source.ts';

let running: RunningSource | null = null;
let book = new SenderBook();
const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await running?.stop();
  running = null;
});

async function start(source: SourceComponent, config: object = {}, field = 'port'): Promise<number> {
  book = new SenderBook();
  const port = await freePort();
  const context = Object.defineProperties(
    { senders: book },
    Object.getOwnPropertyDescriptors(new SourceProbe().context),
  ) as SourceProbe['context'];
  running = await source.start({ ...config, [field]: port }, context);
  return port;
}

/** Leaves the connection open. */
async function stream(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
}

async function datagram(port: number, text: string): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise<void>((sent, failed) =>
    socket.send(text, port, '127.0.0.1', (error) => (error ? failed(error) : sent())),
  );
  socket.close();
}

const post = async (port: number, path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
  expect(response.status).toBe(200);
  await response.text();
};

async function exportRecord(port: number): Promise<void> {
  const bytes = (value: Buffer) => value;
  const path = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
  const service = {
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  };
  const Client = makeGenericClientConstructor({ Export: { path, ...service } }, 'LogsService');
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  closing.push(() => client.close());
  // One resource, one scope, one record with body `a`.
  const record = Buffer.from([0x0a, 0x09, 0x12, 0x07, 0x12, 0x05, 0x2a, 0x03, 0x0a, 0x01, 0x61]);
  await new Promise<void>((done, failed) =>
    client.Export?.(record, (error: Error | null) => (error ? failed(error) : done())),
  );
}

type Case = [string, () => Promise<void>, { events: number; connections?: number }];
const CASES: Case[] = [
  ['tcp', async () => stream(await start(tcpSource), 'a\nb\nc\n'), { events: 3, connections: 1 }],
  ['udp', async () => datagram(await start(udpSource), 'a'), { events: 1, connections: 0 }],
  [
    'udp, lines of a datagram',
    async () => datagram(await start(udpSource, { split: 'lines' }), 'a\nb\n'),
    { events: 2, connections: 0 },
  ],
  [
    'syslog over TCP',
    async () => stream(await start(syslogSource, { transport: 'tcp' }), '<13>a\n<13>b\n'),
    { events: 2, connections: 1 },
  ],
  [
    'syslog over UDP',
    async () => datagram(await start(syslogSource, { transport: 'udp' }), '<13>a'),
    { events: 1, connections: 0 },
  ],
  ['http_server', async () => post(await start(httpServerSource), '/', '{"a":1}\n{"a":2}'), { events: 2 }],
  [
    'splunk_hec',
    async () => {
      const port = await start(splunkHecSource, { tokens: 't' });
      await post(port, '/services/collector/event', '{"event":"a"}', { authorization: 'Splunk t' });
    },
    { events: 1 },
  ],
  [
    'otlp over HTTP',
    async () => {
      const port = await start(otlpSource, { transport: 'http' }, 'httpPort');
      const body = '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"a"}}]}]}]}';
      await post(port, '/v1/logs', body, { 'content-type': 'application/json' });
    },
    { events: 1 },
  ],
  [
    'otlp over gRPC',
    async () => exportRecord(await start(otlpSource, { transport: 'grpc' }, 'grpcPort')),
    { events: 1, connections: 1 },
  ],
];

test.each(CASES)('%s reports who sends and how much [R2.1-12]', async (_, send, expected) => {
  await send();
  await until(() =>
    expect(book.list()).toMatchObject({ count: 1, listed: [{ address: '127.0.0.1', ...expected }] }),
  );
});
