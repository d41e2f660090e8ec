import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { inputBudget } from '../../shared/inbound/budget.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import { SocketPeer } from '../../testing/socket-peer.ts';
import type { DeliverOutcome, RunningSource } from '../../types.ts';
import { beatsSource } from './source.ts';

let running: RunningSource | null = null;
let probe = new SourceProbe();
let port = 0;
const peers: SocketPeer[] = [];
afterEach(async () => {
  for (const { socket } of peers.splice(0)) socket.destroy();
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  port = await freePort();
  running = await beatsSource.start({ port, ...config }, probe.context);
}
async function connect(tls?: Parameters<typeof SocketPeer.open>[1]): Promise<SocketPeer> {
  const peer = await SocketPeer.open(port, tls);
  peers.push(peer);
  return peer;
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const sized = (bytes: string | Buffer) =>
  Buffer.concat([number(Buffer.byteLength(bytes)), Buffer.from(bytes)]);
const window = (count: number, version = '2') => Buffer.concat([Buffer.from(`${version}W`), number(count)]);
const text = (sequence: number, json: string) =>
  Buffer.concat([Buffer.from('2J'), number(sequence), sized(json)]);
const json = (sequence: number, event: object) => text(sequence, JSON.stringify(event));
const pairs = (sequence: number, fields: Record<string, string>) =>
  Buffer.concat([
    Buffer.from('1D'),
    number(sequence),
    number(Object.keys(fields).length),
    ...Object.entries(fields).flatMap(([name, value]) => [sized(name), sized(value)]),
  ]);
const packed = (...frames: Buffer[]) =>
  Buffer.concat([Buffer.from('2C'), sized(deflateSync(Buffer.concat(frames)))]);
const ack = (sequence: number, version = '2') =>
  Buffer.concat([Buffer.from(`${version}A`), number(sequence)]).toString('latin1');
const events = () => probe.events.map((event) => JSON.parse(event) as unknown);
const some = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => ({ n, ...more }));
const framed = (all: object[]) => all.map((event, n) => json(n + 1, event));

describe('events of a window are taken as they were written, and acknowledged', () => {
  it.each<[string, Buffer]>([
    ['one by one', Buffer.concat([window(2), ...framed(some(2))])],
    ['compressed', Buffer.concat([window(2), packed(...framed(some(2)))])],
    ['compressed in parts', Buffer.concat([window(2), ...framed(some(2)).map((frame) => packed(frame))])],
  ])('%s, also in single bytes', async (_name, bytes) => {
    await start();
    const peer = await connect();
    await peer.send(bytes);
    await until(() => expect(peer.text).toBe(ack(2)));
    expect(probe.events).toEqual(['{"n":0}', '{"n":1}']);
    await peer.send(...Array.from(bytes, (byte) => Buffer.from([byte])));
    await until(() => expect(peer.text).toBe(ack(2) + ack(2)));
    expect(events()).toHaveLength(4);
    expect(probe.reports).toEqual([]);
  });

  it('Lumberjack 1: fields are text, and its sequence goes on over windows', async () => {
    await start();
    const peer = await connect();
    await peer.send(window(1, '1'), pairs(7, { line: 'ü', file: '/var/log/a' }));
    await peer.send(window(1, '1'), pairs(8, { line: 'two', __proto: 'x' }));
    await until(() => expect(peer.text).toBe(ack(7, '1') + ack(8, '1')));
    expect(events()).toEqual([
      { line: 'ü', file: '/var/log/a' },
      { line: 'two', __proto: 'x' },
    ]);
  });

  it('not before they are safe [R1]', async () => {
    await start();
    const answer = Promise.withResolvers<DeliverOutcome>();
    let isAsked = false;
    probe.answer = () => {
      isAsked = true;
      return answer.promise;
    };
    const peer = await connect();
    await peer.send(window(1), json(1, { n: 1 }));
    await until(() => expect(isAsked).toBe(true));
    expect(peer.text).toBe('');
    answer.resolve('accepted');
    await until(() => expect(peer.text).toBe(ack(1)));
  });

  it('in order, of windows of many batches', async () => {
    await start();
    const peer = await connect();
    const many = some(20_000, { x: 'x'.repeat(50) });
    await peer.send(window(20_000), packed(...framed(many)), window(20_000), ...framed(many), window(1));
    await peer.send(json(1, { last: true }));
    await until(() => expect(peer.text).toBe(ack(20_000) + ack(20_000) + ack(1)));
    expect(events()).toEqual([...many, ...many, { last: true }]);
  });

  it('never where no pipeline took them: the connection is closed', async () => {
    await start();
    probe.answer = async () => 'unavailable';
    const peer = await connect();
    await peer.send(window(1), json(1, { n: 1 }));
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe('');
  });

  it('waits while destinations are full, in the middle of a batch too', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    probe.gate = gate.promise;
    const peer = await connect();
    await peer.send(window(10_000), packed(...framed(some(10_000, { x: 'x'.repeat(500) }))));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([probe.events.length, peer.text]).toEqual([0, '']);
    probe.gate = null;
    gate.resolve();
    await until(() => expect(peer.text).toBe(ack(10_000)));
    expect(probe.events).toHaveLength(10_000);
  });
});

