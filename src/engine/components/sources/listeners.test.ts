import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectSecurely, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { validateConfig } from '../catalogue.ts';
import { freePort, SourceProbe, until } from '../testing/contexts.ts';
import { certificates } from '../testing/http-peer.ts';
import type { RunningSource, SourceComponent } from '../types.ts';
import { httpServerSource } from './http-server/source.ts';
import { syslogSource } from './syslog/source.ts';
import { tcpSource } from './tcp/source.ts';

const run = promisify(execFile);
const { ca, server, client } = certificates;
const identity = { tlsCert: server.cert, tlsKey: server.key };
let running: RunningSource | null = null;
let probe = new SourceProbe();
let port = 0;
const sockets: { destroy(): void }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(source: SourceComponent, config: Record<string, unknown>): Promise<void> {
  probe = new SourceProbe();
  port = await freePort();
  running = await source.start({ port, ...config }, probe.context);
}

/** Rejects with the peer's error, even after the handshake. */
async function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectSecurely({ host: '127.0.0.1', port, ca, ...options });
  sockets.push(socket);
  await once(socket, 'secureConnect');
  return socket;
}
async function sendSecurely(text: string, options: ConnectionOptions = {}): Promise<void> {
  const socket = await open(options);
  socket.end(text);
  socket.resume();
  await once(socket, 'close');
}

const LISTENERS = [
  ['tcp', tcpSource, { ...identity, tls: true }, (text: string) => `${text}\n`],
  ['syslog', syslogSource, { ...identity, transport: 'tls' }, (text: string) => `<13>${text}\n`],
] as const;

describe.each(LISTENERS)('%s over TLS', (templateId, source, config, framed) => {
  const texts = () =>
    probe.events.map((text) =>
      text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text,
    );

  it('takes secure connections in any chunks, and nothing in clear', async () => {
    await start(source, config);
    const many = Array.from({ length: 20_000 }, (_, n) => `line ${n}`);
    await sendSecurely(many.map(framed).join(''));
    await until(() => expect(texts()).toEqual(many));
    const plain = connect(port, '127.0.0.1');
    plain.on('error', () => {});
    plain.end(framed('in clear'));
    await until(() => expect(probe.errorNames).toEqual(['TlsHandshakeFailed']));
    expect(texts()).toHaveLength(many.length);
  });

  it('refuses versions below the lowest, and senders that do not trust it', async () => {
    await start(source, { ...config, tlsMinVersion: 'TLSv1.3' });
    await expect(open({ maxVersion: 'TLSv1.2' })).rejects.toThrow();
    await expect(open({ ca: [] })).rejects.toThrow();
    await sendSecurely(framed('fine'), { minVersion: 'TLSv1.3' });
    await until(() => expect(texts()).toEqual(['fine']));
    expect(new Set(probe.errorNames)).toEqual(new Set(['TlsHandshakeFailed']));
  });

  it('asks senders for a certificate where it has authorities for them', async () => {
    await start(source, { ...config, tlsClientCa: ca });
    probe.tracksOrigin = true;
    await sendSecurely(framed('known'), client);
    await until(() => expect(texts()).toEqual(['known']));
    const stranger = await open().catch(() => null);
    stranger?.on('error', () => {});
    stranger?.end(framed('stranger'));
    await until(() => expect(probe.errorNames).toEqual(['TlsHandshakeFailed']));
    expect(texts()).toEqual(['known']);
    expect(probe.origins).toEqual([{ sender: '127.0.0.1', listener: `127.0.0.1:${port}`, client: 'client' }]);
  });

  it('takes a renewed certificate without closing connections', async () => {
    await start(source, config);
    const former = await open();
    const renewed = { port, ...config, tlsCert: client.cert, tlsKey: client.key };
    expect(await running!.update!(renewed)).toBe(true);
    former.write(framed('former'));
    const next = await open();
    expect(next.getPeerCertificate().subject.CN).toBe('client');
    expect(former.getPeerCertificate().subject.CN).toBe('server');
    next.write(framed('next'));
    await until(() => expect(texts().sort()).toEqual(['former', 'next']));
    expect(await running!.update!({ ...renewed, tlsClientCa: ca })).toBe(false);
  });

  it('stops at once though a sender never agrees on a secure connection', async () => {
    await start(source, config);
    const silent = connect(port, '127.0.0.1');
    sockets.push(silent);
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await running!.stop();
    running = null;
    await closed;
  });

  it('says which setting is missing or wrong', async () => {
    const switches = templateId === 'tcp' ? { tls: true } : { transport: 'tls' };
    const details = validateConfig('SOURCE', templateId, { port: 4740, ...switches, tlsCert: 'x' }).details;
    expect(details?.map(({ field, rule }) => [field, rule])).toEqual([
      ['tlsCert', 'certificate'],
      ['tlsKey', 'required'],
    ]);
    const wrongKey = source.start({ port: 4740, ...config, tlsKey: client.key }, probe.context);
    await expect(wrongKey).rejects.toMatchObject({
      problem: { message: 'The certificate cannot be used: its key belongs to another certificate' },
    });
  });
});

