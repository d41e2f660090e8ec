import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { inputBudget } from '../../shared/inbound/budget.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import { EventTime, packMsgpack as pack } from '../../testing/msgpack.ts';
import { SocketPeer } from '../../testing/socket-peer.ts';
import type { DeliverOutcome, RunningSource } from '../../types.ts';
import { fluentSource } from './source.ts';

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
  running = await fluentSource.start({ port, ...config }, probe.context);
}
async function connect(tls?: Parameters<typeof SocketPeer.open>[1]): Promise<SocketPeer> {
  const peer = await SocketPeer.open(port, tls);
  peers.push(peer);
  return peer;
}
const SECONDS = 1_767_268_800;
const AT = '2026-01-01T12:00:00Z';
const ack = (chunk: string) => pack({ ack: chunk }).toString('latin1');
const packed = (...records: object[]) => Buffer.concat(records.map((record) => pack([SECONDS, record])));
const events = () => probe.events.map((text) => JSON.parse(text) as unknown);
const event = (record: object) => ({ timestamp: AT, tag: 'app', ...record });

describe('an event is a record with its tag and time', () => {
  it.each<[string, Buffer]>([
    ['a message', Buffer.concat([pack(['app', SECONDS, { n: 1 }]), pack(['app', SECONDS, { n: 2 }, {}])])],
    [
      'forward',
      pack([
        'app',
        [
          [SECONDS, { n: 1 }],
          [SECONDS, { n: 2 }],
        ],
      ]),
    ],
    ['packed', pack(['app', packed({ n: 1 }, { n: 2 })])],
    ['compressed', pack(['app', gzipSync(packed({ n: 1 }, { n: 2 })), { compressed: 'gzip' }])],
    [
      'compressed in two members',
      pack([
        'app',
        Buffer.concat([gzipSync(packed({ n: 1 })), gzipSync(packed({ n: 2 }))]),
        { compressed: 'gzip' },
      ]),
    ],
  ])('%s, also in single bytes', async (_name, bytes) => {
    await start();
    const peer = await connect();
    await peer.send(bytes);
    await until(() => expect(events()).toEqual([event({ n: 1 }), event({ n: 2 })]));
    await peer.send(...Array.from(bytes, (byte) => Buffer.from([byte])));
    await until(() => expect(events()).toHaveLength(4));
    expect(probe.reports).toEqual([]);
  });

  it('writes every kind of value as JSON, and keeps fields of its own names', async () => {
    await start();
    const peer = await connect();
    const record = {
      text: 'ü "q"\n',
      binary: Buffer.from('bytes'),
      large: 9_007_199_254_740_993n,
      negative: -5,
      float: 0.5,
      none: null,
      list: [true, false, [], {}],
      nested: { at: new EventTime(SECONDS, 5) },
    };
    await peer.send(pack(['app', new EventTime(SECONDS, 120_000_000), record]));
    await peer.send(pack(['app', 1.5, { tag: 'own', timestamp: 'own' }]));
    await until(() => expect(probe.events).toHaveLength(2));
    expect(probe.events[0]).toContain('"large":9007199254740993');
    expect(events()).toEqual([
      {
        timestamp: '2026-01-01T12:00:00.12Z',
        tag: 'app',
        ...record,
        binary: 'bytes',
        large: Number(record.large),
        nested: { at: '2026-01-01T12:00:00.000000005Z' },
      },
      { tag: 'own', timestamp: 'own' },
    ]);
  });
});

