import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { stagePackages } from './packages.ts';

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return { ...fs, renameSync: vi.fn(fs.renameSync) };
});

it('packages that cannot be moved stay, and the error says what to do', () => {
  const root = makeTempFolder();
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/version'), 'old');
  const packages = stagePackages(root, (folder) => mkdirSync(join(folder, 'node_modules')));
  vi.mocked(renameSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('EXDEV: cross-device link not permitted'), { code: 'EXDEV' });
  });
  expect(packages.swap).toThrow(/node_modules' cannot be moved.*packages in use stay.*run 'npm ci'/);
  expect(readFileSync(join(root, 'node_modules/version'), 'utf8')).toBe('old');
  packages.swap();
  packages.remove();
});
