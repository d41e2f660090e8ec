import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ComponentRegistry } from '../components/types.ts';
import { EngineError, type EngineProblem, type TapRequest } from '../port.ts';
import { Engine } from '../topology/engine.ts';
import type { OpenTap } from '../topology/taps.ts';
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

/** The engine's process: takes orders over IPC, reports each second, and ends with its parent. */
class Child {
  readonly #engine: Engine;
  readonly #bootId = randomUUID();
  readonly #taps = new Map<number, OpenTap>();
  readonly #deployments = new Map<number, AbortController>();
  readonly #journal: CounterJournal;
  readonly #startedAt = performance.now();
  readonly #beat: NodeJS.Timeout;
  #sequence = 0;
  #ending: Promise<void> | null = null;

  constructor({ dataFolder, siteId }: ChildSettings, components: ComponentRegistry, apartEntry: string) {
    this.#engine = new Engine(dataFolder, siteId, components, undefined, undefined, {
      entry: apartEntry,
      onFailed: (pipelineId, problem) =>
        this.#say({ kind: 'report', report: { type: 'pipeline.failed', pipelineId, problem } }),
      log: (line) => process.stderr.write(`${line}\n`),
    });
    const folder = join(dataFolder, 'engine', siteId, 'counters');
    this.#journal = new CounterJournal(folder, this.#bootId);
    this.#beat = setInterval(() => {
      this.#say({ kind: 'beat' });
      void this.#report();
      this.#engine.letGoOfMemory();
      if (performance.now() - this.#startedAt < ORPHAN_HEARD_MS) void this.#reportFormer();
    }, BEAT_MS);
  }

  listen(): void {
    process.on('message', (order: Order) => void this.#obey(order));
    process.on('disconnect', () => void this.#orphaned());
    // Ctrl+C and service managers signal the whole group; the parent decides when this process ends.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
    void this.#begin();
  }

  /** What ended engines counted is told first. */
  async #begin(): Promise<void> {
    await this.#reportFormer();
    this.#say({ kind: 'ready' });
    // Later than whoever heard them has stored them.
    setTimeout(() => void this.#journal.sweep(), ORPHAN_HEARD_MS).unref();
  }

  async #obey(order: Order): Promise<void> {
    switch (order.kind) {
      case 'deploy':
        return this.#deploy(order);
      case 'deploy.cancel':
        this.#deployments.get(order.call)?.abort();
        return;
      case 'remove':
        return this.#answer(order.call, async () => {
          await this.#engine.remove(order.pipelineId, order.drainMs, () => void this.#report(true));
          // Without its counters now: if it comes again, it is known to count from zero.
          void this.#report();
        });
      case 'tap':
        return this.#tap(order.tap, order.request);
      case 'tap.stop':
        this.#taps.get(order.tap)?.end('stopped');
        return;
      case 'stop':
        await this.#answer(order.call, () => this.#end(STOP_DRAIN_MS));
        process.disconnect?.();
        process.exit(0);
    }
  }

  async #deploy({ call, plan, isForced, isApart }: Extract<Order, { kind: 'deploy' }>): Promise<void> {
    const cancel = new AbortController();
    this.#deployments.set(call, cancel);
    await this.#answer(call, () =>
      this.#engine.deploy(plan, {
        isForced,
        isApart,
        signal: cancel.signal,
        onStep: (step) => this.#say({ kind: 'step', call, step }),
      }),
    );
    this.#deployments.delete(call);
  }

  async #answer(call: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#say({ kind: 'done', call });
    } catch (error) {
      this.#say({ kind: 'done', call, problem: problemOfAny(error) });
    }
  }

  #tap(tap: number, request: TapRequest): void {
    try {
      const opened = this.#engine.tap(
        request,
        (events) => this.#say({ kind: 'tap.events', tap, events }),
        (reason) => {
          this.#taps.delete(tap);
          this.#say({ kind: 'tap.end', tap, reason });
        },
      );
      if (opened.isOpen) this.#taps.set(tap, opened);
    } catch (error) {
      this.#say({ kind: 'tap.end', tap, reason: problemOfAny(error).message });
    }
  }

  /** Resolves when the counters are also kept for the next engine. */
  #report(isFarewell = false): Promise<void> {
    const report: CountersReport = {
      type: 'counters',
      bootId: this.#bootId,
      sequence: this.#sequence++,
      at: Date.now(),
      pipelines: this.#engine.counters(),
    };
    const gauges = this.#engine.gauges();
    const senders = this.#engine.senders();
    this.#say({ kind: 'report', report: { ...report, gauges, senders } });
    const errors = this.#engine.takeErrors();
    if (errors.length > 0) this.#say({ kind: 'report', report: { type: 'errors', errors } });
    return this.#journal.save(report, isFarewell);
  }

  async #reportFormer(): Promise<void> {
    for (const report of await this.#journal.former()) this.#say({ kind: 'report', report });
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

  /** The parent is gone: nobody will ever stop this process but itself. */
  async #orphaned(): Promise<void> {
    setTimeout(() => process.exit(1), ORPHAN_EXIT_MS).unref();
    await this.#end(ORPHAN_DRAIN_MS);
    process.exit(0);
  }

  #say(notice: Notice): void {
    if (process.connected) process.send?.(notice, undefined, undefined, () => {});
  }
}

function problemOfAny(error: unknown): EngineProblem {
  if (error instanceof EngineError) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return {
    errorName: 'UnexpectedError',
    message: `The engine failed: ${message}`,
    causes: [error instanceof Error ? (error.stack ?? message) : message],
    resolutions: ['Look in the log of the service, and report this'],
  };
}

/** What processes of single pipelines run. */
const APART_ENTRY = join(import.meta.dirname, '../isolation/main.ts');

/** Runs the engine in this process, which a supervisor forked with its settings as first argument. */
export function runChild(components: ComponentRegistry, apartEntry = APART_ENTRY): void {
  const settings: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
  new Child(settings, components, apartEntry).listen();
}
