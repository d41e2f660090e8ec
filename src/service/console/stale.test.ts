import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleFolder, isStale, sourceFingerprint, stampFile } from './stale.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'penstock-stale-'));
  mkdirSync(join(root, 'src', 'console', 'views'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<title>');
  writeFileSync(join(root, 'src', 'console', 'views', 'a.tsx'), 'a');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const build = () => {
  mkdirSync(bundleFolder(root), { recursive: true });
  writeFileSync(join(bundleFolder(root), 'index.html'), 'built');
  writeFileSync(stampFile(root), sourceFingerprint(root));
};

test('the console is built first, then only when a source changed', () => {
  expect(isStale(root)).toBe(true);
  build();
  expect(isStale(root)).toBe(false);
  const source = join(root, 'src', 'console', 'views', 'a.tsx');
  utimesSync(source, new Date(), new Date(1_800_000_000_000));
  expect(isStale(root)).toBe(true);
  build();
  writeFileSync(join(root, 'src', 'console', 'views', 'b.tsx'), 'b');
  expect(isStale(root)).toBe(true);
  build();
  rmSync(source);
  expect(isStale(root)).toBe(true);
  build();
  rmSync(join(bundleFolder(root), 'index.html'));
  expect(isStale(root)).toBe(true);
});
