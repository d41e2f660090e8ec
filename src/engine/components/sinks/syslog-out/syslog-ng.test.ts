import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, jsonBatch, SinkProbe, until } from '../../testing/contexts.ts';
import { hasSyslogNg, SYSLOG_NG, startSyslogNg } from '../../testing/syslog-ng.ts';
import { syslogOutSink } from './sink.ts';

/** A receiver that others wrote: what it understood, it writes as parts. */
describe.runIf(hasSyslogNg)(`the syslog destination and ${SYSLOG_NG}`, () => {
  let folder = '';
  let port = 0;
  let daemon: ChildProcess;
  const output = () => readFileSync(join(folder, 'out'), 'utf8');

  const start = async (source: string) => {
    const out = join(folder, 'out');
    daemon = startSyslogNg(
      folder,
      `source s { ${source} };
destination d { file("${out}" template("$PRI|$HOST|$PROGRAM|$PID|$MSG\\n") flush-lines(1)); };
log { source(s); destination(d); };`,
    );
    let isOpen = false;
    await until(() => {
      connect(port, '127.0.0.1', function (this: { destroy(): void }) {
        isOpen = true;
        this.destroy();
      }).on('error', () => {});
      expect(isOpen).toBe(true);
    });
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'syslog-ng-'));
    port = await freePort();
  });
  afterEach(async () => {
    daemon.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const send = async (config: Record<string, unknown>, count: number) => {
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
  };
  const expected = (count: number) =>
    Array.from({ length: count }, (_, n) => `156|web-1|app|${n}|ünï ${n} [x]\n`).join('');

  it('it takes RFC 5424 with octet counting, 1,000 of 1,000 in their order', async () => {
    await start(`syslog(ip("127.0.0.1") port(${port}) transport("tcp"));`);
    await send({ format: 'rfc5424', framing: 'octet_counting' }, 1000);
    await until(() => expect(output()).toBe(expected(1000)));
  });

  it('it takes RFC 3164 by lines, 1,000 of 1,000 in their order', async () => {
    await start(`network(ip("127.0.0.1") port(${port}) transport("tcp"));`);
    await send({ format: 'rfc3164' }, 1000);
    await until(() => expect(output()).toBe(expected(1000)));
  });
});
