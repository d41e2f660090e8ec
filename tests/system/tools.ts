import { existsSync } from 'node:fs';
import { findProgram } from '../harness/programs.ts';

/** Where a program of the system is. @throws Error that names it and what to install */
export function tool(name: string, debianPackage = name): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is missing: install the package ${debianPackage}`);
  return path;
}

const MACHINES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];

/** Makes sure that rsyslog can speak TLS. @throws Error that names what to install */
export function requireRsyslogTls(): void {
  const has = MACHINES.some((machine) => existsSync(`/usr/lib/${machine}/rsyslog/lmnsd_gtls.so`));
  if (!has) throw new Error('rsyslog cannot speak TLS: install the package rsyslog-gnutls');
}
