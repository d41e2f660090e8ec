import { mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NOBODY = Buffer.alloc(32, ' ');

/** Records the pipeline being processed, to find the culprit when the process dies. Work is synchronous. */
export type Work = { during<T>(pipelineId: string, work: () => T): T };

export const noWork: Work = { during: (_pipelineId, work) => work() };

export const workNoteOf = (dataFolder: string, siteId: string): string =>
  join(dataFolder, 'engine', siteId, 'work');

/** Writes a file, which survives any crash: two small page-cache writes per batch. */
export class WorkNote implements Work {
  readonly #file: number;
  readonly #names = new Map<string, Buffer>();
  #isBusy = false;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'w', 0o600);
    writeSync(this.#file, NOBODY, 0, NOBODY.length, 0);
  }

  during<T>(pipelineId: string, work: () => T): T {
    if (this.#isBusy) return work();
    this.#isBusy = true;
    this.#write(this.#nameOf(pipelineId));
    try {
      return work();
    } finally {
      this.#write(NOBODY);
      this.#isBusy = false;
    }
  }

  #nameOf(pipelineId: string): Buffer {
    const name = this.#names.get(pipelineId) ?? Buffer.from(pipelineId.padEnd(NOBODY.length));
    this.#names.set(pipelineId, name);
    return name;
  }

  /** A full disk must not stop the work. */
  #write(name: Buffer): void {
    try {
      writeSync(this.#file, name, 0, name.length, 0);
    } catch {
      // Best effort.
    }
  }
}

/** Reads and removes the note of a dead process. */
export function takeWorkNote(path: string): string | null {
  try {
    const name = readFileSync(path, 'latin1').trim();
    rmSync(path, { force: true });
    return name === '' ? null : name;
  } catch {
    return null;
  }
}
