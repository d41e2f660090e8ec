import { mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NOBODY = Buffer.alloc(32, ' ');

/** Which pipeline this process works on, for whoever finds it dead. Work on one never waits in between. */
export type Work = { during<T>(pipelineId: string, work: () => T): T };

export const noWork: Work = { during: (_pipelineId, work) => work() };

export const workNoteOf = (dataFolder: string, siteId: string): string =>
  join(dataFolder, 'engine', siteId, 'work');

/**
 * Keeps it in a file: that costs two small writes to the page cache for each batch, and outlives the process
 * whatever ends it.
 */
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

  /** On a full disk nobody is named: work goes on. */
  #write(name: Buffer): void {
    try {
      writeSync(this.#file, name, 0, name.length, 0);
    } catch {
      // The note is a help, not a promise.
    }
  }
}

/** The pipeline that a process which is dead now worked on; the note is gone then. */
export function takeWorkNote(path: string): string | null {
  try {
    const name = readFileSync(path, 'latin1').trim();
    rmSync(path, { force: true });
    return name === '' ? null : name;
  } catch {
    return null;
  }
}
