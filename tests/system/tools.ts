import { existsSync } from 'node:fs';
import { findProgram } from '../harness/programs.ts';

/** @throws Error with its name and what to install */
export function tool(name: string, debianPackage = name): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is missing: install the package ${debianPackage}`);
  return path;
}

const MACHINES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];

/** @throws Error with what to install when rsyslog lacks TLS */
export function requireRsyslogTls(): void {
  const has = MACHINES.some((machine) => existsSync(`/usr/lib/${machine}/rsyslog/lmnsd_gtls.so`));
  if (!has) throw new Error('rsyslog cannot speak TLS: install the package rsyslog-gnutls');
}
