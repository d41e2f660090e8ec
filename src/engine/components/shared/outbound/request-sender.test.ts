import { afterEach, describe, expect, it } from 'vitest';
import { httpSchema } from '../../sinks/http/schema.ts';
import { httpSink } from '../../sinks/http/sink.ts';
import { jsonBatch, SinkProbe } from '../../testing/contexts.ts';
import { certificates, HttpPeer } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';

let peer: HttpPeer;
let sink: RunningSink | null = null;
afterEach(async () => {
  await sink?.close();
  sink = null;
  await peer.close();
});

const open = async (config: Record<string, unknown> = {}, probe = new SinkProbe()) => {
  sink = await httpSink.open({ url: `${peer.url}/in`, ...config }, probe.context);
  return sink;
};
const { ca, server, client } = certificates;
const failing = (config: Record<string, unknown> = {}) =>
  expect(open(config).then((to) => to.write(jsonBatch({ a: 1 })))).rejects;

describe('requests of destinations', () => {
  it.each(['none', 'gzip', 'zstd'])('travel with compression %s', async (compression) => {
    peer = await new HttpPeer().listen();
    await (await open({ compression })).write(jsonBatch({ a: 1 }));
    expect(peer.bodies).toEqual(['{"a":1}\n']);
    expect(peer.received[0]!.headers['content-encoding'] ?? 'none').toBe(compression);
  });

  it('that are under way at the same time keep their own bodies', async () => {
    peer = await new HttpPeer().listen();
    const to = await open({ concurrency: 8 });
    const numbers = Array.from({ length: 24 }, (_, n) => n);
    await Promise.all(numbers.map((n) => to.write(jsonBatch({ n }))));
    expect(peer.bodies.map((body) => JSON.parse(body).n).toSorted((a, b) => a - b)).toEqual(numbers);
  });

  it('are tried again when the receiver resets the connection [R7]', async () => {
    peer = await new HttpPeer().listen();
    peer.answer = () => 'reset';
    await failing().toMatchObject({ name: 'RetryableError', problem: { errorName: 'ConnectionFailed' } });
  });

  it('go over a new connection after one that gave no answer [R7]', async () => {
    peer = await new HttpPeer().listen();
    const to = await open({ timeoutSeconds: 1, concurrency: 2 });
    await Promise.all([to.write(jsonBatch({ n: 0 })), to.write(jsonBatch({ n: 1 }))]);
    peer.answer = () => 'hang';
    await expect(to.write(jsonBatch({ n: 2 }))).rejects.toMatchObject({
      problem: { errorName: 'DestinationTimeout' },
    });
    peer.answer = () => ({});
    await to.write(jsonBatch({ n: 3 }));
    expect(peer.received).toHaveLength(4);
  });

  it('end at once when the engine interrupts them', async () => {
    peer = await new HttpPeer().listen();
    const probe = new SinkProbe();
    const to = await open({}, probe);
    peer.answer = () => {
      probe.ended.abort();
      return 'hang';
    };
    await expect(to.write(jsonBatch({}))).rejects.toMatchObject({ name: 'RetryableError' });
  });

  it('a new connection replaces a kept one that was just closed', async () => {
    peer = await new HttpPeer().listen();
    const to = await open();
    await to.write(jsonBatch({ n: 0 }));
    const { port } = peer;
    await peer.close();
    peer = await new HttpPeer().listen(port);
    await to.write(jsonBatch({ n: 1 }));
    expect(peer.bodies).toEqual(['{"n":1}\n']);
  });
});

describe('TLS of destinations', () => {
  it('trusts a receiver by its authority, and shows a client certificate', async () => {
    peer = await new HttpPeer({ ...server, ca, requestCert: true, rejectUnauthorized: true }).listen();
    const own = { tls: 'own', tlsCa: ca };
    await failing(own).toMatchObject({ problem: { errorName: expect.stringMatching(/Tls|Connection/) } });
    const to = await open({ ...own, tlsCert: client.cert, tlsKey: client.key.replaceAll('\n', ' ') });
    await to.write(jsonBatch({ a: 1 }));
    expect(peer.bodies).toEqual(['{"a":1}\n']);
  });

  it('refuses a receiver without a trusted certificate, unless configured', async () => {
    peer = await new HttpPeer(server).listen();
    await failing().toMatchObject({ problem: { errorName: 'CertificateNotTrusted' } });
    await failing({ tls: 'own' }).toMatchObject({ problem: { errorName: 'CertificateNotTrusted' } });
    await (await open({ tls: 'own', tlsVerify: false })).write(jsonBatch({}));
    expect(peer.received).toHaveLength(1);
  });

  it('refuses a certificate for another name, and an older version', async () => {
    peer = await new HttpPeer({ ...server, maxVersion: 'TLSv1.2' }).listen();
    const own = { tls: 'own', tlsCa: ca };
    await failing({ ...own, tlsServerName: 'other.example' }).toMatchObject({
      problem: { errorName: 'CertificateNotTrusted' },
    });
    await failing({ ...own, tlsMinVersion: 'TLSv1.3' }).toMatchObject({
      problem: { errorName: 'TlsFailed' },
    });
    await (await open({ ...own, tlsServerName: 'localhost' })).write(jsonBatch({}));
  });

  it('is tried again when the receiver speaks no TLS at all [R7]', async () => {
    peer = await new HttpPeer().listen();
    const url = `${peer.url.replace('http:', 'https:')}/in`;
    await failing({ url }).toMatchObject({ name: 'RetryableError', problem: { errorName: 'TlsFailed' } });
  });

  it('refuses settings that cannot work, in words', async () => {
    peer = await new HttpPeer().listen();
    const check = (config: object) =>
      httpSchema
        .safeParse({ url: 'https://example.com/', tls: 'own', ...config })
        .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(check({ tlsCert: client.cert })).toEqual(['tlsKey is required with the client certificate']);
    expect(check({ tlsKey: client.key })).toEqual(['tlsCert is required with the client key']);
    expect(check({ tlsCa: 'no certificate' })).toEqual([
      'tlsCa must hold a PEM text that begins with -----BEGIN CERTIFICATE-----',
    ]);
    const url = 'https://127.0.0.1:1/';
    await expect(open({ url, tls: 'own', tlsCert: client.cert, tlsKey: server.key })).rejects.toMatchObject({
      problem: { errorName: 'TlsSettingsUnusable' },
    });
  });
});
