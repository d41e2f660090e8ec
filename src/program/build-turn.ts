import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const TURN_MS = 600_000;

/** Waits while another process builds the same; the system ends the turn with its process, so a killed build blocks nobody. */
export function takeBuildTurn(root: string, name: string): { end(): void } {
  mkdirSync(join(root, '.build'), { recursive: true });
  const turn = new DatabaseSync(join(root, '.build', `${name}.lock`), { timeout: TURN_MS });
  turn.exec('BEGIN EXCLUSIVE');
  return { end: () => turn.close() };
}

/**
 * Runs `script --if-stale root` in a process of its own, so that a service never loads the bundler.
 * @throws Error with what the script printed
 */
export async function runBuildScript(script: string, root: string, what: string): Promise<void> {
  const child = spawn(process.execPath, [script, '--if-stale', root], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${what} could not be built:\n${output.trim()}`);
}
