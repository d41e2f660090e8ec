import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { getErrorMessage } from '../../contract/values.ts';
import { ComponentError, type ComponentRegistry } from '../components/types.ts';
import { Engine } from '../topology/engine.ts';
import { formerEngineEnded } from '../topology/former-counters.ts';
import { ALONE } from '../topology/parts.ts';
import { Reservations, type Reserving } from '../topology/reservations.ts';
import type { OpenTap } from '../topology/taps.ts';
import { Turns } from '../topology/turns.ts';
import {
  adoptCounters,
  type EngineWorker,
  listCounterFolders,
  siteFolderOf,
  workerFolderOf,
} from '../topology/worker-folders.ts';
import type { DeadLetterRequest } from '../types/dead-letter.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import type { TapRequest } from '../types/tap.ts';
import { Calls } from './calls.ts';
import { CounterJournal, type CountersReport } from './counter-journal.ts';
import {
  BEAT_MS,
  type ChildSettings,
  type Notice,
  ORPHAN_DRAIN_MS,
  ORPHAN_EXIT_MS,
  ORPHAN_HEARD_MS,
  type Order,
  STOP_DRAIN_MS,
} from './messages.ts';
import { followParent, sendToParent } from './parent-process.ts';
import { UsageMeter } from './usage-meter.ts';

/** Reserves in this process, then in the parent for all processes of the engine. */
class SiteReservations implements Reserving {
  readonly #own = new Reservations();
  readonly #calls = new Calls();
  readonly #send: (notice: Notice) => void;

  constructor(send: (notice: Notice) => void) {
    this.#send = send;
  }

  async reserve(resource: string, id: string, name: string): Promise<void> {
    await this.#own.reserve(resource, id, name);
    try {
      await this.#calls.make((call) => this.#send({ kind: 'reserve', call, resource, id, name }));
    } catch (error) {
      throw error instanceof EngineError ? new ComponentError(error.problem) : error;
    }
  }

  release(id: string): void {
    this.#own.release(id);
    this.#send({ kind: 'release', id });
  }

  settle(call: number, problem: EngineProblem | undefined): void {
    this.#calls.settle(call, problem);
  }
}

const HOST = hostname();

/** The engine's process: takes orders over IPC, reports each second, ends with its parent. */
class Child {
  readonly #engine: Engine;
  readonly #taps = new Map<number, OpenTap>();
  readonly #deployments = new Map<number, AbortController>();
  readonly #journal: CounterJournal;
  readonly #worker: EngineWorker;
  readonly #site: string;
  readonly #counters: string;
  /** Null for the only process of an engine. */
  readonly #reservations: SiteReservations | null;
  readonly #usage = new UsageMeter();
  readonly #startedAt = performance.now();
  readonly #beat: NodeJS.Timeout;
  #sequence = 0;
  #ending: Promise<void> | null = null;

  constructor(
    { dataFolder, siteId, worker }: ChildSettings,
    components: ComponentRegistry,
    isolationEntry: string,
  ) {
    this.#worker = worker ?? ALONE;
    this.#reservations = worker ? new SiteReservations((notice) => this.#send(notice)) : null;
    const starts = new Turns();
    starts.limit = Math.max(1, Math.floor(availableParallelism() / this.#worker.of));
    const isolation = {
      entry: isolationEntry,
      onFailed: (pipelineId: string, problem: EngineProblem) =>
        this.#send({ kind: 'report', report: { type: 'pipeline.failed', pipelineId, problem } }),
      starts,
      log: (line: string) => process.stderr.write(`${line}\n`),
    };
    this.#engine = new Engine(
      dataFolder,
      siteId,
      components,
      undefined,
      undefined,
      isolation,
      this.#worker,
      this.#reservations ?? undefined,
    );
    this.#site = siteFolderOf(dataFolder, siteId);
    this.#counters = join(workerFolderOf(this.#site, this.#worker.index), 'counters');
    this.#journal = new CounterJournal(this.#counters, this.#engine.bootId);
    this.#beat = setInterval(() => {
      this.#send({ kind: 'beat' });
      void this.#report();
      this.#engine.tidy();
      if (performance.now() - this.#startedAt < ORPHAN_HEARD_MS) void this.#reportPrevious();
    }, BEAT_MS);
  }

