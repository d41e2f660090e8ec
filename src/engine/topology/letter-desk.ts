import { getErrorMessage } from '../../contract/values.ts';
import type { TakenLetter } from '../dead-letters/letter-store.ts';
import type { LetterThread } from '../dead-letters/letter-thread.ts';
import { Batch } from '../event/batch.ts';
import type {
  DeadLetterAnswer,
  DeadLetterAnswers,
  DeadLetterFigures,
  DeadLetterRequest,
} from '../types/dead-letter.ts';
import { EngineError } from '../types/problem.ts';
import { Delivery } from './delivery.ts';
import { refusal } from './problems.ts';
import { within } from './within.ts';

/** How long a replay waits for destinations before it answers; delivery continues afterwards. */
const WAIT_MS = 10_000;
/** Limit of bytes that destinations have yet to take. */
const UNDER_WAY_BYTES = 32 << 20;
/** Counted for a replay until its letters are read: replays may overlap. */
const ONE_REPLAY_BYTES = 4 << 20;
const SWEEP_MS = 10 * 60_000;

type Of<K extends DeadLetterRequest['do']> = Extract<DeadLetterRequest, { do: K }>;
type Told = { replayed: number; underWay: number; refused: number; reason: string | undefined };
type Group = { readonly pipelineId: string; readonly componentId: string; readonly letters: TakenLetter[] };

export type LetterEntry = {
  /** A source checks for invalid events; after it all are valid. */
  readonly isSource: boolean;
  enter(batch: Batch, delivery: Delivery): void;
};

export type LetterPipeline = {
  /**
   * @param to the node itself, or the source that leads to it
   * @throws EngineError when nothing can be replayed there
   */
  findLetterEntry(componentId: string, to: 'node' | 'start', sourceId: string | undefined): LetterEntry;
};

/** Waits for a starting pipeline; undefined when it does not run. */
type FindPipeline = (id: string) => Promise<LetterPipeline | undefined>;

export class LetterDesk {
  readonly #thread: LetterThread;
  readonly #findPipeline: FindPipeline;
  #underWayBytes = 0;
  #sweptAt = 0;

  constructor(thread: LetterThread, findPipeline: FindPipeline) {
    this.#thread = thread;
    this.#findPipeline = findPipeline;
  }

  figures(): Record<string, DeadLetterFigures> {
    return this.#thread.figures;
  }

  /** Deletes expired dead letters from time to time. Call each second. */
  sweep(): void {
    const now = Date.now();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    if (this.#thread.hasLetters) void this.#thread.ask('sweep', now).catch(() => {});
  }

  /** @throws EngineError */
  async answer<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    try {
      return (await this.#answer(request)) as DeadLetterAnswer<R>;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw unreadable(getErrorMessage(error));
    }
  }

  async #answer(request: DeadLetterRequest): Promise<DeadLetterAnswer> {
    const thread = this.#thread;
    if (!thread.hasLetters) return this.#answerEmpty(request);
    switch (request.do) {
      case 'list':
        return thread.ask('list', request.choice, request.offset, request.limit);
      case 'group':
        return thread.ask('group', request.choice);
      case 'read':
        return { letter: await thread.ask('read', request.id) };
      case 'edit':
        return this.#edit(request);
      case 'export':
        return thread.ask('export', request.choice, request.after, request.upTo);
      case 'replay':
        return this.#replay(request);
      case 'window':
        return thread.ask('window', request.choice, request.after, request.upTo);
      case 'discard':
        return { discarded: await thread.ask('discard', request.choice, request.upTo) };
    }
  }

