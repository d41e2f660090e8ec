import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { syslogSource } from './source.ts';

const run = promisify(execFile);
const PROGRAM = '/usr/bin/logger';
const hasLogger = existsSync(PROGRAM);
const LOGGER = hasLogger ? 'logger' : `logger (not run: ${PROGRAM} is missing)`;

let probe = new SourceProbe();
let running: RunningSource | null = null;
let port = 0;
afterEach(async () => {
  await running?.stop();
  running = null;
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
