import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { relpSink } from '../../src/engine/components/sinks/relp/sink.ts';
import { relpSource } from '../../src/engine/components/sources/relp/source.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import { RetryableError } from '../../src/engine/components/types.ts';
import { planOf, sink, source } from '../engine/harness/plans.ts';
import { ProcessBench } from '../engine/harness/process-bench.ts';
import { eventually } from '../harness/eventually.ts';
import { requireRsyslogRelp, startRsyslog } from './tools.ts';

const COUNT = 1000;
/** So many that a kill meets some under way. */
const KILLED = 20_000;
const PATIENCE_MS = 120_000;

let folder = '';
let port = 0;
let daemon: ChildProcess | null = null;
beforeEach(async () => {
  requireRsyslogRelp();
  folder = mkdtempSync(join(tmpdir(), 'relp-'));
  port = await freePort();
  writeFileSync(path('ca'), certificates.ca);
});
afterEach(() => {
  daemon?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

/** The settings by which rsyslog proves who it is. */
function tlsSettings(own: { cert: string; key: string }): string {
  writeFileSync(path('cert'), own.cert);
  writeFileSync(path('key'), own.key, { mode: 0o600 });
  return `tls="on" tls.caCert="${path('ca')}" tls.myCert="${path('cert')}" tls.myPrivKey="${path('key')}" tls.authMode="name" tls.permittedPeer="localhost"`;
}
const TLS_SOURCE = { tls: true, tlsCert: certificates.server.cert, tlsKey: certificates.server.key };

const line = (n: number) => `line ${n} ü`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => line(from + n));
const append = (from: number, to: number) =>
  appendFileSync(
    path('in'),
    lines(from, to)
      .map((text) => `${text}\n`)
      .join(''),
  );

/** rsyslog sends the lines of a file, and asks again for what was not answered within ten seconds. */
function startSender(settings = ''): void {
  writeFileSync(path('in'), '');
  daemon = startRsyslog(
    folder,
    `module(load="imfile")
module(load="omrelp")
input(type="imfile" file="${path('in')}" tag="app" facility="local3" severity="warning")
template(name="t" type="string" string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% web-1 app 77 - - %msg%")
action(type="omrelp" target="127.0.0.1" port="${port}" template="t" timeout="10" action.resumeInterval="1" action.resumeRetryCount="-1" ${settings})`,
  );
}

function compare(found: readonly string[], wanted: readonly string[]) {
  const once = new Set(found);
  return { lost: wanted.filter((text) => !once.has(text)).length, repeated: found.length - once.size };
}
const messageOf = (text: string) => (JSON.parse(text) as { message: string }).message;

describe('rsyslog as a sender over RELP', () => {
  it.each<[string, boolean, Record<string, unknown>]>([
    ['in clear', false, {}],
    ['with TLS', true, TLS_SOURCE],
    ['with TLS and client certificates', true, { ...TLS_SOURCE, tlsClientCa: certificates.ca }],
  ])(`%s: ${COUNT} of ${COUNT} lines of a file arrive once each`, async (_name, isSecure, config) => {
    const probe = new SourceProbe();
    const running = await relpSource.start({ port, ...config }, probe.context);
    try {
      startSender(isSecure ? tlsSettings(certificates.client) : '');
      append(0, COUNT);
      await eventually(() => expect(probe.events).toHaveLength(COUNT), PATIENCE_MS);
      expect(probe.events.map(messageOf)).toEqual(lines(0, COUNT));
      expect(JSON.parse(probe.events[0]!)).toMatchObject({
        hostname: 'web-1',
        appname: 'app',
        facility: 'local3',
      });
      expect(probe.reports).toEqual([]);
    } finally {
      await running.stop();
    }
  });

  it('none is lost while the source stops and starts, and while no pipeline takes anything', async () => {
    const probe = new SourceProbe();
    let running = await relpSource.start({ port }, probe.context);
    try {
      startSender();
      for (let n = 0; n < 5; n++) {
        append(n * 2000, (n + 1) * 2000);
        await eventually(() => expect(probe.events.length).toBeGreaterThan(n * 2000), PATIENCE_MS);
        if (n % 2 === 0) {
          await running.stop();
          running = await relpSource.start({ port }, probe.context);
        } else {
          probe.answer = async () => 'unavailable';
          await delay(2000);
          probe.answer = async () => 'accepted';
        }
      }
      const wanted = lines(0, 10_000);
      await eventually(() => expect(compare(probe.events.map(messageOf), wanted).lost).toBe(0), PATIENCE_MS);
      console.info('source stopped and refusing:', compare(probe.events.map(messageOf), wanted));
    } finally {
      await running.stop();
    }
  });

  it('none is lost when the engine is killed three times [R1]', async () => {
    const bench = new ProcessBench({ restartMaxMs: 100 });
    const out = path('out');
    const buffer = { mode: 'disk', maxBytes: 64 << 20, whenFull: 'block' };
    const batch = { maxEvents: 500, timeoutMs: 20 };
    const found = () =>
      existsSync(out)
        ? readFileSync(out, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((text) => messageOf(text))
        : [];
    try {
      await bench.engine.start();
      await bench.engine.deploy(
        planOf(
          [source('in', 'relp', { port }), sink('out', { path: out, buffer, batch }, 'file')],
          ['in>out'],
        ),
      );
      startSender();
      for (let kill = 0; kill < 3; kill++) {
        const before = found().length;
        append(kill * KILLED, (kill + 1) * KILLED);
        await eventually(() => expect(found().length).toBeGreaterThan(before), PATIENCE_MS);
        process.kill(bench.engine.pid!, 'SIGKILL');
      }
      const wanted = lines(0, 3 * KILLED);
      await eventually(() => expect(compare(found(), wanted).lost).toBe(0), PATIENCE_MS);
      console.info('engine killed three times:', compare(found(), wanted));
    } finally {
      await bench.end();
    }
  });
});

const isOpen = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** rsyslog writes what it receives to a file. */
async function startReceiver(settings = ''): Promise<void> {
  daemon = startRsyslog(
    folder,
    `module(load="imrelp")
input(type="imrelp" port="${port}" address="127.0.0.1" ${settings})
template(name="t" type="string" string="%PRI%|%HOSTNAME%|%programname%|%msg:::drop-last-lf%\\n")
action(type="omfile" file="${path('received')}" template="t")`,
  );
  await eventually(async () => expect(await isOpen()).toBe(true), PATIENCE_MS);
}
const receivedLines = () =>
  existsSync(path('received')) ? readFileSync(path('received'), 'utf8').split('\n').slice(0, -1) : [];
const wantedLines = (to: number) => lines(0, to).map((text) => `156|web-1|app|${text}`);
const event = (n: number) => ({
  hostname: 'web-1',
  appname: 'app',
  facility: 'local3',
  severity: 'warning',
  message: line(n),
});

describe('rsyslog as a receiver over RELP', () => {
  it.each<[string, boolean, Record<string, unknown>]>([
    ['in clear', false, {}],
    [
      'with TLS and client certificates',
      true,
      { tls: true, tlsCa: certificates.ca, tlsServerName: 'localhost' },
    ],
  ])(`%s: ${COUNT} of ${COUNT} arrive once each, in order`, async (_name, isSecure, config) => {
    await startReceiver(isSecure ? tlsSettings(certificates.server) : '');
    const proof = isSecure ? { tlsCert: certificates.client.cert, tlsKey: certificates.client.key } : {};
    const out = await relpSink.open(
      { host: '127.0.0.1', port, ...config, ...proof },
      new SinkProbe().context,
    );
    for (let from = 0; from < COUNT; from += 100) {
      const batch = jsonBatch(...Array.from({ length: 100 }, (_, n) => event(from + n)));
      expect(await out.write(batch)).toMatchObject({ refused: [] });
    }
    await out.close();
    await eventually(
      () => expect(receivedLines().map((text) => text.replace('| ', '|'))).toEqual(wantedLines(COUNT)),
      PATIENCE_MS,
    );
  });

  it('none is lost while the receiver stops and starts', async () => {
    await startReceiver();
    const out = await relpSink.open({ host: '127.0.0.1', port, timeoutSeconds: 5 }, new SinkProbe().context);
    const total = 10_000;
    let restarting = Promise.resolve();
    const restart = async () => {
      const ended = once(daemon!, 'exit');
      daemon?.kill('SIGTERM');
      await ended;
      await startReceiver();
    };
    for (let from = 0; from < total; from += 500) {
      if (from === 2500 || from === 6000) {
        await restarting;
        restarting = restart();
      }
      const batch = jsonBatch(...Array.from({ length: 500 }, (_, n) => event(from + n)));
      const left = new Set(Array.from({ length: 500 }, (_, n) => n));
      while (left.size > 0) {
        try {
          const { later } = await out.write(batch);
          for (const n of left) if (!later?.events.includes(n)) batch.drop(n);
          for (const n of [...left]) if (!later?.events.includes(n)) left.delete(n);
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          await delay(100);
        }
      }
    }
    await restarting;
    await out.close();
    const found = () => receivedLines().map((text) => text.replace('| ', '|'));
    await eventually(() => expect(compare(found(), wantedLines(total)).lost).toBe(0), PATIENCE_MS);
    console.info('receiver stopped twice:', compare(found(), wantedLines(total)));
  });
});
