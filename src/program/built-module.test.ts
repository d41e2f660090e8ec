import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtModule, PROGRAM_FOLDER } from './built-module.ts';

const ENGINE = resolve(import.meta.dirname, '../engine/main.ts');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-program-'));
  vi.stubEnv(PROGRAM_FOLDER, folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a module that is built runs from the built program', () => {
  writeFileSync(join(folder, 'engine.main.js'), '');
  expect(builtModule(ENGINE)).toBe(join(folder, 'engine.main.js'));
});

test('what is not built runs from its source', () => {
  expect(builtModule(ENGINE)).toBe(ENGINE);
  writeFileSync(join(folder, 'engine.main.js'), '');
  expect(builtModule(import.meta.filename)).toBe(import.meta.filename);
  expect(builtModule('/elsewhere/engine/main.ts')).toBe('/elsewhere/engine/main.ts');
  vi.stubEnv(PROGRAM_FOLDER, '');
  expect(builtModule(ENGINE)).toBe(ENGINE);
});