describe('a chunk is acknowledged once all its events are safe', () => {
  it('not before, and only where the sender asks for it [R1]', async () => {
    await start();
    const answer = Promise.withResolvers<DeliverOutcome>();
    let isAsked = false;
    probe.answer = () => {
      isAsked = true;
      return answer.promise;
    };
    const peer = await connect();
    await peer.send(pack(['app', packed({ n: 1 })]), pack(['app', packed({ n: 2 }), { chunk: 'one' }]));
    await until(() => expect(isAsked).toBe(true));
    expect(peer.text).toBe('');
    answer.resolve('accepted');
    await until(() => expect(peer.text).toBe(ack('one')));
  });

  it('in order, of chunks of many batches, packed and not', async () => {
    await start();
    const peer = await connect();
    const many = Array.from({ length: 20_000 }, (_, n) => ({ n, x: 'x'.repeat(50) }));
    const chunks = [
      pack(['app', gzipSync(packed(...many)), { compressed: 'gzip', chunk: 'a' }]),
      pack(['app', packed(...many), { chunk: 'b' }]),
      pack(['app', [], { chunk: 'c' }]),
    ];
    await peer.send(Buffer.concat(chunks));
    await until(() => expect(peer.text).toBe(ack('a') + ack('b') + ack('c')));
    expect(events()).toEqual([...many, ...many].map(event));
  });

  it('never where no pipeline took it: the connection is closed', async () => {
    await start();
    probe.answer = async () => 'unavailable';
    const peer = await connect();
    await peer.send(pack(['app', packed({ n: 1 }), { chunk: 'one' }]));
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe('');
  });

  it('waits while destinations are full, in the middle of a chunk too', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    probe.gate = gate.promise;
    const peer = await connect();
    const many = Array.from({ length: 10_000 }, (_, n) => ({ n, x: 'x'.repeat(500) }));
    await peer.send(pack(['app', gzipSync(packed(...many)), { compressed: 'gzip', chunk: 'a' }]));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([probe.events.length, peer.text]).toEqual([0, '']);
    probe.gate = null;
    gate.resolve();
    await until(() => expect(peer.text).toBe(ack('a')));
    expect(probe.events).toHaveLength(10_000);
  });
});

it('a sender that leaves while its chunk waits gives its memory back', async () => {
  const before = inputBudget.used;
  await start();
  const gate = Promise.withResolvers<void>();
  probe.gate = gate.promise;
  const peer = await connect();
  await peer.send(pack(['app', gzipSync(Buffer.alloc(10_000_000)), { compressed: 'gzip', chunk: 'a' }]));
  await until(() => expect(inputBudget.used - before).toBeGreaterThan(5_000_000));
  await running!.stop();
  await until(() => expect(inputBudget.used).toBe(before));
  gate.resolve();
});

