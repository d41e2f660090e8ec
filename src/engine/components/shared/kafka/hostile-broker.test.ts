import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { checkTopics } from '../../sources/kafka/source.ts';
import { ANSWER_MOST_PARTS, answer } from './answer-budget.ts';
import { loadClient } from './client.ts';

const API_VERSIONS = 18;
const METADATA = 3;
const LIST_OFFSETS = 2;
const SASL_HANDSHAKE = 17;
const SASL_AUTHENTICATE = 36;
const { Reader, Writer, readRecordsBatch, readRecordsBatches } = await loadClient();

type Request = { readonly key: number; readonly version: number; readonly text: string };
type Answer = (request: Request, socket: Socket, correlation: Buffer) => void;

const servers = new Set<Server>();
const sockets = new Set<Socket>();
afterEach(() => {
  for (const one of sockets) one.destroy();
  for (const one of servers) one.close();
  sockets.clear();
  servers.clear();
});

async function startBroker(reply: Answer): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += 4 + bytes.readInt32BE(at)) {
        const request = bytes.subarray(at, at + 4 + bytes.readInt32BE(at));
        const key = request.readInt16BE(4);
        reply(
          { key, version: request.readInt16BE(6), text: request.toString('latin1') },
          socket,
          request.subarray(8, 12),
        );
      }
    });
  });
  servers.add(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const lengthOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(length);
  return bytes;
};

const send = (socket: Socket, correlation: Buffer, body: Buffer): void => {
  socket.write(Buffer.concat([lengthOf(4 + body.length), correlation, body]));
};

const check = (broker: string, more: object = {}) =>
  checkTopics({ brokers: [broker], topics: ['logs'], group: 'g', ...more });

const SCRAM = { sasl: 'scram_sha_256', username: 'amy', password: 'secret-password' };

/** Signs in up to `first`, SCRAM's first answer. */
const scramBroker = (first: (nonce: string) => string) =>
  startBroker(({ key, text }, socket, correlation) => {
    const writer = Writer.create().appendInt16(0);
    if (key === API_VERSIONS)
      writer.appendInt32(1).appendInt16(SASL_AUTHENTICATE).appendInt16(0).appendInt16(2).appendInt32(0);
    else if (key === SASL_HANDSHAKE) writer.appendInt32(1).appendString('SCRAM-SHA-256', false);
    else {
      const nonce = /r=([\w-]+)/.exec(text)?.[1] ?? '';
      writer
        .appendString(null)
        .appendBytes(Buffer.from(first(nonce)))
        .appendInt64(0n)
        .appendTaggedFields();
    }
    const isFlexible = key === SASL_AUTHENTICATE;
    send(socket, correlation, Buffer.concat([Buffer.alloc(isFlexible ? 1 : 0), writer.buffer]));
  });

it.each([2 ** 31 - 1, -100, 3])('a hostile broker announces an answer of %i bytes [R13]', async (length) => {
  const broker = await startBroker((_request, socket, correlation) => {
    socket.write(Buffer.concat([lengthOf(length), correlation, Buffer.alloc(200)]));
  });
  await expect(check(broker)).rejects.toMatchObject({ problem: { errorName: 'AnswerTooLarge' } });
});

it('a hostile broker answers without end, and no memory is held for it [R13]', async () => {
  const chunk = Buffer.alloc(1 << 20);
  let sent = 0;
  const broker = await startBroker((_request, socket, correlation) => {
    socket.write(Buffer.concat([lengthOf(1 << 30), correlation]));
    const more = () => {
      while (sent < 400 && socket.writable && socket.write(chunk)) sent++;
      sent++;
    };
    socket.on('drain', more);
    more();
  });
  await expect(check(broker)).rejects.toMatchObject({ problem: { errorName: 'AnswerTooLarge' } });
  expect(sent).toBeLessThan(100);
});

it.each(['garbage', 'v=1', 'r=other,s=c2FsdA==,i=4096'])(
  'a hostile broker answers SCRAM with %s, and the process goes on [R13]',
  async (first) => {
    const broker = await scramBroker(() => first);
    await expect(check(broker, SCRAM)).rejects.toSatisfy(
      (error: Error) => !JSON.stringify(error).includes(SCRAM.password),
    );
  },
);

it('a hostile broker asks for two billion rounds of SCRAM [R13]', async () => {
  const broker = await scramBroker((nonce) => `r=${nonce}x,s=c2FsdA==,i=2147483647`);
  await expect(check(broker, SCRAM)).rejects.toMatchObject({
    problem: {
      errorName: 'CredentialsRefused',
      message: expect.stringContaining('at most 100000 are allowed'),
    },
  });
});

const SIGN_INS = 5;

it.each([1n, 2n ** 62n])(
  'hostile sessions of %s ms ask for one sign-in a connection [R13]',
  async (lifetime) => {
    const signIns = new Map<Socket, number>();
    const broker = await startBroker(({ key }, socket, correlation) => {
      const writer = Writer.create().appendInt16(0);
      if (key === SASL_HANDSHAKE) writer.appendInt32(1).appendString('PLAIN', false);
      else if (key === API_VERSIONS && !signIns.has(socket))
        writer.appendInt32(1).appendInt16(SASL_AUTHENTICATE).appendInt16(0).appendInt16(2).appendInt32(0);
      else if (key === SASL_AUTHENTICATE) {
        signIns.set(socket, (signIns.get(socket) ?? 0) + 1);
        writer.appendString(null).appendBytes(Buffer.alloc(0)).appendInt64(lifetime).appendTaggedFields();
        if (signIns.get(socket) === SIGN_INS) socket.end();
      } else {
        setTimeout(() => socket.end(), 300);
        return;
      }
      const isFlexible = key === SASL_AUTHENTICATE;
      send(socket, correlation, Buffer.concat([Buffer.alloc(isFlexible ? 1 : 0), writer.buffer]));
    });
    await expect(check(broker, { ...SCRAM, sasl: 'plain' })).rejects.toThrow();
    expect(new Set(signIns.values())).toEqual(new Set([1]));
  },
);

