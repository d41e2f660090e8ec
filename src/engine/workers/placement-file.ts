import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Processes by pipeline as they were; empty when nothing usable is there. */
export function readPlacement(path: string): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
    return new Map(entries.flatMap(([id, at]) => (Number.isInteger(at) ? [[id, Number(at)]] : [])));
  } catch {
    return new Map();
  }
}

/** Keeps where pipelines run, so that they need not move at the next start. A full disk does no harm. */
export function savePlacement(path: string, placement: ReadonlyMap<string, number>): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(placement)), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // The next start places anew.
  }
}