describe('what is not as it should be', () => {
  it('broken entries are dead letters, the others are taken, and the chunk acknowledged', async () => {
    await start();
    const peer = await connect();
    let deep: unknown = 1;
    for (let i = 0; i < 100; i++) deep = [deep];
    const entries = [
      [SECONDS, { n: 1 }],
      'no entry',
      [SECONDS, 'no record'],
      [SECONDS, { deep }],
      [SECONDS, { n: 2 }],
    ];
    await peer.send(pack(['app', entries, { chunk: 'one' }]));
    await until(() => expect(peer.text).toBe(ack('one')));
    expect(events()).toEqual([event({ n: 1 }), event({ n: 2 })]);
    expect(probe.deadLetters.map(({ errorName }) => errorName)).toEqual(Array(3).fill('FluentEntryBroken'));
    expect(Buffer.from(probe.deadLetters[0]!.text, 'base64')).toEqual(pack('no entry'));
  });

  it('the rest of a broken chunk, or one that is no gzip, is set aside', async () => {
    await start();
    const peer = await connect();
    const cut = packed({ n: 1 }, { n: 2 }).subarray(0, -2);
    await peer.send(pack(['app', cut, { chunk: 'a' }]));
    await peer.send(pack(['app', Buffer.from('no gzip'), { chunk: 'b', compressed: 'gzip' }]));
    await until(() => expect(peer.text).toBe(ack('a') + ack('b')));
    expect(events()).toEqual([event({ n: 1 })]);
    expect(probe.deadLetters.map(({ errorName }) => errorName)).toEqual(Array(2).fill('FluentChunkBroken'));
  });

  it('an event that is too long is a dead letter with its beginning', async () => {
    await start({ maxEventBytes: 1000 });
    const peer = await connect();
    const records = [{ n: 1 }, { x: 'y'.repeat(2_000_000) }, { x: Array(1000).fill('z') }, { n: 2 }];
    await peer.send(pack(['app', packed(...records), { chunk: 'a' }]));
    await until(() => expect(peer.text).toBe(ack('a')));
    expect(events()).toEqual([event({ n: 1 }), event({ n: 2 })]);
    expect(probe.deadLetters.map(({ text, errorName }) => [text.length, errorName])).toEqual(
      Array(2).fill([1000, 'EventTooLarge']),
    );
    expect(probe.deadLetters[0]!.text).toMatch(/^\{"timestamp":"2026-01-01T12:00:00Z","tag":"app","x":"yyy/);
  });

  it.each<[string, Buffer]>([
    ['a chunk larger than the limit', pack(['app', Buffer.alloc(20_000), { chunk: 'a' }])],
    [
      'one that unpacks to more',
      pack(['app', gzipSync(Buffer.alloc(5_000_000)), { chunk: 'a', compressed: 'gzip' }]),
    ],
  ])('%s is not acknowledged, and its connection closed', async (_name, bytes) => {
    await start({ maxChunkBytes: 10_000 });
    const peer = await connect();
    await peer.send(pack(['app', packed({ n: 1 }), { chunk: 'ok' }]));
    await until(() => expect(peer.text).toBe(ack('ok')));
    await peer.send(bytes);
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe(ack('ok'));
    expect(probe.errorNames).toEqual(['FluentChunkTooLarge']);
    expect(probe.events).toHaveLength(1);
  });

  it.each<[string, Buffer | string]>([
    ['text', 'GET / HTTP/1.1\r\n'],
    ['a byte that no value begins with', Buffer.from([0x92, 0xc1])],
    ['an array without tag', pack([1, 2, 3])],
    ['a tag without end', pack(['t'.repeat(2000), [[SECONDS, {}]]])],
    ['an option that is not a map', pack(['app', [], 'option'])],
  ])('%s ends the connection, and what came before is taken', async (_name, bytes) => {
    await start();
    const peer = await connect();
    await peer.send(pack(['app', SECONDS, { n: 1 }, { chunk: 'a' }]));
    await until(() => expect(peer.text).toBe(ack('a')));
    await peer.send(bytes);
    await until(() => expect(peer.isClosed).toBe(true));
    expect(probe.errorNames).toEqual(['FluentMessageBroken']);
    expect(events()).toEqual([event({ n: 1 })]);
  });
});

it('names of chunks that wait for their answers count against the memory for input [R13]', async () => {
  await start();
  const answer = Promise.withResolvers<DeliverOutcome>();
  probe.answer = () => answer.promise;
  const peer = await connect();
  const before = inputBudget.used;
  const message = pack(['app', SECONDS, {}, { chunk: 'c'.repeat(100_000) }]);
  await peer.send(...Array.from({ length: 60 }, () => message));
  await until(() => expect(inputBudget.used - before).toBeGreaterThan(5_000_000));
  answer.resolve('accepted');
  await until(() => expect(inputBudget.used).toBe(before));
});

it('a connection over TLS proves both ends, and goes on with changed settings', async () => {
  const { ca, server, client } = certificates;
  const secure = { tls: true, tlsCert: server.cert, tlsKey: server.key, tlsClientCa: ca };
  await start(secure);
  probe.tracksOrigin = true;
  const peer = await connect({ ca, servername: 'localhost', ...client });
  await peer.send(pack(['app', SECONDS, { n: 1 }, { chunk: 'a' }]));
  await until(() => expect(peer.text).toBe(ack('a')));
  expect(probe.origins).toEqual([{ sender: '127.0.0.1', listener: `127.0.0.1:${port}`, client: 'client' }]);
  expect(await running!.update!({ port, ...secure, permittedSenders: ['127.0.0.1'] })).toBe(true);
  await peer.send(pack(['app', SECONDS, { n: 2 }, { chunk: 'b' }]));
  await until(() => expect(peer.text).toBe(ack('a') + ack('b')));
  expect(await running!.update!({ port, ...secure, maxChunkBytes: 5000 })).toBe(false);
});