/** One topic with one partition, whose leader is at an address. */
const clusterAt = (host: string, port: () => number, partition = 0, led = 0) =>
  startBroker(({ key, version }, socket, correlation) => {
    const writer = Writer.create();
    if (key === API_VERSIONS) {
      const isCompact = version >= 3;
      const known = [METADATA, LIST_OFFSETS];
      const write = (w: typeof writer, api: number) => w.appendInt16(api).appendInt16(1).appendInt16(1);
      writer.appendInt16(0).appendArray(known, write, isCompact, isCompact).appendInt32(0);
      if (isCompact) writer.appendTaggedFields();
    } else if (key === METADATA) {
      writer.appendInt32(1).appendInt32(1).appendString(host, false).appendInt32(port());
      writer.appendString(null, false).appendInt32(1);
      writer.appendInt32(1).appendInt16(0).appendString('logs', false).appendInt8(0);
      writer.appendInt32(1).appendInt16(0).appendInt32(led).appendInt32(1).appendInt32(0).appendInt32(0);
    } else {
      writer.appendInt32(1).appendString('logs', false).appendInt32(1);
      writer.appendInt32(partition).appendInt16(0).appendInt64(0n).appendInt64(5n);
    }
    send(socket, correlation, writer.buffer);
  });

it('a broker names another at an address that must not be reached [R13]', async () => {
  const broker = await clusterAt('169.254.169.254', () => 80);
  await expect(check(broker)).rejects.toMatchObject({
    problem: { errorName: 'TargetRefused', message: expect.stringContaining('169.254.169.254') },
  });
});

it.each([-1, 0, 70_000])('a broker names another at port %i [R13]', async (port) => {
  const broker = await clusterAt('127.0.0.1', () => port);
  await expect(check(broker)).rejects.toMatchObject({
    problem: { message: expect.stringContaining(`at port ${port} of 127.0.0.1`) },
  });
});

it('a broker leaves out a partition, which would end the process [R13]', async () => {
  const broker: string = await clusterAt('127.0.0.1', () => Number(broker.split(':')[1]), 0, 3);
  await expect(check(broker)).rejects.toMatchObject({
    problem: { message: expect.stringContaining('leaves out partition 0 of 1') },
  });
});

it.each([
  [0, null],
  [0x7000_0000, 'names a partition 1879048192'],
  [-1, 'names a partition -1'],
])('a broker names the partition %i [R13]', async (partition, refusal) => {
  const broker: string = await clusterAt('127.0.0.1', () => Number(broker.split(':')[1]), partition);
  const findings = check(broker);
  if (refusal === null) await expect(findings).resolves.toHaveLength(2);
  else
    await expect(findings).rejects.toMatchObject({ problem: { message: expect.stringContaining(refusal) } });
});

const HEAD_BYTES = 61;
const GZIP = 1;

/** A batch with a record count that may be wrong. */
function makeBatch(records: Buffer, count: number, codec = 0): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeInt32BE(HEAD_BYTES - 12 + records.length, 8);
  head.writeInt8(2, 16);
  head.writeInt16BE(codec, 21);
  head.writeInt32BE(count, 57);
  return Buffer.concat([head, records]);
}

it('hostile records lead back to where they begin [R13]', () => {
  // A key length of -7; the rest is read from the count's last two bytes, which are 0.
  const batch = makeBatch(Buffer.from([0, 0, 0, 0, 13, 0, 0, 0]), 0x40_0000);
  answer.begin();
  expect(() => readRecordsBatch(Reader.from(batch))).toThrow('length that leads out of it');
});

it('a hostile batch leads back to where it begins [R13]', () => {
  const batch = makeBatch(gzipSync(Buffer.alloc(7)), 1, GZIP);
  batch.writeInt32BE(HEAD_BYTES - 12 - HEAD_BYTES, 8);
  answer.begin();
  expect(() => readRecordsBatches(Reader.from(batch))).toThrow();
});

it.each([
  ['messages', Buffer.alloc(7 * ANSWER_MOST_PARTS), ANSWER_MOST_PARTS],
  ['headers', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0x80, 0x92, 0xf4, 0x01]), Buffer.alloc(4e6)]), 1],
])('a packed batch of a few kilobytes has millions of %s [R13]', (_what, records, count) => {
  const batch = makeBatch(gzipSync(records), count, GZIP);
  expect(batch.length).toBeLessThan(50_000);
  answer.begin();
  expect(() => readRecordsBatch(Reader.from(batch))).toThrow('more than 1000000 keys, values and headers');
});

it('many packed batches in one answer are read one after the other [R13]', () => {
  const record = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0, 0x80, 0x80, 0x80, 0x05]),
    Buffer.alloc((5 << 20) + 1),
  ]);
  const batch = makeBatch(gzipSync(record), 1, GZIP);
  answer.begin();
  const all = Buffer.concat(Array.from({ length: 100 }, () => batch));
  expect(readRecordsBatches(Reader.from(all)).length).toBeLessThan(5);
  answer.begin();
  expect(readRecordsBatches(Reader.from(all)).length).toBeGreaterThan(0);
});
