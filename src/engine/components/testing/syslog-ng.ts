import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = '/usr/sbin/syslog-ng';

/** syslog-ng is a program of the system: tests with it run where it is installed. */
export const hasSyslogNg = existsSync(PROGRAM);
/** For titles of tests, so that a report says what was left out and why. */
export const SYSLOG_NG = hasSyslogNg ? 'syslog-ng' : `syslog-ng (not run: ${PROGRAM} is missing)`;

/** Starts it with a configuration (sources, destinations, logs) and its files in a folder; kill it at the end. */
export function startSyslogNg(folder: string, statements: string): ChildProcess {
  const path = (name: string) => join(folder, name);
  writeFileSync(path('conf'), `@version: 3.38\noptions { keep-hostname(yes); };\n${statements}\n`);
  const files = ['-f', path('conf'), '-R', path('persist'), '-p', path('pid'), '-c', path('ctl')];
  return spawn(PROGRAM, ['-F', '--no-caps', ...files], { stdio: 'ignore' });
}
