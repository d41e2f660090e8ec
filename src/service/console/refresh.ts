import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isStale } from './stale.ts';

/** In a child process, which waits for a build in progress. */
export async function refreshConsole(root: string): Promise<void> {
  if (!isStale(root)) return;
  const script = join(import.meta.dirname, 'build.ts');
  const child = spawn(process.execPath, [script, '--if-stale', root], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The console could not be built:\n${output.trim()}`);
}
