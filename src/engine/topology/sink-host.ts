import { isDeepStrictEqual } from 'node:util';
import type {
  ComponentProblem,
  RunningSink,
  SinkBatching,
  SinkComponent,
  SinkReceipt,
} from '../components/types.ts';
import { RetryableError } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { unlessCancelled } from './cancellation.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import { destinationHangs, problemOf } from './problems.ts';
import { readsOrigin } from './reads-origin.ts';
import type { Reserving } from './reservations.ts';
import { Turns } from './turns.ts';
import { answerWithin, within } from './within.ts';

type Config = Record<string, unknown>;
export type SinkIdentity = { readonly siteId: string; readonly sinkId: string; readonly name: string };

const notOpen = (problem: ComponentProblem): ComponentProblem => ({
  errorName: 'DestinationNotOpen',
  message: problem.message,
  causes: ['Its settings no longer work', ...problem.causes],
  resolutions: ['Correct the settings of the destination and deploy again', ...problem.resolutions],
});

/** Buffer changes must not reopen the destination. */
const ownSettings = (config: Config): Config => {
  const { buffer: _buffer, ...rest } = config;
  return rest;
};

export type SinkDeps = {
  readonly reservations: Reserving;
  readonly errors: ErrorLog;
  readonly answerLimitMs: number;
};

/** One open destination, shared by the site's pipelines. Writes take turns up to its concurrency. */
export class SinkHost {
  readonly identity: SinkIdentity;
  readonly #component: SinkComponent;
  readonly #deps: SinkDeps;
  readonly #turns = new Turns();
  #restsUntil = 0;
  #ended = new AbortController();
  #running: RunningSink | null = null;
  #config: Config = {};
  sendsIds = false;
  usesOrigin = false;
  #unanswered = 0;
  #openingAgain: Promise<void> | null = null;
  /** One per queue; closed with the last. */
  readonly owners = new Set<ErrorOwner>();

  constructor(identity: SinkIdentity, component: SinkComponent, deps: SinkDeps) {
    this.identity = identity;
    this.#component = component;
    this.#deps = deps;
  }

  get batching(): SinkBatching {
    return this.#running?.batching ?? { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 0 };
  }

  get concurrency(): number {
    return this.#turns.limit;
  }

  /** Remaining Retry-After in milliseconds. */
  get restMs(): number {
    return Math.max(0, this.#restsUntil - performance.now());
  }

  get config(): Config {
    return this.#config;
  }

  isOpenWith(config: Config): boolean {
    const isOpen = this.#running !== null && !this.#ended.signal.aborted;
    return isOpen && isDeepStrictEqual(ownSettings(this.#config), ownSettings(config));
  }

  /** A connection that opens after `signal` aborted is closed again. */
  async open(config: Config, signal?: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const opening = this.#begin(config, ended.signal);
    try {
      const inTime = answerWithin(this.#deps.answerLimitMs, opening, () => this.#hangs('open'));
      this.#running = await unlessCancelled(inTime, signal);
      this.#ended = ended;
      this.#config = config;
      this.sendsIds = this.#component.sendsIds?.(config) ?? false;
      this.usesOrigin = readsOrigin(config);
      this.#turns.limit = this.#running.concurrency ?? 1;
      this.#restsUntil = 0;
    } catch (error) {
      ended.abort();
      opening.then((late) => late.close()).catch(() => {});
      this.#deps.reservations.release(this.identity.sinkId);
      throw error;
    }
  }

  /** Reopens between writes with other settings. On failure the caller must `restore` the previous ones. */
  async reopen(config: Config, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    let isOn = false;
    const reopened = this.#turns.runAlone(async () => {
      isOn = true;
      turn.resolve();
      await unlessCancelled(Promise.resolve(), signal);
      await this.#closeNow();
      await this.open(config, signal);
    });
    reopened.catch(() => {});
    const { answerLimitMs } = this.#deps;
    await within(answerLimitMs, turn.promise);
    // Interrupts a slow write; its events are retried.
    if (!isOn) this.interrupt();
    await answerWithin(answerLimitMs, turn.promise, () => this.#hangs('end a write', 2 * answerLimitMs));
    await reopened;
  }

  /** Reopens with the previous settings once a hanging write has ended. */
  async restore(config: Config): Promise<void> {
    const restored = this.#turns.runAlone(async () => {
      if (this.isOpenWith(config)) return;
      await this.#closeNow().catch(() => {});
      this.#config = config;
      await this.open(config);
    });
    restored.catch(() => {});
    await within(2 * this.#deps.answerLimitMs, restored);
  }

  write(batch: Batch): Promise<SinkReceipt> {
    return this.#turns.run(async () => {
      const running = this.#running ?? (await this.#openAgain());
      return running.write(batch);
    });
  }

  rest(ms: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + ms);
  }

  /** Aborts waits inside the component; a write in flight fails or completes. */
  interrupt(): void {
    this.#ended.abort();
  }

  close(): Promise<void> {
    return this.#turns.runAlone(() => this.#closeNow());
  }

  #report(problem: ComponentProblem, example?: string): void {
    const text = example === undefined ? undefined : () => example;
    for (const owner of this.owners) this.#deps.errors.add(owner, problem, text);
  }

  async #begin(config: Config, signal: AbortSignal): Promise<RunningSink> {
    const { siteId, sinkId, name } = this.identity;
    this.#unanswered++;
    try {
      return await this.#component.open(config, {
        siteId,
        componentId: sinkId,
        name,
        signal,
        report: (problem, example) => this.#report(problem, example),
        reserve: async (resource) => {
          signal.throwIfAborted();
          await this.#deps.reservations.reserve(resource, sinkId, name);
          signal.throwIfAborted();
        },
      });
    } finally {
      this.#unanswered--;
    }
  }

  /** Retried at each write, never concurrently. */
  async #openAgain(): Promise<RunningSink> {
    this.#openingAgain ??= this.#tryToOpen().finally(() => {
      this.#openingAgain = null;
    });
    await this.#openingAgain;
    return this.#running!;
  }

  async #tryToOpen(): Promise<void> {
    try {
      if (this.#unanswered > 0) throw this.#hangs('open');
      await this.open(this.#config);
    } catch (error) {
      throw new RetryableError(notOpen(problemOf(error, `'${this.identity.name}' does not open`)));
    }
  }

  async #closeNow(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    try {
      if (running) await answerWithin(this.#deps.answerLimitMs, running.close(), () => this.#hangs('close'));
    } finally {
      this.#deps.reservations.release(this.identity.sinkId);
    }
  }

  #hangs(what: 'open' | 'close' | 'end a write', ms = this.#deps.answerLimitMs): Error {
    return destinationHangs(this.identity.name, what, ms);
  }
}
