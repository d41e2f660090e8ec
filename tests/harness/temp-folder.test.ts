import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

test('temporary folders: none outlives a process that forgets it', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'forgotten-'));
  const helper = resolve(import.meta.dirname, 'temp-folder.ts');
  const forget = `import { makeTempFolder } from ${JSON.stringify(helper)}; console.log(makeTempFolder());`;
  const made = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', forget], {
    env: { ...process.env, TMPDIR: scratch },
    encoding: 'utf8',
  });
  expect(made).toContain(join(scratch, 'penstock-data-'));
  expect(readdirSync(scratch)).toEqual([]);
});
