import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ComponentProblem } from '../components/types.ts';
import type { ErrorOwner } from './error-log.ts';
import { cutExample, type ErrorLog } from './error-log.ts';

const RETRY_MS = 1000;

/** Where a dead letter came from, and what to tell when it is safe. */
type Letter = { readonly line: string; readonly done: () => void };

/**
 * The events of one pipeline that nobody took: `dead-letter/<pipelineId>.ndjson`, one object per line with
 * `at`, `componentId`, `errorName`, `message` and `event` (its text). Counted as `eventsDeadLetter`.
 */
export class DeadLetters {
  readonly #path: string;
  readonly #errors: ErrorLog;
  #waiting: Letter[] = [];
  #writing: Promise<void> | null = null;

  constructor(folder: string, pipelineId: string, errors: ErrorLog) {
    this.#path = join(folder, `${pipelineId}.ndjson`);
    this.#errors = errors;
  }

  /** Sets an event aside; `done` is called when it is on the disk. */
  add(owner: ErrorOwner, problem: ComponentProblem, event: string, done: () => void): void {
    owner.cell.eventsDeadLetter++;
    this.#errors.add(owner, problem, () => event);
    const { componentId } = owner;
    const { errorName, message } = problem;
    const at = new Date().toISOString();
    this.#waiting.push({ line: JSON.stringify({ at, componentId, errorName, message, event }), done });
    this.#writing ??= this.#write(owner);
  }

  /** Resolves when everything set aside so far is on the disk, or the disk refuses. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(owner: ErrorOwner): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 }).catch(() => {});
    while (this.#waiting.length > 0) {
      const letters = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(letters.map((letter) => `${letter.line}\n`).join(''));
        for (const letter of letters) letter.done();
      } catch (error) {
        this.#waiting = [...letters, ...this.#waiting];
        const cause = error instanceof Error ? error.message : String(error);
        this.#errors.add(owner, cannotWrite(this.#path, cause), () => cutExample(letters[0]?.line ?? ''));
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.#writing = null;
  }

  async #append(text: string): Promise<void> {
    const handle = await open(this.#path, 'a', 0o600);
    try {
      await handle.appendFile(text);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }
}

const cannotWrite = (path: string, cause: string): ComponentProblem => ({
  errorName: 'DeadLetterNotWritten',
  message: `Events that were set aside cannot be written to ${path}: ${cause}`,
  causes: [cause],
  resolutions: ['Free space on the disk of the data folder', 'Check that the data folder is writable'],
});
