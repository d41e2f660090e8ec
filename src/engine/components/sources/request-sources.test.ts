import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpListener } from '../shared/inbound/http-listener.ts';
import { freePort, SourceProbe, until } from '../testing/contexts.ts';
import type { RunningSource, SourceComponent } from '../types.ts';
import { httpServerSource } from './http-server/source.ts';
import { otlpSource } from './otlp/source.ts';
import { splunkHecSource } from './splunk-hec/source.ts';

let running: { stop(): Promise<void> } | null = null;
let probe = new SourceProbe();
let port = 0;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

type Kind = {
  source: SourceComponent;
  portField: string;
  path: string;
  body(text: string): string;
  deep(depth: number): string;
};
const otlpBody = (body: string) => `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${body}}]}]}]}`;
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const KINDS: [string, Kind][] = [
  [
    'http_server',
    {
      source: httpServerSource,
      portField: 'port',
      path: '/',
      body: (text) => JSON.stringify({ message: text }),
      deep: nested,
    },
  ],
  [
    'splunk_hec',
    {
      source: splunkHecSource,
      portField: 'port',
      path: '/services/collector',
      body: (text) => JSON.stringify({ event: text }),
      deep: (depth) => `{"event":${nested(depth)}}`,
    },
  ],
  [
    'otlp',
    {
      source: otlpSource,
      portField: 'httpPort',
      path: '/v1/logs',
      body: (text) => otlpBody(JSON.stringify({ stringValue: text })),
      deep: (depth) => {
        const open = '{"arrayValue":{"values":['.repeat(depth);
        return otlpBody(`${open}{"intValue":"1"}${']}}'.repeat(depth)}`);
      },
    },
  ],
];

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

describe.each(KINDS)('%s', (_name, { source, portField, path, body, deep }) => {
  const start = async (config: Record<string, unknown> = {}): Promise<RunningSource> => {
    probe = new SourceProbe();
    port = await freePort();
    const more = source === otlpSource ? { transport: 'http' } : {};
    const started = await source.start({ [portField]: port, ...more, ...config }, probe.context);
    running = started;
    return started;
  };
  const post = async (content: string | Buffer, headers: Record<string, string> = {}): Promise<number> => {
    const sent = typeof content === 'string' ? content : new Uint8Array(content);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: sent,
      headers: { 'content-type': 'application/json', ...headers },
    });
    await response.arrayBuffer();
    return response.status;
  };

  it('takes a 5 MB event where allowed, and refuses only it otherwise', async () => {
    const text = 'x'.repeat(5_000_000);
    await start({ maxEventBytes: 6_000_000 });
    expect(await post(body(text))).toBe(200);
    expect(probe.events.map(({ length }) => length > 5_000_000)).toEqual([true]);
    await running?.stop();
    await start();
    await post(body(text));
    expect(probe.events).toEqual([]);
    // OTLP keeps it as a dead letter.
    expect([...probe.errorNames, ...probe.deadLetters]).toHaveLength(1);
    expect(await post(body('small'))).toBe(200);
  });

  it('refuses deep nesting without falling over', async () => {
    await start();
    expect(await post(deep(50))).toBe(200);
    expect(await post(deep(100_000))).toBe(400);
    expect(probe.events).toHaveLength(1);
  });

  it('keeps what is no UTF-8 out of events', async () => {
    await start();
    const bytes = Buffer.from(body('#'));
    bytes[bytes.indexOf('#')] = 0xff;
    await post(bytes);
    expect(probe.events.join('')).not.toContain('\u0000');
    for (const event of probe.events) expect(JSON.parse(event)).toEqual({ message: '\ufffd' });
    expect(await post(body('fine'))).toBe(200);
  });

  it('unpacks no more than a request may have', async () => {
    await start({ maxBodyBytes: 1_000_000 });
    const bomb = gzipSync(Buffer.alloc(100_000_000, 'x'), { level: 1 });
    const before = process.memoryUsage().rss;
    expect(await post(bomb, { 'content-encoding': 'gzip' })).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
    expect(await post(gzipSync(body('fine')), { 'content-encoding': 'gzip' })).toBe(200);
  });

  it('answers one sender among 1000 open connections, and turns further ones away', async () => {
    await start({ maxConnections: 1001 });
    await Promise.all(Array.from({ length: 1000 }, open));
    expect(await post(body('a'), { connection: 'close' })).toBe(200);
    await Promise.all(Array.from({ length: 5 }, open));
    await until(() => expect(probe.errorNames).toContain('TooManyConnections'));
    for (const socket of sockets.splice(0)) socket.destroy();
    await until(() => expect(probe.events).toHaveLength(1));
  });

  it('survives a sender that leaves in the middle of its body', async () => {
    await start();
    const socket = await open();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    );
    socket.end();
    socket.resume();
    await once(socket, 'close');
    expect(await post(body('a'))).toBe(200);
    expect(probe.events).toHaveLength(1);
  });
});

describe('a listener for requests', () => {
  it.each([
    ['its headers', 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{'],
  ])('closes a sender that never ends %s', async (_what, text) => {
    probe = new SourceProbe();
    port = await freePort();
    const config = {
      address: '127.0.0.1',
      port,
      maxConnections: 10,
      tls: false,
      tlsMinVersion: 'TLSv1.2' as const,
    };
    const listener = new HttpListener(config, probe.context, () => new Promise(() => {}), {
      headersMs: 100,
      requestMs: 150,
      checkMs: 50,
      refusedMs: 50,
    });
    await listener.listen(config);
    running = { stop: async () => {} };
    const socket = await open();
    socket.resume();
    socket.write(text);
    await once(socket, 'close');
    void listener.stop();
  });
});
