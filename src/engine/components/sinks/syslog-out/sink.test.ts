import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe, until } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { syslogOutSink } from './sink.ts';

let server: Server | null = null;
let sockets: Socket[] = [];
let sink: RunningSink | null = null;
let received = '';

afterEach(async () => {
  await sink?.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  sink = null;
  server = null;
  sockets = [];
});

async function listen(made: Server): Promise<number> {
  server = made;
  received = '';
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return (made.address() as AddressInfo).port;
}
const take = (socket: Socket) => {
  sockets.push(socket);
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => {
    received += part.toString();
  });
};
const open = async (config: Record<string, unknown>, probe = new SinkProbe()) => {
  sink = await syslogOutSink.open({ host: '127.0.0.1', ...config }, probe.context);
  return sink;
};

describe('the syslog destination', () => {
  it('sends RFC 5424 with octet counting, its parts from the fields', async () => {
    const port = await listen(createServer(take));
    const to = await open({ port, framing: 'octet_counting' });
    const event = {
      timestamp: '2026-03-01T12:00:00.123456Z',
      hostname: 'web 1',
      appname: 'nginx',
      procid: '42',
      msgid: 'REQ',
      facility: 'local0',
      severity: 'ERROR',
      message: 'two\nlines ü',
    };
    const message = '<131>1 2026-03-01T12:00:00.123456Z web_1 nginx 42 REQ - two\nlines ü';
    const length = Buffer.byteLength(message);
    expect(await to.write(jsonBatch(event))).toEqual({ bytes: length });
    await until(() => expect(received).toBe(`${length} ${message}`));
  });

  it('sends RFC 3164 lines; an event without a message is sent whole', async () => {
    const port = await listen(createServer(take));
    const to = await open({ port, format: 'rfc3164', severity: 'notice' });
    await to.write(jsonBatch({ timestamp: 1772366400, hostname: 'h', a: 'x\ny', procid: 7 }));
    await until(() =>
      expect(received).toMatch(/^<13>Mar {2}1 12:00:00 h penstock\[7\]: \{"timestamp":.*"a":"x\\ny".*\}\n$/),
    );
  });

  it('sends plain lines over one connection, in their order', async () => {
    const port = await listen(createServer(take));
    const to = await open({ port, format: 'text' });
    for (let n = 0; n < 50; n++) await to.write(rawBatch(`line ${n}`));
    const lines = Array.from({ length: 50 }, (_, n) => `line ${n}\n`).join('');
    await until(() => expect(received).toBe(lines));
    expect(sockets).toHaveLength(1);
  });

  it('sends over TLS to a receiver it trusts, and to no other', async () => {
    const { ca, server: identity } = certificates;
    const port = await listen(createSecureServer(identity, take));
    const refused = await open({ port, transport: 'tls' });
    await expect(refused.write(rawBatch('a'))).rejects.toMatchObject({
      name: 'RetryableError',
      problem: { errorName: 'CertificateNotTrusted' },
    });
    await refused.close();
    await (await open({ port, transport: 'tls', tlsCa: ca, format: 'text' })).write(rawBatch('secret'));
    await until(() => expect(received).toBe('secret\n'));
  });

  it('sends a datagram per event; one too long is a dead letter', async () => {
    const receiver = createSocket('udp4');
    receiver.bind(0, '127.0.0.1');
    await once(receiver, 'listening');
    const datagrams: string[] = [];
    receiver.on('message', (message) => datagrams.push(message.toString()));
    const to = await open({ port: receiver.address().port, transport: 'udp', format: 'text' });
    const receipt = await to.write(rawBatch('one', 'x'.repeat(70_000), 'two'));
    expect(receipt).toMatchObject({ bytes: 6, refused: [{ event: 1 }] });
    await until(() => expect(datagrams).toEqual(['one', 'two']));
    receiver.close();
  });

  it('tries again when nobody listens, and when the connection is reset [R7]', async () => {
    const port = await listen(createServer((socket) => socket.resetAndDestroy()));
    const to = await open({ port, format: 'text' });
    const write = async () => {
      for (;;) await to.write(rawBatch('x'.repeat(100_000)));
    };
    await expect(write()).rejects.toMatchObject({ name: 'RetryableError' });
    await new Promise((resolve) => server!.close(resolve));
    server = null;
    await expect(to.write(rawBatch('a'))).rejects.toMatchObject({
      problem: { errorName: 'ConnectionRefused' },
    });
  });

  it('notices a stuck receiver, and writes over a new connection [R7]', async () => {
    let isStuck = true;
    const port = await listen(
      createServer({ pauseOnConnect: true }, (socket) => {
        sockets.push(socket);
        if (!isStuck) {
          take(socket);
          socket.resume();
        }
      }),
    );
    const to = await open({ port, format: 'text', timeoutSeconds: 1 });
    const large = rawBatch('y'.repeat(16 << 20));
    await expect(to.write(large)).rejects.toMatchObject({ problem: { errorName: 'DestinationTimeout' } });
    isStuck = false;
    await to.write(rawBatch('after'));
    await until(() => expect(received).toBe('after\n'));
  });

  it('gives up at once when the engine interrupts it', async () => {
    const port = await listen(createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket)));
    const probe = new SinkProbe();
    const to = await open({ port, format: 'text' }, probe);
    const writing = to.write(rawBatch('y'.repeat(16 << 20)));
    await until(() => expect(sockets).toHaveLength(1));
    probe.ended.abort();
    await expect(writing).rejects.toMatchObject({ name: 'RetryableError' });
  });

  it('refuses addresses it must not reach, by their name as well', async () => {
    await expect(open({ host: '169.254.169.254', port: 80 })).rejects.toThrow('may not be sent to');
    const to = await open({ host: 'localhost', port: Number(process.env.PENSTOCK_PORT ?? 4600) });
    await expect(to.write(rawBatch('a'))).rejects.toMatchObject({ problem: { errorName: 'TargetRefused' } });
  });
});
