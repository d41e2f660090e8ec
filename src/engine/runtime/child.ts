import { randomUUID } from 'node:crypto';
import type { ComponentRegistry } from '../components/types.ts';
import { EngineError, type EngineProblem, type TapRequest } from '../port.ts';
import { Engine } from '../topology/engine.ts';
import type { OpenTap } from '../topology/taps.ts';
import {
  BEAT_MS,
  type ChildSettings,
  type Notice,
  ORPHAN_DRAIN_MS,
  ORPHAN_EXIT_MS,
  type Order,
  STOP_DRAIN_MS,
} from './messages.ts';

/** The engine's process: takes orders over IPC, reports each second, and ends with its parent. */
class Child {
  readonly #engine: Engine;
  readonly #bootId = randomUUID();
  readonly #taps = new Map<number, OpenTap>();
  readonly #beat: NodeJS.Timeout;
  #ending: Promise<void> | null = null;

  constructor(settings: ChildSettings, components: ComponentRegistry) {
    this.#engine = new Engine(settings.dataFolder, settings.siteId, components);
    this.#beat = setInterval(() => {
      this.#say({ kind: 'beat' });
      this.#report();
    }, BEAT_MS);
  }

  listen(): void {
    process.on('message', (order: Order) => void this.#obey(order));
    process.on('disconnect', () => void this.#orphaned());
    // Ctrl+C and service managers signal the whole group; the parent decides when this process ends.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
    this.#say({ kind: 'ready' });
  }

  async #obey(order: Order): Promise<void> {
    switch (order.kind) {
      case 'deploy':
        return this.#answer(order.call, () => this.#engine.deploy(order.plan));
      case 'remove':
        return this.#answer(order.call, () =>
          this.#engine.remove(order.pipelineId, order.drainMs, () => this.#report()),
        );
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

  #report(): void {
    const pipelines = this.#engine.counters();
    this.#say({
      kind: 'report',
      report: { type: 'counters', bootId: this.#bootId, at: Date.now(), pipelines },
    });
    const errors = this.#engine.takeErrors();
    if (errors.length > 0) this.#say({ kind: 'report', report: { type: 'errors', errors } });
  }

  #end(drainMs: number): Promise<void> {
    this.#ending ??= this.#endNow(drainMs);
    return this.#ending;
  }

  async #endNow(drainMs: number): Promise<void> {
    for (const tap of this.#taps.values()) tap.end('The engine is being stopped');
    await this.#engine.stop(drainMs);
    clearInterval(this.#beat);
    this.#report();
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

/** Runs the engine in this process, which a supervisor forked with its settings as first argument. */
export function runChild(components: ComponentRegistry): void {
  const settings: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
  new Child(settings, components).listen();
}
