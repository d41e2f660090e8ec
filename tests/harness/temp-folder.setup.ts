import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Each test file and its processes get their own temporary directory, removed afterwards. A short name,
// because socket paths end at 107 characters.
const before = process.env.TMPDIR;
const folder = mkdtempSync(join(tmpdir(), 'f-'));
// Tests that drop privileges still need to enter it.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;

afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
