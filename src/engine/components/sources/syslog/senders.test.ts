import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import { hasSyslogNg, SYSLOG_NG, startSyslogNg } from '../../testing/syslog-ng.ts';
import type { RunningSource } from '../../types.ts';
import { syslogSource } from './source.ts';

const run = promisify(execFile);
const PROGRAM = '/usr/bin/logger';
const hasLogger = existsSync(PROGRAM);
const LOGGER = hasLogger ? 'logger' : `logger (not run: ${PROGRAM} is missing)`;

let probe = new SourceProbe();
let running: RunningSource | null = null;
let folder = '';
let port = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'senders-'));
});
afterEach(async () => {
  await running?.stop();
  running = null;
  rmSync(folder, { recursive: true });
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  port = await freePort();
  running = await syslogSource.start({ port, ...config }, probe.context);
}
type Event = Record<string, string>;
const events = () => probe.events.map((text) => JSON.parse(text) as Event);

describe.runIf(hasLogger)(`the syslog source and ${LOGGER}`, () => {
  const send = (...args: string[]) =>
    run(PROGRAM, ['--server', '127.0.0.1', '--port', String(port), '--tag', 'shop', ...args]);

  it.each([
    ['UDP, RFC 5424', ['--udp', '--rfc5424']],
    ['UDP, RFC 3164', ['--udp', '--rfc3164']],
    ['TCP, RFC 5424 by lines', ['--tcp', '--rfc5424']],
    ['TCP, RFC 5424 with octet counting', ['--tcp', '--rfc5424', '--octet-count']],
    ['TCP, RFC 3164 by lines', ['--tcp', '--rfc3164']],
  ])('reads %s', async (_name, flags) => {
    await start();
    await send(...flags, '--priority', 'local3.warning', '--id=77', 'hellö wörld');
    await until(() => expect(probe.events).toHaveLength(1));
    const [event] = events();
    expect(event).toMatchObject({
      appname: 'shop',
      facility: 'local3',
      severity: 'warning',
      message: 'hellö wörld',
    });
    expect(event!.procid).toBe('77');
    expect(Math.abs(Date.parse(event!.timestamp!) - Date.now())).toBeLessThan(60_000);
    expect(probe.reports).toEqual([]);
  });
});

describe.runIf(hasSyslogNg)(`the syslog source and ${SYSLOG_NG}`, () => {
  let daemon: ChildProcess | null = null;
  afterEach(() => {
    daemon?.kill('SIGKILL');
    daemon = null;
  });
  const COUNT = 1000;

  /** Lets it read numbered lines from a file and send them on. */
  function sendLines(destination: string): void {
    const lines = Array.from(
      { length: COUNT },
      (_, n) => `<156>Jan  2 03:04:05 web-1 app[${n}]: line ${n} ü\n`,
    );
    const input = join(folder, 'in');
    writeFileSync(input, lines.join(''));
    daemon = startSyslogNg(
      folder,
      `source s { file("${input}" read-old-records(yes)); };
destination d { ${destination} };
log { source(s); destination(d); };`,
    );
  }
  const expected = Array.from({ length: COUNT }, (_, n) => [
    'web-1',
    'app',
    String(n),
    'local3',
    `line ${n} ü`,
  ]);
  const received = () =>
    events().map(({ hostname, appname, procid, facility, message }) => [
      hostname,
      appname,
      procid,
      facility,
      message,
    ]);
  const at = (rest: string) => `"127.0.0.1" port(${port}) ${rest}`;

  it('takes RFC 5424 with octet counting over TCP, 1,000 of 1,000 in their order', async () => {
    await start({ transport: 'tcp' });
    sendLines(`syslog(${at('transport("tcp")')});`);
    await until(() => expect(received()).toEqual(expected));
    expect(probe.reports).toEqual([]);
  });

  it('takes RFC 3164 by lines over TCP, 1,000 of 1,000 in their order', async () => {
    await start({ transport: 'tcp' });
    sendLines(`network(${at('transport("tcp")')});`);
    await until(() => expect(received()).toEqual(expected));
  });

  it('takes RFC 5424 over UDP', async () => {
    await start({ transport: 'udp' });
    sendLines(`syslog(${at('transport("udp")')});`);
    await until(() => expect(received()).toEqual(expected));
  });

  it('takes RFC 5424 over TLS with certificates on both sides, 1,000 of 1,000 in their order', async () => {
    const { ca, server, client } = certificates;
    await start({ transport: 'tls', tlsCert: server.cert, tlsKey: server.key, tlsClientCa: ca });
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const tls = `ca-file("${file('ca', ca)}") cert-file("${file('cert', client.cert)}") key-file("${file('key', client.key)}")`;
    sendLines(`syslog(${at(`transport("tls") tls(${tls} peer-verify(required-trusted))`)});`);
    await until(() => expect(received()).toEqual(expected));
    expect(probe.reports).toEqual([]);
  });
});
