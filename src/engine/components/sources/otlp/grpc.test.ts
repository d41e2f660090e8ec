import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { afterEach, describe, expect, it } from 'vitest';
import { Admission } from '../../shared/inbound/admission.ts';
import { inputBudget } from '../../shared/inbound/budget.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { type GrpcListener, listenGrpc } from './grpc.ts';
import { Receiver } from './receiver.ts';
import { otlpSchema } from './schema.ts';

let listener: GrpcListener | null = null;
let session: ClientHttp2Session | null = null;
let probe = new SourceProbe();
afterEach(async () => {
  session?.destroy();
  await listener?.stop();
  expect(probe.incomplete).toEqual([]);
  await until(() => expect(inputBudget.used).toBe(0));
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  const grpcPort = await freePort();
  const parsed = otlpSchema.parse({ grpcPort, ...config });
  const receiver = new Receiver(parsed, probe.context, new Admission(probe.context));
  const patience = { firstCallMs: 400, messageMs: 200, idleMs: 60_000 };
  listener = await listenGrpc(parsed, probe.context, () => receiver, patience);
  session = connect(`http://127.0.0.1:${grpcPort}`);
  session.on('error', () => {});
}

const EXPORT = {
  ':method': 'POST',
  ':path': '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  'content-type': 'application/grpc',
};
/** One record with body `hi`, as a message. */
const HI = Buffer.from('000000000c0a0a120812062a040a026869', 'hex');

function begin(bytes: Buffer, headers: Record<string, string> = {}, isEnd = false): Promise<string> {
  const stream = session!.request({ ...EXPORT, ...headers });
  stream.on('error', () => {});
  stream.resume();
  if (isEnd) stream.end(bytes);
  else stream.write(bytes);
  return new Promise((resolve) => {
    const take = (answer: IncomingHttpHeaders) => {
      if (answer['grpc-status'] !== undefined) resolve(String(answer['grpc-status']));
    };
    stream.on('response', take);
    stream.on('trailers', take);
    stream.on('close', () => resolve('closed'));
  });
}

describe('gRPC', () => {
  it('asks for credentials before it reads, and cuts off who goes on', async () => {
    await start({ auth: 'bearer', token: 'sesame' });
    expect(await begin(HI.subarray(0, 9))).toBe('16');
    expect(inputBudget.used).toBe(0);
    expect(await begin(HI, { authorization: 'Bearer sesame' }, true)).toBe('0');
    expect(probe.events).toEqual(['{"message":"hi"}']);
  });

  it('a message that does not come to its end: deadline exceeded', async () => {
    await start();
    expect(await begin(HI.subarray(0, 9))).toBe('4');
    expect(await begin(HI, {}, true)).toBe('0');
  });

  it('a connection without a call with credentials is closed', async () => {
    await start({ auth: 'bearer', token: 'sesame' });
    const closed = new Promise((resolve) => session!.once('close', resolve));
    expect(await begin(HI)).toBe('16');
    await closed;
  });

  it.each([
    ['two messages', Buffer.concat([HI, HI]), '3'],
    ['half a message', HI.subarray(0, 9), '3'],
    ['no message', Buffer.alloc(0), '3'],
    ['a message that is not packed as it says', Buffer.concat([Buffer.from([1]), HI.subarray(1)]), '3'],
  ])('%s: invalid', async (_name, bytes, status) => {
    await start();
    expect(await begin(bytes, { 'grpc-encoding': 'gzip' }, true)).toBe(status);
    expect(probe.events).toEqual([]);
  });

  it('another method and another packing: unimplemented', async () => {
    await start();
    expect(await begin(HI, { ':path': '/other' }, true)).toBe('12');
    expect(await begin(HI, { 'grpc-encoding': 'snappy' }, true)).toBe('12');
  });

  it('events say who sent them, in the second call too', async () => {
    await start();
    probe.tracksOrigin = true;
    for (const call of [1, 2]) {
      expect(await begin(HI, {}, true)).toBe('0');
      expect(probe.origins).toHaveLength(call);
    }
    expect(probe.origins[1]).toMatchObject({ sender: '127.0.0.1', listener: expect.stringMatching(/^127/) });
  });

  it('a message in single bytes is put together', async () => {
    await start();
    const stream = session!.request(EXPORT);
    const trailers = new Promise<IncomingHttpHeaders>((resolve) => stream.on('trailers', resolve));
    stream.resume();
    for (const byte of HI) stream.write(Buffer.from([byte]));
    stream.end();
    expect((await trailers)['grpc-status']).toBe('0');
    expect(probe.events).toEqual(['{"message":"hi"}']);
  });
});
