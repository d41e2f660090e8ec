import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSnippets } from '../../src/console/views/connections/snippets.ts';
import { httpServerSource } from '../../src/engine/components/sources/http-server/source.ts';
import { otlpSource } from '../../src/engine/components/sources/otlp/source.ts';
import { relpSource } from '../../src/engine/components/sources/relp/source.ts';
import { splunkHecSource } from '../../src/engine/components/sources/splunk-hec/source.ts';
import { syslogSource } from '../../src/engine/components/sources/syslog/source.ts';
import { tcpSource } from '../../src/engine/components/sources/tcp/source.ts';
import { udpSource } from '../../src/engine/components/sources/udp/source.ts';
import { freePort, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import type { RunningSource, SourceComponent } from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { SYSLOG_NG, startSyslogNg, syslogNg } from '../harness/programs.ts';
import { Collector } from './collector.ts';
import { requireRsyslogRelp, requireRsyslogTls, startRsyslog, tool } from './tools.ts';

const run = promisify(execFile);
const PATIENCE_MS = 60_000;
/** Certificate and key paths in snippets, and their test file names. */
const FILES = [
  ['/etc/ssl/penstock-ca.pem', 'ca.pem'],
  ['/etc/ssl/client.pem', 'client.pem'],
  ['/etc/ssl/client-key.pem', 'client-key.pem'],
] as const;
const TLS = { tlsCert: certificates.server.cert, tlsKey: certificates.server.key };
const SECRETS = {
  YOUR_TOKEN: 'a-token',
  YOUR_KEY: 'a-key',
  YOUR_USER_AND_PASSWORD_IN_BASE64: Buffer.from('user:pass').toString('base64'),
};

const SOURCES: Record<string, SourceComponent> = {
  http_server: httpServerSource,
  splunk_hec: splunkHecSource,
  otlp: otlpSource,
  tcp: tcpSource,
  udp: udpSource,
  syslog: syslogSource,
  relp: relpSource,
};

let folder = '';
let daemon: ChildProcess | null = null;
let collector: Collector | null = null;
let running: RunningSource | null = null;
let probe = new SourceProbe();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippets-'));
});
afterEach(async () => {
  daemon?.kill('SIGKILL');
  daemon = null;
  await collector?.kill();
  collector = null;
  await running?.stop();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);
const filled = (text: string): string => {
  const own = FILES.reduce((now, [there, here]) => now.replaceAll(there, path(here)), text);
  // Longest first: some names are prefixes of others.
  const names = Object.entries(SECRETS).sort(([a], [b]) => b.length - a.length);
  return names.reduce((now, [name, value]) => now.replaceAll(name, value), own);
};

/** Returns its screen's snippets with secrets filled in. */
async function start(templateId: string, config: Record<string, unknown>) {
  probe = new SourceProbe();
  writeFileSync(path('ca.pem'), certificates.ca);
  writeFileSync(path('client.pem'), certificates.client.cert);
  writeFileSync(path('client-key.pem'), certificates.client.key);
  const ports = templateId === 'otlp' ? ['httpPort', 'grpcPort'] : ['port'];
  const chosen: Record<string, unknown> = { address: '127.0.0.1', ...config };
  for (const port of ports) chosen[port] = await freePort();
  running = (await SOURCES[templateId]?.start(chosen, probe.context)) ?? null;
  return buildSnippets({ templateId, config: chosen });
}

const textOf = (snippets: ReturnType<typeof buildSnippets>, label: string): string => {
  const found = snippets.find((one) => one.label === label);
  if (!found) throw new Error(`no snippet for ${label}: ${snippets.map((one) => one.label).join(', ')}`);
  return filled(found.text);
};

const arrived = (text: string) =>
  eventually(async () => expect(probe.events.join('\n')).toContain(text), PATIENCE_MS);

type Case = [title: string, templateId: string, config: Record<string, unknown>, label: string, text: string];
const PROVEN = { ...TLS, tlsClientCa: certificates.ca };
const HEC = { tokens: SECRETS.YOUR_TOKEN };
const SHELL: Case[] = [
  ['curl', 'http_server', {}, 'curl', 'hello'],
  ['curl with a bearer token', 'http_server', { auth: 'bearer', token: 'a-token' }, 'curl', 'hello'],
  ['curl with a user', 'http_server', { auth: 'basic', username: 'user', password: 'pass' }, 'curl', 'hello'],
  ['curl, an event of HEC', 'splunk_hec', HEC, 'curl', 'hello'],
  ['curl, a raw line of HEC', 'splunk_hec', HEC, 'curl, a raw line', 'hello'],
  ['curl, HEC with acknowledgements', 'splunk_hec', { ...HEC, acks: true }, 'curl', 'hello'],
  ['curl, OTLP', 'otlp', {}, 'curl', 'hello'],
  ['curl over HTTPS', 'http_server', { ...TLS, tls: true }, 'curl', 'hello'],
  ['curl over HTTPS with a certificate', 'http_server', { ...PROVEN, tls: true }, 'curl', 'hello'],
  ['curl, HEC over HTTPS', 'splunk_hec', { ...HEC, ...TLS, tls: true }, 'curl', 'hello'],
  ['curl, OTLP over HTTPS', 'otlp', { ...PROVEN, tls: true }, 'curl', 'hello'],
  ["Splunk's client", 'splunk_hec', HEC, 'Splunk logging for JavaScript', 'hello'],
  [
    "Splunk's client over HTTPS",
    'splunk_hec',
    { ...HEC, ...TLS, tls: true },
    'Splunk logging for JavaScript',
    'hello',
  ],
  ['netcat over TCP', 'tcp', {}, 'netcat', 'info'],
  ['netcat over UDP', 'udp', {}, 'netcat', 'info'],
  ['openssl', 'tcp', { ...TLS, tls: true }, 'openssl', 'info'],
  ['logger over TCP', 'syslog', { transport: 'tcp' }, 'logger', 'hello from logger'],
  ['logger over UDP', 'syslog', { transport: 'udp' }, 'logger', 'hello from logger'],
  ['openssl with a certificate', 'tcp', { ...PROVEN, tls: true }, 'openssl', 'info'],
  ['openssl to syslog', 'syslog', { ...TLS, transport: 'tls' }, 'openssl', 'hello'],
];
const PROGRAMS: Record<string, [string, string]> = {
  netcat: ['nc', 'netcat-openbsd'],
  logger: ['logger', 'bsdutils'],
  openssl: ['openssl', 'openssl'],
};

describe('sender lines of a source screen run unchanged [R2.1-12]', () => {
  it.each(SHELL)('%s', async (_, templateId, config, label, text) => {
    tool(...(PROGRAMS[label] ?? (['curl', 'curl'] as const)));
    const snippets = await start(templateId, config);
    // Already installed.
    const lines = textOf(snippets, label).replace(/^npm install .*\n/, '');
    await run('bash', ['-c', lines], { timeout: PATIENCE_MS });
    await arrived(text);
  });

  it.each<[string, Record<string, unknown>, 'otlp-proto' | 'otlp-grpc']>([
    ['HTTP', {}, 'otlp-proto'],
    ['HTTP with a token', { auth: 'bearer', token: 'a-token' }, 'otlp-proto'],
    ['HTTPS with a certificate', { ...PROVEN, tls: true }, 'otlp-proto'],
    ['gRPC', { transport: 'grpc' }, 'otlp-grpc'],
    ['gRPC with a token', { transport: 'grpc', auth: 'bearer', token: 'a-token' }, 'otlp-grpc'],
    ['gRPC with TLS and a certificate', { ...PROVEN, tls: true, transport: 'grpc' }, 'otlp-grpc'],
  ])('OpenTelemetry for JavaScript: its exporter by the lines for %s', async (_, config, exporter) => {
    const snippets = await start('otlp', config);
    const lines = textOf(snippets, 'OpenTelemetry for JavaScript').split('\n');
    const settings = lines.filter((line) => line.startsWith('export '));
    expect(lines.slice(settings.length)).toEqual([expect.stringMatching(/^node --require/)]);
    const program = `const { LoggerProvider, SimpleLogRecordProcessor } = require('@opentelemetry/sdk-logs');
const { OTLPLogExporter } = require('@opentelemetry/exporter-logs-${exporter}');
const processors = [new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter() })];
const provider = new LoggerProvider({ processors });
provider.getLogger('app').emit({ body: 'hello of an exporter' });
provider.forceFlush().then(() => provider.shutdown());`;
    await run('bash', ['-c', `${settings.join('\n')}\nnode -e "$PROGRAM"`], {
      timeout: PATIENCE_MS,
      env: { ...process.env, PROGRAM: program },
    });
    await arrived('hello of an exporter');
  });

  it.each<[string, Record<string, unknown>]>([
    ['HTTP', {}],
    ['HTTP with a token', { auth: 'bearer', token: 'a-token' }],
    ['HTTPS with a certificate', { ...PROVEN, tls: true }],
    ['gRPC', { transport: 'grpc' }],
    ['gRPC with a token', { transport: 'grpc', auth: 'bearer', token: 'a-token' }],
    ['gRPC with TLS and a certificate', { ...PROVEN, tls: true, transport: 'grpc' }],
  ])(
    'the OpenTelemetry Collector by the lines for %s',
    async (_, config) => {
      const snippets = await start('otlp', config);
      writeFileSync(path('in.log'), 'hello of a Collector\n');
      const own = `receivers:
  filelog:
    include: [${path('in.log')}]
    start_at: beginning
service:
  telemetry:
    metrics:
      level: none
  pipelines:
    logs:
      receivers: [filelog]
`;
      collector = new Collector(folder);
      await collector.start([own, textOf(snippets, 'the OpenTelemetry Collector')]);
      await arrived('hello of a Collector');
    },
    1_800_000,
  );

  const SYSLOG: [title: string, config: Record<string, unknown>][] = [
    ['TCP', { transport: 'tcp' }],
    ['UDP', { transport: 'udp' }],
    ['lines of RFC 5424', { transport: 'tcp', format: 'rfc5424', framing: 'newline' }],
    ['lines of RFC 3164', { transport: 'tcp', format: 'rfc3164', framing: 'newline' }],
    ['RFC 3164 over UDP', { transport: 'udp', format: 'rfc3164' }],
    ['TLS', { ...TLS, transport: 'tls' }],
    ['TLS with a client certificate', { ...TLS, transport: 'tls', tlsClientCa: certificates.ca }],
  ];
  it.runIf(syslogNg !== null).each(SYSLOG)(`${SYSLOG_NG}: %s`, async (_, config) => {
    const snippets = await start('syslog', config);
    const socket = path('in.sock');
    const source = `source s_src { unix-dgram("${socket}"); };`;
    daemon = startSyslogNg(folder, `${source}\n${textOf(snippets, 'syslog-ng')}`);
    await eventually(
      () => run(tool('logger', 'bsdutils'), ['--socket-errors=on', '-u', socket, 'hello from syslog-ng']),
      PATIENCE_MS,
    );
    await arrived('hello from syslog-ng');
  });

  const RSYSLOG = [
    ...SYSLOG.map(([title, config]) => [title, 'syslog', config] as const),
    ['RELP', 'relp', {}],
    ['RELP, RFC 3164', 'relp', { format: 'rfc3164' }],
    ['RELP with TLS', 'relp', { ...TLS, tls: true }],
    ['RELP with TLS and a client certificate', 'relp', { ...PROVEN, tls: true }],
  ] as const;
  it.each(RSYSLOG)('rsyslog: %s', async (_, templateId, config) => {
    if (templateId === 'relp') requireRsyslogRelp();
    else if ('transport' in config && config.transport === 'tls') requireRsyslogTls();
    const snippets = await start(templateId, config);
    const socket = path('in.sock');
    const input = `module(load="imuxsock" SysSock.Use="off")\ninput(type="imuxsock" Socket="${socket}")`;
    daemon = startRsyslog(folder, `${input}\n${textOf(snippets, 'rsyslog')}`);
    await eventually(
      () => run(tool('logger', 'bsdutils'), ['--socket-errors=on', '-u', socket, 'hello from rsyslog']),
      PATIENCE_MS,
    );
    await arrived('hello from rsyslog');
  });
});
