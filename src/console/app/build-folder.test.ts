import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameBuild, UNNAMED_FOLDER } from './build-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'penstock-build-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A build of a page and one script. @returns the name it got */
function build(at: string, script: string): string {
  const folder = join(root, at);
  mkdirSync(join(folder, UNNAMED_FOLDER), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<script src="/${UNNAMED_FOLDER}/index.js"></script>`);
  writeFileSync(join(folder, UNNAMED_FOLDER, 'index.js'), script);
  nameBuild(folder);
  const [name = '', ...others] = readdirSync(join(folder, 'assets'));
  expect(others).toEqual([]);
  return name;
}

test('page and scripts refer to files in the named folder', () => {
  const name = build('one', `import('/${UNNAMED_FOLDER}/later.js')`);
  expect(name).toMatch(/^[0-9a-f]{8}$/);
  expect(readFileSync(join(root, 'one/index.html'), 'utf8')).toContain(`src="/assets/${name}/index.js"`);
  expect(readFileSync(join(root, 'one/assets', name, 'index.js'), 'utf8')).toBe(
    `import('/assets/${name}/later.js')`,
  );
});

test('the name of the folder depends on its files alone, not on its place', () => {
  const name = build('one', 'const one = 1;');
  expect(build('again', 'const one = 1;')).toBe(name);
  expect(build('other', 'const one = 2;')).not.toBe(name);
});
