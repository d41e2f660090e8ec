import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

type Package = {
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  resolved?: string;
  link?: boolean;
};
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
const page = read('src/docs/dependencies.md');

const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, one]) => ({ ...one, name: path.split('node_modules/').at(-1) ?? '' }));
const uniqueNames = (some: readonly { name: string }[]): string[] =>
  [...new Set(some.map(({ name }) => name))].sort();

/** The cells of the row that begins with the license. */
const findTableRow = (license: string): string[] =>
  page
    .split('\n')
    .find((line) => line.startsWith(`| \`${license}\` |`))
    ?.split('|')
    .map((cell) => cell.trim())
    .slice(2, 4) ?? [];

describe('dependencies', () => {
  it('every package with an install script is decided on, and on the page', () => {
    const scripted = uniqueNames(packages.filter(({ hasInstallScript }) => hasInstallScript));
    expect(Object.keys(allowScripts).sort()).toEqual(scripted);
    expect(scripted.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(read('.npmrc')).toContain('strict-allow-scripts=true');
  });

  it('the product without its tools runs no install script', () => {
    const running = packages.filter(
      ({ name, dev, hasInstallScript }) => hasInstallScript && !dev && allowScripts[name],
    );
    expect(uniqueNames(running)).toEqual([]);
  });

  it('every license is on the page, for the product or for tools', () => {
    const missing = packages.filter(
      ({ license = '', dev }) => (findTableRow(license)[dev ? 1 : 0] ?? '') === '',
    );
    const named = uniqueNames(missing.filter(({ license }) => license !== undefined));
    expect(named).toEqual([]);
    const without = uniqueNames(missing);
    expect(uniqueNames(missing.filter(({ dev }) => !dev))).toEqual(['png-js']);
    expect(page).toContain(without.map((name) => `\`${name}\``).join(', '));
  });

  it('all have a checksum, and none comes from Git or an address', () => {
    const unchecked = packages.filter(({ link, integrity }) => link || !integrity?.startsWith('sha512-'));
    expect(uniqueNames(unchecked)).toEqual([]);
    const elsewhere = packages.filter(
      ({ resolved }) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(uniqueNames(elsewhere)).toEqual([]);
  });
});
