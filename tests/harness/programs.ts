import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of the system is: on the path, or where Debian puts what only root needs; null without it. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate)) ?? null;
}

/**
 * syslog-ng, from `PENSTOCK_SYSLOG_NG` or as any other program. Debian installs either it or rsyslog; how to have
 * both is said in src/docs/components.md.
 */
export const syslogNg: string | null = process.env.PENSTOCK_SYSLOG_NG ?? findProgram('syslog-ng');

/** For titles of tests, so that a report says what was left out and why. */
export const SYSLOG_NG =
  syslogNg === null ? 'syslog-ng (not run: it is not installed, see src/docs/components.md)' : 'syslog-ng';

/** What it says of itself, with its modules; the empty text without it. @throws Error where it does not run */
function aboutSyslogNg(): string {
  if (syslogNg === null) return '';
  const { status, stdout, stderr, error } = spawnSync(syslogNg, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${syslogNg} does not run: ${error?.message ?? stderr}`);
  return stdout;
}

/** Such as 3.38.1; null without it. */
export const syslogNgVersion = (): string | null => /\((\d[\d.]*)/.exec(aboutSyslogNg())?.[1] ?? null;

/** A module of syslog-ng may be a package of its own. */
export const syslogNgHas = (module: string): boolean =>
  /^Available-Modules: (.*)$/m.exec(aboutSyslogNg())?.[1]?.split(',').includes(module) ?? false;

/** Its arguments for a process in the foreground that keeps all its files in a folder. */
export function syslogNgArguments(folder: string, config: string): string[] {
  const path = (name: string) => join(folder, name);
  return ['-F', '--no-caps', '-f', config, '-R', path('persist'), '-p', path('pid'), '-c', path('ctl')];
}

/** Starts it with a configuration (sources, destinations, logs) and its files in a folder; kill it at the end. */
export function startSyslogNg(folder: string, statements: string): ChildProcess {
  if (syslogNg === null) throw new Error(SYSLOG_NG);
  const config = join(folder, 'conf');
  writeFileSync(config, `@version: 3.35\noptions { keep-hostname(yes); };\n${statements}\n`);
  return spawn(syslogNg, syslogNgArguments(folder, config), { stdio: 'ignore' });
}
