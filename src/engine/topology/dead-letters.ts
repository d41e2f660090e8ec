import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getErrorMessage } from '../../contract/values.ts';
import { LogFile } from '../components/shared/log-file.ts';
import type { ComponentProblem } from '../components/types.ts';
import type { ErrorOwner } from './error-log.ts';
import { cutExample, type ErrorLog } from './error-log.ts';
import type { Reserve } from './reserve.ts';

const RETRY_MS = 1000;
const MAX_FILE_BYTES = 64 << 20;
/** In addition to the current file. */
const FULL_FILES = 2;

type Entry = { readonly line: string; readonly done: () => void };

/**
 * Dead letters of one pipeline in `dead-letter/<pipelineId>.ndjson`: one object per line with `at`,
 * `componentId`, `errorName`, `message` and `event`. At most three files of 64 MiB: `.ndjson`, `.ndjson.1`,
 * `.ndjson.2`.
 */
export class DeadLetters {
  readonly #path: string;
  readonly #file: LogFile;
  readonly #errors: ErrorLog;
  readonly #reserve: Pick<Reserve, 'giveUp'>;
  #waiting: Entry[] = [];
  #writing: Promise<void> | null = null;

  constructor(
    folder: string,
    pipelineId: string,
    errors: ErrorLog,
    reserve: Pick<Reserve, 'giveUp'>,
    maxBytes = MAX_FILE_BYTES,
  ) {
    const path = join(folder, `${pipelineId}.ndjson`);
    this.#path = path;
    this.#file = new LogFile({ path, maxBytes, keepFiles: FULL_FILES, isJson: true, mode: 0o600 });
    this.#errors = errors;
    this.#reserve = reserve;
  }

  /** Adds an event; `done` is called once it is on disk. */
  add(owner: ErrorOwner, problem: ComponentProblem, event: string, done: () => void): void {
    owner.metrics.eventsDeadLetter++;
    owner.metrics.bytesDeadLetter += Buffer.byteLength(event);
    this.#errors.add(owner, problem, () => event);
    const { componentId } = owner;
    const { errorName, message } = problem;
    const at = new Date().toISOString();
    this.#waiting.push({ line: JSON.stringify({ at, componentId, errorName, message, event }), done });
    this.#writing ??= this.#write(owner);
  }

  /** Resolves when everything added is on disk, or a write failed. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(owner: ErrorOwner): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 }).catch(() => {});
    while (this.#waiting.length > 0) {
      const entries = this.#waiting;
      this.#waiting = [];
      try {
        await this.#file.append(Buffer.from(entries.map((entry) => `${entry.line}\n`).join('')));
        for (const entry of entries) entry.done();
      } catch (error) {
        this.#waiting = [...entries, ...this.#waiting];
        this.#reserve.giveUp(error);
        const cause = getErrorMessage(error);
        this.#errors.add(owner, cannotWrite(this.#path, cause), () => cutExample(entries[0]?.line ?? ''));
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    await this.#file.close().catch(() => {});
    // Added while the file was being closed.
    this.#writing = this.#waiting.length > 0 ? this.#write(owner) : null;
  }
}

const cannotWrite = (path: string, cause: string): ComponentProblem => ({
  errorName: 'DeadLetterNotWritten',
  message: `Dead letters cannot be written to ${path}: ${cause}`,
  causes: [cause],
  resolutions: ['Free space on the disk of the data folder', 'Check that the data folder is writable'],
});