  #answerEmpty(request: DeadLetterRequest): DeadLetterAnswer {
    switch (request.do) {
      case 'list':
        return { letters: [], count: 0, bytes: 0, newestId: 0 };
      case 'group':
        return { groups: [] };
      case 'read':
        return { letter: null };
      case 'edit':
        throw gone();
      case 'export':
        return { lines: '' };
      case 'replay':
        return { replayed: 0, underWay: 0, refused: 0, upTo: 0 };
      case 'window':
        return { pipelineIds: [], through: 0, upTo: 0 };
      case 'discard':
        return { discarded: 0 };
    }
  }

  async #edit({ id, revision, event }: Of<'edit'>): Promise<DeadLetterAnswers['edit']> {
    const before = await this.#thread.ask('read', id);
    if (!before) throw gone();
    if (before.isCut) throw tooLong(before.bytes);
    const bytes = Buffer.from(event);
    if (!before.isText) {
      const batch = new Batch(bytes.length + 1024);
      const ev = batch.appendJson(bytes);
      if (!batch.isLive(ev)) throw notJson(batch.invalidReason(ev).message);
    }
    if (!(await this.#thread.ask('edit', id, revision, new Uint8Array(bytes), Date.now()))) throw changed();
    const letter = await this.#thread.ask('read', id);
    if (!letter) throw gone();
    return { letter };
  }

  async #replay(request: Of<'replay'>): Promise<DeadLetterAnswers['replay']> {
    if (this.#underWayBytes > UNDER_WAY_BYTES) throw stillUnderWay();
    const { ended, told, upTo, next } = await this.#beginReplay(request);
    await within(WAIT_MS, ended);
    return { ...told, upTo, next };
  }

  async #beginReplay(request: Of<'replay'>) {
    const { choice, after } = request;
    this.#underWayBytes += ONE_REPLAY_BYTES;
    try {
      const upTo = request.upTo ?? (await this.#thread.ask('newestId'));
      const { letters, next } = await this.#thread.ask('take', choice, after, upTo);
      return { ...this.#putBack(letters, request), upTo, next };
    } finally {
      this.#underWayBytes -= ONE_REPLAY_BYTES;
    }
  }

  /**
   * A letter is removed once its pipeline took it; a kill in between restores it.
   * @returns its progress, updated until it ends
   */
  #putBack(letters: readonly TakenLetter[], { to, sourceId }: Of<'replay'>) {
    const told: Told = { replayed: 0, underWay: 0, refused: 0, reason: undefined };
    const each = groupLetters(letters).map(async (group) => {
      const ids = group.letters.map(({ id }) => id);
      told.underWay += ids.length;
      const refusedWhy = await this.#enter(group, to, sourceId);
      await this.#thread.ask('settle', ids, refusedWhy === null);
      told.underWay -= ids.length;
      if (refusedWhy === null) told.replayed += ids.length;
      else {
        told.reason ??= refusedWhy;
        told.refused += ids.length;
      }
    });
    const ended = Promise.all(each);
    ended.catch(() => {});
    return { ended, told };
  }

  /** Why the pipeline did not take them; null when it did. */
  async #enter(
    { pipelineId, componentId, letters }: Group,
    to: 'node' | 'start',
    sourceId: string | undefined,
  ): Promise<string | null> {
    const bytes = letters.reduce((sum, { event }) => sum + event.byteLength, 0);
    this.#underWayBytes += bytes;
    try {
      const pipeline = await this.#findPipeline(pipelineId);
      if (!pipeline) throw notRunning();
      const entry = pipeline.findLetterEntry(componentId, to, sourceId);
      const delivery = new Delivery({ waiting: () => {}, settled: () => {} });
      entry.enter(makeBatch(letters, bytes, entry.isSource), delivery);
      delivery.release();
      const isTaken = (await delivery.outcome) === 'accepted';
      return isTaken ? null : 'The pipeline was changed or stopped in the meantime';
    } catch (error) {
      return getErrorMessage(error);
    } finally {
      this.#underWayBytes -= bytes;
    }
  }
}

function makeBatch(letters: readonly TakenLetter[], bytes: number, isForSource: boolean): Batch {
  const batch = new Batch(bytes + letters.length * 16 + 1024);
  for (const { id, event, isText, origin } of letters) {
    const given = Buffer.from(event.buffer, event.byteOffset, event.byteLength);
    let ev = isText ? batch.appendRaw(given) : batch.appendJson(given);
    if (!batch.isLive(ev) && !isForSource) {
      batch.drop(ev);
      ev = batch.appendRaw(given);
    }
    // Stable, so that receivers can deduplicate.
    batch.setId(ev, `letter-${id}`);
    if (origin !== undefined) batch.setOrigin(origin, ev, ev + 1);
  }
  return batch;
}

const groupLetters = (letters: readonly TakenLetter[]): Group[] =>
  [...Map.groupBy(letters, ({ pipelineId, componentId }) => `${pipelineId}/${componentId}`).values()].map(
    (group) => ({
      pipelineId: group[0]!.pipelineId,
      componentId: group[0]!.componentId,
      letters: group,
    }),
  );

const gone = () =>
  refusal(
    'DeadLetterGone',
    'This dead letter no longer exists',
    ['It was replayed or discarded, or deleted because of the limits'],
    ['Refresh the list'],
  );

const changed = () =>
  refusal(
    'DeadLetterChanged',
    'This dead letter was changed in the meantime',
    ['Someone else edited it, or it is being replayed'],
    ['Read it again'],
  );

const tooLong = (bytes: number) =>
  refusal(
    'DeadLetterTooLong',
    `The event has ${bytes} bytes, which is too long to edit`,
    ['Only events that are shown whole can be edited'],
    ['Export it, correct it, and send it to the source again'],
  );

const notJson = (why: string) =>
  refusal(
    'DeadLetterNotJson',
    `The event is not a JSON object: ${why}`,
    ['Events are JSON objects'],
    ['Correct the JSON'],
  );

const notRunning = () =>
  refusal('PipelineNotRunning', 'The pipeline does not run', ['It is not deployed'], ['Deploy it first']);

const stillUnderWay = () =>
  refusal(
    'ReplaysWait',
    'Earlier replays are still waiting for their destinations',
    ['A destination is not accepting events'],
    ['Check the health of the destinations, and replay again once they accept events'],
  );

const unreadable = (cause: string) =>
  refusal(
    'DeadLettersUnreadable',
    `The dead letters cannot be read or changed: ${cause}`,
    [cause],
    ['Check the disk of the data folder'],
  );