  listen(): void {
    process.on('message', (order: Order) => void this.#handleOrder(order));
    followParent(() => void this.#handleOrphaned());
    void this.#begin();
  }

  /** Reports the counters of ended engines first, and continues from what they left waiting. */
  async #begin(): Promise<void> {
    if (this.#worker.isFirst) {
      await formerEngineEnded(await listCounterFolders(this.#site), ORPHAN_EXIT_MS);
      await adoptCounters(this.#site);
    } else await formerEngineEnded([this.#counters], ORPHAN_EXIT_MS);
    await this.#reportPrevious();
    await this.#engine.inherit();
    this.#send({ kind: 'ready' });
    // Listeners have stored them by then.
    setTimeout(() => void this.#sweep(), ORPHAN_HEARD_MS).unref();
  }

  async #sweep(): Promise<void> {
    const folders = await listCounterFolders(this.#site);
    await this.#journal.sweep(folders.filter((folder) => folder !== this.#counters));
  }

  async #handleOrder(order: Order): Promise<void> {
    switch (order.kind) {
      case 'deploy':
        return this.#deploy(order);
      case 'expect':
        this.#engine.expect(order.pipelines);
        return;
      case 'deploy.cancel':
        this.#deployments.get(order.call)?.abort();
        return;
      case 'remove':
        return this.#answer(order.call, async () => {
          await this.#engine.remove(order.pipelineId, order.drainMs, () => void this.#report(true));
          // A report without the pipeline, so that a later deployment starts from zero.
          void this.#report();
        });
      case 'tap':
        return this.#tap(order.tap, order.request);
      case 'tap.stop':
        this.#taps.get(order.tap)?.end('stopped');
        return;
      case 'letters':
        return this.#letters(order.call, order.request);
      case 'reserved':
        this.#reservations?.settle(order.call, order.problem);
        return;
      case 'stop':
        await this.#answer(order.call, () => this.#end(STOP_DRAIN_MS));
        process.disconnect?.();
        process.exit(0);
    }
  }

  async #deploy({
    call,
    plan,
    isForced,
    isIsolated,
    isMoved,
  }: Extract<Order, { kind: 'deploy' }>): Promise<void> {
    const cancel = new AbortController();
    this.#deployments.set(call, cancel);
    await this.#answer(call, () =>
      this.#engine.deploy(plan, {
        isForced,
        isIsolated,
        isMoved,
        signal: cancel.signal,
        onStep: (step) => this.#send({ kind: 'step', call, step }),
      }),
    );
    this.#deployments.delete(call);
  }

  async #answer(call: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#send({ kind: 'done', call });
    } catch (error) {
      this.#send({ kind: 'done', call, problem: problemOfAny(error) });
    }
  }

  async #letters(call: number, request: DeadLetterRequest): Promise<void> {
    try {
      this.#send({ kind: 'letters', call, answer: await this.#engine.answerDeadLetters(request) });
    } catch (error) {
      this.#send({ kind: 'letters', call, problem: problemOfAny(error) });
    }
  }

  #tap(tap: number, request: TapRequest): void {
    try {
      const opened = this.#engine.tap(
        request,
        (events) => this.#send({ kind: 'tap.events', tap, events }),
        (reason) => {
          this.#taps.delete(tap);
          this.#send({ kind: 'tap.end', tap, reason });
        },
      );
      if (opened.isOpen) this.#taps.set(tap, opened);
    } catch (error) {
      this.#send({ kind: 'tap.end', tap, reason: problemOfAny(error).message });
    }
  }

  /** Resolves when the counters are saved for the next engine. */
  #report(isFarewell = false): Promise<void> {
    const report: CountersReport = {
      type: 'counters',
      bootId: this.#engine.bootId,
      sequence: this.#sequence++,
      at: Date.now(),
      pipelines: this.#engine.counters(),
      host: HOST,
      isolated: this.#engine.isolatedPipelines(),
    };
    const starting = this.#engine.startingPipelines();
    // Before anyone has the report, so that the ledger never has less.
    this.#engine.keepCounters(this.#sequence);
    const gauges = this.#engine.gauges();
    const senders = this.#engine.senders();
    const replays = this.#engine.replays();
    const replayed = Object.keys(replays).length > 0 ? { replays } : {};
    const usage = this.#usage.read(this.#engine.isolatedProcesses());
    const { index: worker } = this.#worker;
    const own = worker === 0 ? { deadLetters: this.#engine.deadLetters() } : { worker };
    const waits = starting.length > 0 ? { starting } : {};
    const now = { gauges, senders, usage, ...waits, ...replayed, ...own };
    this.#send({ kind: 'report', report: { ...report, ...now } });
    const errors = this.#engine.takeErrors();
    if (errors.length > 0) this.#send({ kind: 'report', report: { type: 'errors', errors } });
    return this.#journal.save(report, isFarewell);
  }

  async #reportPrevious(): Promise<void> {
    for (const report of await this.#journal.readPrevious())
      this.#send({ kind: 'report', report: { host: HOST, ...report } });
  }

  #end(drainMs: number): Promise<void> {
    this.#ending ??= this.#endNow(drainMs);
    return this.#ending;
  }

  async #endNow(drainMs: number): Promise<void> {
    for (const tap of this.#taps.values()) tap.end('The engine is being stopped');
    await this.#engine.stop(drainMs);
    clearInterval(this.#beat);
    await this.#report();
  }

  /** The parent died; only this process can end itself. */
  async #handleOrphaned(): Promise<void> {
    setTimeout(() => process.exit(1), ORPHAN_EXIT_MS).unref();
    await this.#end(ORPHAN_DRAIN_MS);
    process.exit(0);
  }

  #send(notice: Notice): void {
    sendToParent(notice);
  }
}

function problemOfAny(error: unknown): EngineProblem {
  if (error instanceof EngineError) return error.problem;
  const message = getErrorMessage(error);
  return {
    errorName: 'UnexpectedError',
    message: `The engine failed: ${message}`,
    causes: [error instanceof Error ? (error.stack ?? message) : message],
    resolutions: ['Check the log of the service, and report this'],
  };
}

const ISOLATION_ENTRY = join(import.meta.dirname, '../isolation/main.ts');

/** Runs the engine in this forked process; settings are the first argument. */
export function runChild(components: ComponentRegistry, isolationEntry = ISOLATION_ENTRY): void {
  const settings: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
  new Child(settings, components, isolationEntry).listen();
}
