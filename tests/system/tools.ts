import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of the system is. @throws Error that names it and what to install */
export function tool(name: string, debianPackage = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${name} is missing: install the package ${debianPackage}`);
  return path;
}

const MACHINES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];

/** Makes sure that rsyslog can speak TLS. @throws Error that names what to install */
export function requireRsyslogTls(): void {
  const has = MACHINES.some((machine) => existsSync(`/usr/lib/${machine}/rsyslog/lmnsd_gtls.so`));
  if (!has) throw new Error('rsyslog cannot speak TLS: install the package rsyslog-gnutls');
}
