import type { ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syslogOutSink } from '../../src/engine/components/sinks/syslog-out/sink.ts';
import { syslogSource } from '../../src/engine/components/sources/syslog/source.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import { eventually } from '../harness/eventually.ts';
import { requireRsyslogTls, startRsyslog } from './tools.ts';

const COUNT = 1000;
const PATIENCE_MS = 60_000;

let folder = '';
let port = 0;
let daemon: ChildProcess | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rsyslog-'));
  port = await freePort();
});
afterEach(() => {
  daemon?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

/** The statement with rsyslog's own certificate and the authority. */
function tlsFiles(own: { cert: string; key: string }): string {
  requireRsyslogTls();
  writeFileSync(path('ca'), certificates.ca);
  writeFileSync(path('cert'), own.cert);
  writeFileSync(path('key'), own.key, { mode: 0o600 });
  return `global(DefaultNetstreamDriverCAFile="${path('ca')}" DefaultNetstreamDriverCertFile="${path('cert')}" DefaultNetstreamDriverKeyFile="${path('key')}")`;
}
const TLS_SOURCE = {
  transport: 'tls',
  tlsCert: certificates.server.cert,
  tlsKey: certificates.server.key,
};
const BY_NAME = 'StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/name"';
const TLS_SENDER = `protocol="tcp" TCP_Framing="octet-counted" ${BY_NAME} StreamDriverPermittedPeers="localhost"`;
const TLS_SINK = { transport: 'tls', tlsCa: certificates.ca };
const LISTENER = 'StreamDriver.Name="gtls" StreamDriver.Mode="1"';

const isOpen = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

describe('rsyslog as a sender', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['TCP', 'protocol="tcp"', {}],
    ['TCP with octet counting', 'protocol="tcp" TCP_Framing="octet-counted"', {}],
    ['UDP', 'protocol="udp"', {}],
    ['TLS', TLS_SENDER, TLS_SOURCE],
    ['TLS with client certificates', TLS_SENDER, { ...TLS_SOURCE, tlsClientCa: certificates.ca }],
  ])(`over %s: ${COUNT} of ${COUNT} lines of a file arrive`, async (_name, settings, config) => {
    const probe = new SourceProbe();
    const source = await syslogSource.start({ port, ...config }, probe.context);
    try {
      writeFileSync(path('in'), '');
      daemon = startRsyslog(
        folder,
        `${settings === TLS_SENDER ? tlsFiles(certificates.client) : ''}
module(load="imfile")
input(type="imfile" file="${path('in')}" tag="app" facility="local3" severity="warning")
template(name="t" type="string" string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% web-1 app 77 - - %msg%")
action(type="omfwd" target="127.0.0.1" port="${port}" template="t" ${settings})`,
      );
      appendFileSync(path('in'), Array.from({ length: COUNT }, (_, n) => `line ${n} ü\n`).join(''));
      await eventually(() => expect(probe.events).toHaveLength(COUNT), PATIENCE_MS);
      const events = probe.events.map((text) => JSON.parse(text) as Record<string, string>);
      expect(events.map(({ message }) => message)).toEqual(
        Array.from({ length: COUNT }, (_, n) => `line ${n} ü`),
      );
      expect(events[0]).toMatchObject({ hostname: 'web-1', appname: 'app', facility: 'local3' });
    } finally {
      await source.stop();
    }
  });
});

describe('rsyslog as a receiver', () => {
  const octets = { format: 'rfc5424', framing: 'octet_counting' };
  it.each<[string, string, Record<string, unknown>]>([
    ['RFC 5424 with octet counting over TCP', '', octets],
    ['RFC 3164 by lines over TCP', '', { format: 'rfc3164' }],
    ['RFC 5424 over TLS', `${LISTENER} StreamDriver.AuthMode="anon"`, { ...octets, ...TLS_SINK }],
    [
      'RFC 5424 over TLS from who proves to be the client',
      `${LISTENER} StreamDriver.AuthMode="x509/name" PermittedPeer="localhost"`,
      { ...octets, ...TLS_SINK, tlsCert: certificates.client.cert, tlsKey: certificates.client.key },
    ],
  ])(`it takes %s: ${COUNT} of ${COUNT} in their order`, async (_name, listener, config) => {
    daemon = startRsyslog(
      folder,
      `${listener === '' ? '' : tlsFiles(certificates.server)}
module(load="imtcp" ${listener})
input(type="imtcp" port="${port}" address="127.0.0.1")
template(name="t" type="string" string="%PRI%|%HOSTNAME%|%programname%|%msg:::drop-last-lf%\\n")
action(type="omfile" file="${path('out')}" template="t")`,
    );
    await eventually(async () => expect(await isOpen()).toBe(true), PATIENCE_MS);
    const sink = await syslogOutSink.open({ host: '127.0.0.1', port, ...config }, new SinkProbe().context);
    for (let from = 0; from < COUNT; from += 100)
      await sink.write(
        jsonBatch(
          ...Array.from({ length: 100 }, (_, n) => ({
            hostname: 'web-1',
            appname: 'app',
            facility: 'local3',
            severity: 'warning',
            message: `line ${from + n}`,
          })),
        ),
      );
    await sink.close();
    await eventually(
      () =>
        expect(
          readFileSync(path('out'), 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => line.replace(/\| /, '|')),
        ).toEqual(Array.from({ length: COUNT }, (_, n) => `156|web-1|app|line ${n}`)),
      PATIENCE_MS,
    );
  });
});
