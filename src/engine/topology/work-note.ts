import { closeSync, constants, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteFolderOf, workerFolderOf } from './worker-folders.ts';

const NOBODY = Buffer.alloc(32, ' ');

/** Records the pipeline being processed, to find the culprit when the process dies. Work is synchronous. */
export type Work = { during<T>(pipelineId: string, work: () => T): T };

export const noWork: Work = { during: (_pipelineId, work) => work() };

export const workNoteOf = (dataFolder: string, siteId: string, worker = 0): string =>
  join(workerFolderOf(siteFolderOf(dataFolder, siteId), worker), 'work');

/** No truncation: on a full disk the block might not be allocated again. */
const IN_PLACE = constants.O_RDWR | constants.O_CREAT;

/** A full disk must not stop the work. */
function write(file: number, name: Buffer): void {
  try {
    writeSync(file, name, 0, name.length, 0);
  } catch {
    // Best effort: the next culprit is not known.
  }
}

/** Null if the file cannot be created. */
function openNote(path: string): number | null {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, IN_PLACE, 0o600);
  } catch {
    return null;
  }
}

/** A file survives any crash, at two small page-cache writes per batch. */
export class WorkNote implements Work {
  readonly #file: number | null;
  readonly #names = new Map<string, Buffer>();
  #isBusy = false;

  constructor(path: string) {
    this.#file = openNote(path);
    this.#write(NOBODY);
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

  #write(name: Buffer): void {
    if (this.#file !== null) write(this.#file, name);
  }
}

export function takeWorkNote(path: string): string | null {
  try {
    const name = readFileSync(path, 'latin1').trim();
    const file = openSync(path, IN_PLACE, 0o600);
    write(file, NOBODY);
    closeSync(file);
    return name === '' ? null : name;
  } catch {
    return null;
  }
}
