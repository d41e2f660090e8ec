import { getErrorMessage } from '../../contract/values.ts';
import type { ComponentProblem } from '../components/types.ts';
import type { NewLetter } from '../dead-letters/letter-rows.ts';
import type { LetterThread } from '../dead-letters/letter-thread.ts';
import type { Batch } from '../event/batch.ts';
import { cutExample, type ErrorLog, type ErrorOwner } from './error-log.ts';
import type { Reserve } from './reserve.ts';

const RETRY_MS = 1000;
const MESSAGE_MAX_LENGTH = 2000;

/** An event in memory of its own. `isText`: plain text; else JSON, possibly malformed. */
export type DeadEvent = {
  readonly bytes: Uint8Array;
  readonly isText: boolean;
  /** JSON text of `@origin`, if known. */
  readonly origin?: string;
};

export const toDeadEvent = (batch: Batch, ev: number): DeadEvent => ({
  bytes: new Uint8Array(batch.isLive(ev) ? batch.bytesOf(ev) : batch.original(ev)),
  isText: batch.isLive(ev) ? batch.isRawText(ev) : batch.isRefusedText(ev),
  ...originOf(batch, ev),
});

function originOf({ origins }: Batch, ev: number): Pick<DeadEvent, 'origin'> {
  const origin = origins?.[ev];
  return origin === undefined ? {} : { origin };
}

type Entry = { readonly letter: NewLetter; readonly done: () => void };

/** Sends a pipeline's dead letters to the thread that stores them. */
export class DeadLetters {
  readonly #pipelineId: string;
  readonly #thread: LetterThread;
  readonly #errors: ErrorLog;
  readonly #reserve: Pick<Reserve, 'giveUp'>;
  #waiting: Entry[] = [];
  #writing: Promise<void> | null = null;

  constructor(pipelineId: string, thread: LetterThread, errors: ErrorLog, reserve: Pick<Reserve, 'giveUp'>) {
    this.#pipelineId = pipelineId;
    this.#thread = thread;
    this.#errors = errors;
    this.#reserve = reserve;
  }

  /** `done` is called once the event is on disk. */
  add(owner: ErrorOwner, problem: ComponentProblem, event: DeadEvent, done: () => void): void {
    owner.metrics.eventsDeadLetter++;
    owner.metrics.bytesDeadLetter += event.bytes.byteLength;
    this.#errors.add(owner, problem, () => decodeText(event.bytes));
    const { componentId, nodeId } = owner;
    const { errorName, message } = problem;
    const letter = {
      pipelineId: this.#pipelineId,
      componentId,
      nodeId,
      at: Date.now(),
      errorName,
      message: message.slice(0, MESSAGE_MAX_LENGTH),
      isText: event.isText,
      event: event.bytes,
      ...(event.origin !== undefined && { origin: event.origin }),
    };
    this.#waiting.push({ letter, done });
    this.#writing ??= this.#write(owner);
  }

  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(owner: ErrorOwner): Promise<void> {
    // Writes everything added in the same turn at once.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const entries = this.#waiting;
      this.#waiting = [];
      try {
        const letters = entries.map(({ letter }) => letter);
        const { [this.#pipelineId]: dropped = 0 } = await this.#thread.ask('append', letters);
        if (dropped > 0) this.#errors.add(owner, tooMany(dropped), undefined, dropped);
        for (const entry of entries) entry.done();
      } catch (error) {
        this.#waiting = [...entries, ...this.#waiting];
        this.#reserve.giveUp(error);
        const example = () => cutExample(decodeText(entries[0]?.letter.event));
        this.#errors.add(owner, cannotWrite(getErrorMessage(error)), example);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.#writing = null;
  }
}

const EXAMPLE_BYTES = 4096;
const decodeText = (event: Uint8Array | undefined): string =>
  event === undefined ? '' : Buffer.from(event.subarray(0, EXAMPLE_BYTES)).toString();

const cannotWrite = (cause: string): ComponentProblem => ({
  errorName: 'DeadLetterNotWritten',
  message: `Dead letters cannot be written to the data folder: ${cause}`,
  causes: [cause],
  resolutions: ['Free space on the disk of the data folder', 'Check that the data folder is writable'],
});

const tooMany = (count: number): ComponentProblem => ({
  errorName: 'DeadLettersDropped',
  message: `The dead letters of the pipeline reached their limit: the oldest were deleted, most recently ${count}`,
  causes: ['More events fail than are replayed or discarded'],
  resolutions: [
    'Correct what makes events fail, then replay or discard the dead letters',
    'Raise PENSTOCK_DEAD_LETTERS_MIB',
  ],
});
