import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syslogOutSink } from '../../src/engine/components/sinks/syslog-out/sink.ts';
import { syslogSource } from '../../src/engine/components/sources/syslog/source.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { eventually } from '../harness/eventually.ts';
import { tool } from './tools.ts';

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

/** Runs rsyslog with a configuration of its own and its files in the folder. */
function startRsyslog(statements: string): void {
  writeFileSync(path('conf'), `global(workDirectory="${folder}")\n${statements}\n`);
  daemon = spawn(tool('rsyslogd', 'rsyslog'), ['-n', '-f', path('conf'), '-i', path('pid')], {
    stdio: 'ignore',
  });
}

const isOpen = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

describe('rsyslog as a sender', () => {
  it.each([
    ['TCP', 'protocol="tcp"'],
    ['TCP with octet counting', 'protocol="tcp" TCP_Framing="octet-counted"'],
    ['UDP', 'protocol="udp"'],
  ])(`over %s: ${COUNT} of ${COUNT} lines of a file arrive`, async (_name, settings) => {
    const probe = new SourceProbe();
    const source = await syslogSource.start({ port }, probe.context);
    try {
      writeFileSync(path('in'), '');
      startRsyslog(`module(load="imfile")
input(type="imfile" file="${path('in')}" tag="app" facility="local3" severity="warning")
template(name="t" type="string" string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% web-1 app 77 - - %msg%")
action(type="omfwd" target="127.0.0.1" port="${port}" template="t" ${settings})`);
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
  it.each([
    ['RFC 5424 with octet counting', { format: 'rfc5424', framing: 'octet_counting' }],
    ['RFC 3164 by lines', { format: 'rfc3164' }],
  ])(`it takes %s over TCP: ${COUNT} of ${COUNT} in their order`, async (_name, config) => {
    startRsyslog(`module(load="imtcp")
input(type="imtcp" port="${port}" address="127.0.0.1")
template(name="t" type="string" string="%PRI%|%HOSTNAME%|%programname%|%msg:::drop-last-lf%\\n")
action(type="omfile" file="${path('out')}" template="t")`);
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
