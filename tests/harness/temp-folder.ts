import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * In the temporary directory, removed when this process ends: Playwright also reads test files in a process that
 * runs no hook.
 */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-data-'));
  made.add(folder);
  return folder;
}

/** Before the end of the process, for what is large. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  made.delete(folder);
}
