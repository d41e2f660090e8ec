import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshConsole } from './refresh.ts';
import { bundleFolder, isStale } from './stale.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'penstock-refresh-'));
  writeFileSync(join(root, 'index.html'), '<title>a page</title>');
  writeFileSync(
    join(root, 'vite.config.ts'),
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(join(root, 'builds'))}, 'built ');
     export default { build: { outDir: '.build/console' } };`,
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const readBuilds = () => readFileSync(join(root, 'builds'), 'utf8');

test('products that start at once build the console once', async () => {
  await Promise.all([refreshConsole(root), refreshConsole(root), refreshConsole(root)]);
  expect(readBuilds()).toBe('built ');
  expect(isStale(root)).toBe(false);
  expect(readFileSync(join(bundleFolder(root), 'index.html'), 'utf8')).toContain('a page');
});

test('a build that fails leaves the turn to the next', async () => {
  const config = join(root, 'vite.config.ts');
  const good = readFileSync(config, 'utf8');
  writeFileSync(config, 'throw new Error("no")');
  const failed = await Promise.allSettled([refreshConsole(root), refreshConsole(root)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  writeFileSync(config, good);
  await refreshConsole(root);
  expect(readBuilds()).toBe('built ');
});

test('a service whose user may write .build alone makes the console', async () => {
  mkdirSync(join(root, '.build'));
  writeFileSync(join(root, 'package.json'), '{ "name": "page", "type": "module" }');
  const plugin = JSON.stringify(import.meta.resolve('@vanilla-extract/vite-plugin'));
  writeFileSync(
    join(root, 'vite.config.ts'),
    `import { vanillaExtractPlugin } from ${plugin};
     export default { plugins: [vanillaExtractPlugin()], build: { outDir: '.build/console' } };`,
  );
  const writable = join(root, '.build', '*');
  vi.stubEnv(
    'NODE_OPTIONS',
    `--permission --allow-addons --allow-worker --allow-fs-read=* --allow-fs-write=${writable}`,
  );
  await refreshConsole(root);
  expect(isStale(root)).toBe(false);
});
