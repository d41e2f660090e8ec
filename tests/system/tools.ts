import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of the system is. @throws Error that names it and what to install */
export function tool(name: string, debianPackage = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${name} is missing: install the package ${debianPackage}`);
  return path;
}
