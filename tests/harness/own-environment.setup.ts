import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';

// What a file changes in its environment, the next one in the same process does not see.
const before = { ...process.env };
// Each test file and its processes get their own temporary directory, removed afterwards. A short name,
// because socket paths end at 107 characters.
const folder = mkdtempSync(join(tmpdir(), inject('runPrefix')));
// Tests that drop privileges still need to enter it.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