it.each([
  ['tcp', tcpSource, 'line\n'],
  ['syslog', syslogSource, '<13>line\n'],
] as const)('%s turns away senders that are not permitted', async (_name, source, text) => {
  await start(source, { permittedSenders: ['10.0.0.0/8'] });
  const send = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(text);
    socket.resume();
    await once(socket, 'close');
  };
  await send();
  await until(() => expect(probe.errorNames).toEqual(['SenderNotPermitted']));
  expect(await running!.update!({ port, permittedSenders: ['127.0.0.1'] })).toBe(true);
  await send();
  await until(() => expect(probe.events).toHaveLength(1));
  const { details } = validateConfig('SOURCE', 'tcp', {
    port,
    permittedSenders: ['10.0.0.0/8', '10.0.0.0/33'],
  });
  expect(details?.map(({ field }) => field)).toEqual(['permittedSenders.1']);
});

it('syslog reads with another time zone from now on, its connections open', async () => {
  await start(syslogSource, { format: 'rfc3164' });
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const timestamps = () => probe.events.map((text) => (JSON.parse(text) as { timestamp: string }).timestamp);
  socket.write('<13>2025 Jan  1 12:00:00 h a: x\n<13>Jan  1 2025 12:00:00 h a: x\n');
  await until(() => expect(timestamps()).toHaveLength(2));
  expect(await running!.update!({ port, format: 'rfc3164', timezone: 'Europe/Berlin' })).toBe(true);
  socket.write('<13>Jan  1 2025 12:00:00 h a: x\n');
  await until(() =>
    expect(timestamps().slice(1)).toEqual(['2025-01-01T12:00:00.000Z', '2025-01-01T11:00:00.000Z']),
  );
  expect(await running!.update!({ port, format: 'rfc3164', framing: 'newline' })).toBe(false);
});

it('http_server answers curl over https, with client certificates', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'https-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    await start(httpServerSource, { ...identity, tls: true, tlsClientCa: ca });
    probe.tracksOrigin = true;
    const basic = ['-sS', '--cacert', file('ca', ca), `https://127.0.0.1:${port}/`, '-d', '{"a":1}'];
    const proof = ['--cert', file('cert', client.cert), '--key', file('key', client.key)];
    const { stdout } = await run('curl', [...basic, ...proof]);
    expect(stdout).toContain('"accepted":1');
    await expect(run('curl', basic)).rejects.toThrow();
    expect(probe.events).toEqual(['{"a":1}']);
    expect(probe.origins).toMatchObject([{ sender: '127.0.0.1', client: 'client' }]);
    expect(probe.errorNames).toEqual(['TlsHandshakeFailed']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
