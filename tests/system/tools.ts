import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../harness/programs.ts';

/** @throws Error with its name and what to install */
export function tool(name: string, debianPackage = name): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is missing: install the package ${debianPackage}`);
  return path;
}

const MACHINES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];

const hasModule = (name: string): boolean =>
  MACHINES.some((machine) => existsSync(`/usr/lib/${machine}/rsyslog/${name}.so`));

/** @throws Error with what to install when rsyslog lacks TLS */
export function requireRsyslogTls(): void {
  if (!hasModule('lmnsd_gtls'))
    throw new Error('rsyslog cannot speak TLS: install the package rsyslog-gnutls');
}

/** @throws Error with what to install when rsyslog lacks RELP */
export function requireRsyslogRelp(): void {
  if (!hasModule('omrelp')) throw new Error('rsyslog cannot speak RELP: install the package rsyslog-relp');
}

/** Runs rsyslog with its files in `folder`. Kill it in the end. */
export function startRsyslog(folder: string, statements: string): ChildProcess {
  const [conf, pid] = [join(folder, 'conf'), join(folder, 'pid')];
  writeFileSync(conf, `global(workDirectory="${folder}")\n${statements}\n`);
  return spawn(tool('rsyslogd', 'rsyslog'), ['-n', '-f', conf, '-i', pid], { stdio: 'ignore' });
}
