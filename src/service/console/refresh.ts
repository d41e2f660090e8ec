import { join } from 'node:path';
import { runBuildScript } from '../../program/build-turn.ts';
import { isStale } from './stale.ts';

/** In a child process, which waits for a build in progress. */
export async function refreshConsole(root: string): Promise<void> {
  if (isStale(root)) await runBuildScript(join(import.meta.dirname, 'build.ts'), root, 'The console');
}
