import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syslogOutSink } from '../../src/engine/components/sinks/syslog-out/sink.ts';
import { httpServerSource } from '../../src/engine/components/sources/http-server/source.ts';
import { syslogSource } from '../../src/engine/components/sources/syslog/source.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import type { RunningSource } from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { hasSyslogNgModule, SYSLOG_NG, startSyslogNg, syslogNg } from '../harness/programs.ts';

/** The kernel limits unread UDP data, so fewer lines use UDP. */
const [COUNT, OVER_UDP] = [1000, 200];
const PATIENCE_MS = 60_000;
type Config = Record<string, unknown>;

let folder = '';
let port = 0;
let daemon: ChildProcess | null = null;
let source: RunningSource | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'syslog-ng-'));
  port = await freePort();
});
afterEach(async () => {
  daemon?.kill('SIGKILL');
  daemon = null;
  await source?.stop();
  source = null;
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);
const file = (name: string, text: string): string => {
  writeFileSync(path(name), text);
  return path(name);
};
const { ca, server, client } = certificates;
const proofOf = (own: { cert: string; key: string }) =>
  ` cert-file("${file('cert', own.cert)}") key-file("${file('key', own.key)}")`;
const trusted = () => `ca-file("${file('ca', ca)}")`;

describe.runIf(syslogNg !== null)(`${SYSLOG_NG} as a sender`, () => {
  const TLS = { transport: 'tls', tlsCert: server.cert, tlsKey: server.key };
  const asked = { ...TLS, tlsClientCa: ca };
  /** Tails numbered lines and sends them on; `driver` and `rest` surround the port. */
  function sendLines(count: number, driver: string, rest: string): void {
    const lines = Array.from(
      { length: count },
      (_, n) => `<156>Jan  2 03:04:05 web-1 app[${n}]: line ${n} ü\n`,
    );
    daemon = startSyslogNg(
      folder,
      `source s { file("${file('in', lines.join(''))}" read-old-records(yes)); };
destination d { ${driver}("127.0.0.1" port(${port}) ${rest}); };
log { source(s); destination(d); flags(flow-control); };`,
    );
  }
  const arrived = (probe: SourceProbe, count: number) =>
    eventually(() => {
      const got = probe.events.map((text) => JSON.parse(text) as Record<string, string>);
      const parts = got.map((one) => [one.hostname, one.appname, one.procid, one.facility, one.message]);
      expect(parts).toEqual(
        Array.from({ length: count }, (_, n) => ['web-1', 'app', String(n), 'local3', `line ${n} ü`]),
      );
      expect(probe.reports).toEqual([]);
    }, PATIENCE_MS);

  type Case = [title: string, driver: string, rest: () => string, config: Config, count?: number];
  const RFC_5424 = { format: 'rfc5424' };
  const RFC_3164 = { format: 'rfc3164' };
  const peer = (more: string) => `transport("tls") tls(${trusted()}${more} peer-verify(required-trusted))`;
  const CASES: Case[] = [
    [
      'RFC 5424 over TCP with octet counting',
      'syslog',
      () => 'transport("tcp")',
      { ...RFC_5424, framing: 'octet_counting' },
    ],
    [
      'RFC 5424 over TCP by lines',
      'network',
      () => 'transport("tcp") flags(syslog-protocol)',
      { ...RFC_5424, framing: 'newline' },
    ],
    ['RFC 3164 over TCP by lines', 'network', () => 'transport("tcp")', { ...RFC_3164, framing: 'newline' }],
    ['either RFC to a source that tells them apart', 'syslog', () => 'transport("tcp")', {}],
    ['RFC 5424 over UDP', 'syslog', () => 'transport("udp")', { ...RFC_5424, transport: 'udp' }, OVER_UDP],
    ['RFC 3164 over UDP', 'network', () => 'transport("udp")', { ...RFC_3164, transport: 'udp' }, OVER_UDP],
    ['RFC 5424 over TLS', 'syslog', () => peer(''), { ...RFC_5424, ...TLS }],
    ['RFC 3164 over TLS', 'network', () => peer(''), { ...RFC_3164, ...TLS }],
    ['RFC 5424 over TLS with client certificates', 'syslog', () => peer(proofOf(client)), asked],
  ];
  it.each(CASES)(
    '%s: all lines of a file arrive in their order',
    async (_, driver, rest, config, count = COUNT) => {
      const probe = new SourceProbe();
      source = await syslogSource.start({ port, ...config }, probe.context);
      sendLines(count, driver, rest());
      await arrived(probe, count);
    },
  );

  it.runIf(hasSyslogNgModule('disk-buffer'))(
    'a disk buffer loses nothing while the source is away',
    async () => {
      const buffer = 'disk-buffer(disk-buf-size(10485760) mem-buf-size(163840) reliable(yes)';
      sendLines(COUNT, 'syslog', `transport("tcp") time-reopen(1) ${buffer} dir("${folder}"))`);
      // It has begun to buffer to disk.
      await eventually(
        () => expect(readFileSync(path('syslog-ng-00000.rqf')).includes('line 500 ')).toBe(true),
        PATIENCE_MS,
      );
      const probe = new SourceProbe();
      source = await syslogSource.start({ port, transport: 'tcp' }, probe.context);
      await arrived(probe, COUNT);
    },
  );

  it.runIf(hasSyslogNgModule('http'))('HTTP batches to a source with a user', async () => {
    const probe = new SourceProbe();
    const user = { auth: 'basic', username: 'ng', password: 'a-password' };
    source = await httpServerSource.start({ port, ...user }, probe.context);
    const lines = Array.from({ length: COUNT }, (_, n) => `{"n":${n}}\n`);
    daemon = startSyslogNg(
      folder,
      `source s { file("${file('in', lines.join(''))}" read-old-records(yes) flags(no-parse)); };
destination d { http(url("http://127.0.0.1:${port}/") method("POST") user("ng") password("a-password")
  headers("Content-Type: application/x-ndjson") batch-lines(100) batch-timeout(200) body("\${MESSAGE}")); };
log { source(s); destination(d); flags(flow-control); };`,
    );
    await eventually(
      () => expect(probe.events.map((text) => JSON.parse(text))).toEqual(lines.map((_, n) => ({ n }))),
      PATIENCE_MS,
    );
  });
});

describe.runIf(syslogNg !== null)(`${SYSLOG_NG} as a receiver`, () => {
  const OCTETS = { format: 'rfc5424', framing: 'octet_counting' };
  const LINES = { format: 'rfc3164', framing: 'newline' };
  const TLS = { transport: 'tls', tlsCa: ca };
  const proof = { tlsCert: client.cert, tlsKey: client.key };
  const verify = (how: string) => `transport("tls") tls(${trusted()}${proofOf(server)} peer-verify(${how}))`;

  const isOpen = (isUdp: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
      if (isUdp) return resolve(readFileSync('/proc/net/udp', 'utf8').includes(local));
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });

  type Case = [title: string, driver: string, rest: () => string, config: Config, count?: number];
  const CASES: Case[] = [
    ['RFC 5424 over TCP with octet counting', 'syslog', () => 'transport("tcp")', OCTETS],
    [
      'RFC 5424 over TCP by lines',
      'network',
      () => 'transport("tcp") flags(syslog-protocol)',
      { format: 'rfc5424' },
    ],
    ['RFC 3164 over TCP by lines', 'network', () => 'transport("tcp")', LINES],
    [
      'RFC 5424 over UDP',
      'syslog',
      () => 'transport("udp")',
      { format: 'rfc5424', transport: 'udp' },
      OVER_UDP,
    ],
    [
      'RFC 3164 over UDP',
      'network',
      () => 'transport("udp")',
      { format: 'rfc3164', transport: 'udp' },
      OVER_UDP,
    ],
    ['RFC 5424 over TLS', 'syslog', () => verify('optional-untrusted'), { ...OCTETS, ...TLS }],
    ['RFC 3164 over TLS', 'network', () => verify('optional-untrusted'), { ...LINES, ...TLS }],
    [
      'RFC 5424 over TLS from who proves to be the client',
      'syslog',
      () => verify('required-trusted'),
      { ...OCTETS, ...TLS, ...proof },
    ],
  ];
  it.each(CASES)('it takes %s, all in their order', async (_, driver, rest, config, count = COUNT) => {
    const isUdp = config.transport === 'udp';
    daemon = startSyslogNg(
      folder,
      `source s { ${driver}(ip("127.0.0.1") port(${port}) ${rest()}); };
destination d { file("${path('out')}" template("$PRI|$HOST|$PROGRAM|$PID|$MSG\\n") flush-lines(1)); };
log { source(s); destination(d); };`,
    );
    await eventually(async () => expect(await isOpen(isUdp)).toBe(true), PATIENCE_MS);
    const sink = await syslogOutSink.open({ host: '127.0.0.1', port, ...config }, new SinkProbe().context);
    for (let from = 0; from < count; from += 100) {
      const events = Array.from({ length: 100 }, (_, n) => ({
        hostname: 'web-1',
        appname: 'app',
        procid: String(from + n),
        facility: 'local3',
        severity: 'warning',
        message: `ünï ${from + n} [x]`,
      }));
      await sink.write(jsonBatch(...events));
    }
    await sink.close();
    const expected = Array.from({ length: count }, (_, n) => `156|web-1|app|${n}|ünï ${n} [x]\n`).join('');
    await eventually(() => expect(readFileSync(path('out'), 'utf8')).toBe(expected), PATIENCE_MS);
  });
});
