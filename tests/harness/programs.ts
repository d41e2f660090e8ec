import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** On the PATH or in Debian's folders for root; null when missing. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate)) ?? null;
}

/**
 * `PENSTOCK_SYSLOG_NG` or the installed one. Debian installs either it or rsyslog; src/docs/components.md
 * explains how to have both.
 */
export const syslogNg: string | null = process.env.PENSTOCK_SYSLOG_NG ?? findProgram('syslog-ng');

/** For test titles, so that reports show what was skipped and why. */
export const SYSLOG_NG =
  syslogNg === null ? 'syslog-ng (not run: it is not installed, see src/docs/components.md)' : 'syslog-ng';

/**
 * Version and modules; empty when missing.
 * @throws Error when it does not run
 */
function describeSyslogNg(): string {
  if (syslogNg === null) return '';
  const { status, stdout, stderr, error } = spawnSync(syslogNg, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${syslogNg} does not run: ${error?.message ?? stderr}`);
  return stdout;
}

/** Such as 3.38.1; null when missing. */
export const getSyslogNgVersion = (): string | null => /\((\d[\d.]*)/.exec(describeSyslogNg())?.[1] ?? null;

/** Some modules are separate packages. */
export const hasSyslogNgModule = (module: string): boolean =>
  /^Available-Modules: (.*)$/m.exec(describeSyslogNg())?.[1]?.split(',').includes(module) ?? false;

/** Runs in the foreground, with all files in one folder. */
export function buildSyslogNgArguments(folder: string, config: string): string[] {
  const joinPath = (name: string) => join(folder, name);
  return [
    '-F',
    '--no-caps',
    '-f',
    config,
    '-R',
    joinPath('persist'),
    '-p',
    joinPath('pid'),
    '-c',
    joinPath('ctl'),
  ];
}

/** Kill it at the end. */
export function startSyslogNg(folder: string, statements: string): ChildProcess {
  if (syslogNg === null) throw new Error(SYSLOG_NG);
  const config = join(folder, 'conf');
  writeFileSync(config, `@version: 3.35\noptions { keep-hostname(yes); };\n${statements}\n`);
  return spawn(syslogNg, buildSyslogNgArguments(folder, config), { stdio: 'ignore' });
}