it('a sender that leaves while its batch waits gives its memory back', async () => {
  const before = inputBudget.used;
  await start();
  const gate = Promise.withResolvers<void>();
  probe.gate = gate.promise;
  const peer = await connect();
  await peer.send(window(20_000), packed(...framed(some(20_000, { x: 'x'.repeat(400) }))));
  await until(() => expect(inputBudget.used - before).toBeGreaterThan(5_000_000));
  await running!.stop();
  await until(() => expect(inputBudget.used).toBe(before));
  gate.resolve();
});

describe('what is not as it should be', () => {
  it('broken and long events are dead letters, the others are taken and all acknowledged', async () => {
    await start({ maxEventBytes: 1000 });
    const peer = await connect();
    await peer.send(
      window(4),
      text(1, '{"n":'),
      text(2, '[1]'),
      json(3, { x: 'y'.repeat(2000) }),
      json(4, { n: 1 }),
    );
    await until(() => expect(peer.text).toBe(ack(4)));
    expect(events()).toEqual([{ n: 1 }]);
    expect(probe.deadLetters.map(({ errorName, text: event }) => [errorName, event.length])).toEqual([
      ['InvalidEvent', 5],
      ['InvalidEvent', 3],
      ['EventTooLarge', 1000],
    ]);
  });

  it.each<[string, Buffer, string]>([
    [
      'a batch larger than the limit',
      Buffer.concat([Buffer.from('2C'), number(20_000)]),
      'BeatsBatchTooLarge',
    ],
    [
      'an event larger than that',
      Buffer.concat([Buffer.from('2J'), number(1), number(20_000)]),
      'BeatsBatchTooLarge',
    ],
    ['a batch that unpacks to more', packed(Buffer.alloc(5_000_000)), 'BeatsBatchTooLarge'],
    ['one that is not compressed', Buffer.concat([Buffer.from('2C'), sized('no zlib')]), 'BeatsBatchBroken'],
    ['one whose last event is cut', packed(json(1, { n: 2 }).subarray(0, -1)), 'BeatsBatchBroken'],
    ['a batch in a batch', packed(packed(json(1, { n: 2 }))), 'BeatsBatchBroken'],
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n'), 'BeatsFrameBroken'],
    ['one wrong byte', Buffer.from('x'), 'BeatsFrameBroken'],
    ['a frame of another kind', Buffer.from('2X'), 'BeatsFrameBroken'],
    ['a window without events', window(0), 'BeatsFrameBroken'],
    ['a window of more than a million', window(4_000_000_000), 'BeatsFrameBroken'],
    ['a window in a window', Buffer.concat([window(2), window(2)]), 'BeatsFrameBroken'],
    [
      'a frame of very many fields',
      Buffer.concat([Buffer.from('1D'), number(1), number(20_000)]),
      'BeatsFrameBroken',
    ],
  ])('%s ends the connection unanswered, and what came before is taken', async (_name, bytes, problem) => {
    await start({ maxBatchBytes: 10_000 });
    const peer = await connect();
    await peer.send(window(1), json(1, { n: 1 }));
    await until(() => expect(peer.text).toBe(ack(1)));
    await peer.send(bytes);
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe(ack(1));
    expect(probe.errorNames).toEqual([problem]);
    expect(events()).toEqual([{ n: 1 }]);
  });
});

it('a connection over TLS proves both ends, and goes on with changed settings', async () => {
  const { ca, server, client } = certificates;
  const secure = { tls: true, tlsCert: server.cert, tlsKey: server.key, tlsClientCa: ca };
  await start(secure);
  probe.tracksOrigin = true;
  const peer = await connect({ ca, servername: 'localhost', ...client });
  await peer.send(window(1), json(1, { n: 1 }));
  await until(() => expect(peer.text).toBe(ack(1)));
  expect(probe.origins).toEqual([{ sender: '127.0.0.1', listener: `127.0.0.1:${port}`, client: 'client' }]);
  expect(await running!.update!({ port, ...secure, permittedSenders: ['127.0.0.1'] })).toBe(true);
  await peer.send(window(1), json(1, { n: 2 }));
  await until(() => expect(peer.text).toBe(ack(1) + ack(1)));
  expect(await running!.update!({ port, ...secure, maxBatchBytes: 5000 })).toBe(false);
});
