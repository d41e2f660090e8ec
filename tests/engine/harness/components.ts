import { isDeepStrictEqual } from 'node:util';
import { components as real } from '../../../src/engine/components/registry.ts';
import {
  type ComponentProblem,
  type ComponentRegistry,
  type DeliverOutcome,
  PermanentError,
  RetryableError,
  type SinkBatching,
  type SourceContext,
} from '../../../src/engine/components/types.ts';
import type { Batch } from '../../../src/engine/event/batch.ts';

export class PushSource {
  context: SourceContext | null = null;
  starts = 0;
  stops = 0;
  failsToStart = false;
  #gate: Promise<void> | null = null;
  #openGate: () => void = () => {};

  hold(): void {
    this.#gate = new Promise((resolve) => {
      this.#openGate = resolve;
    });
  }

  free(): void {
    this.#gate = null;
    this.#openGate();
  }

  get gate(): Promise<void> | null {
    return this.#gate;
  }

  push(...lines: string[]): Promise<DeliverOutcome> {
    const context = this.context!;
    const batch = context.newBatch();
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    batch.loadLines(text);
    return context.deliver(batch, { payloadBytes: text.length - lines.length, rawBytes: text.length });
  }
}

const problem = (errorName: string): ComponentProblem => ({
  errorName,
  message: `${errorName} happened`,
  causes: ['The test asked for it'],
  resolutions: ['Nothing to do'],
});

/** A destination that can be up, down, or stuck in a write; it refuses poison lines. */
export class SwitchSink {
  readonly received: string[] = [];
  writes = 0;
  tries = 0;
  opens = 0;
  closes = 0;
  isDown = false;
  failsToOpen = false;
  /** Opening hangs with these settings only. */
  hangsWith: Record<string, unknown> | null = null;
  hangsToClose = false;
  /** How often it had to end at once. */
  interrupts = 0;
  /** A blocked write fails when the engine aborts it. */
  heedsSignal = false;
  retryAfterMs: number | undefined;
  poison: string | null = null;
  batching: SinkBatching = { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 0 };
  #gate: Promise<void> | null = null;
  #openGate: () => void = () => {};
  #answer: () => void = () => {};

  hold(): void {
    this.#gate = new Promise((resolve) => {
      this.#openGate = resolve;
    });
  }

  free(): void {
    this.#gate = null;
    this.#openGate();
  }

  answer(): void {
    this.#answer();
  }

  get hanging(): Promise<void> {
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  async write(batch: Batch, signal: AbortSignal): Promise<{ bytes: number }> {
    this.tries++;
    await (this.heedsSignal && this.#gate ? Promise.race([this.#gate, aborted(signal)]) : this.#gate);
    if (this.isDown) throw new RetryableError(problem('SinkDown'), { retryAfterMs: this.retryAfterMs });
    const texts: string[] = [];
    let bytes = 0;
    for (let ev = 0; ev < batch.count; ev++) {
      if (!batch.isLive(ev)) continue;
      texts.push(batch.bytesOf(ev).toString());
      bytes += batch.size(ev);
    }
    const { poison } = this;
    if (poison !== null && texts.some((text) => text.includes(poison)))
      throw new PermanentError(problem('Poison'));
    this.received.push(...texts);
    this.writes++;
    return { bytes };
  }
}

const never = new Promise<never>(() => {});

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new RetryableError(problem('Interrupted')))),
  );

/** A test's components by id: `push` sources, `switch` sinks, a throwing transform, and real ones. */
export class TestComponents {
  readonly #sources = new Map<string, PushSource>();
  readonly #sinks = new Map<string, SwitchSink>();

  source(id: string): PushSource {
    const source = this.#sources.get(id) ?? new PushSource();
    this.#sources.set(id, source);
    return source;
  }

  sink(id: string): SwitchSink {
    const sink = this.#sinks.get(id) ?? new SwitchSink();
    this.#sinks.set(id, sink);
    return sink;
  }

  get registry(): ComponentRegistry {
    return {
      sources: {
        ...real.sources,
        push: {
          start: async (_config, context) => {
            const source = this.source(context.componentId);
            await source.gate;
            if (source.failsToStart) throw new Error('the port is taken');
            source.context = context;
            source.starts++;
            return {
              stop: async () => {
                source.stops++;
              },
            };
          },
        },
      },
      transforms: {
        ...real.transforms,
        throws: {
          create: (config) => ({
            process(batch, event) {
              if (batch.message(event)?.includes(String(config.on))) throw new Error('the transform broke');
            },
          }),
        },
      },
      sinks: {
        ...real.sinks,
        switch: {
          open: async (config, context) => {
            const sink = this.sink(context.componentId);
            if (sink.failsToOpen) throw new Error('the folder is missing');
            if (typeof config.resource === 'string') await context.reserve(config.resource);
            if (sink.hangsWith && isDeepStrictEqual(sink.hangsWith, config)) await sink.hanging;
            sink.opens++;
            context.signal.addEventListener('abort', () => sink.interrupts++);
            return {
              batching: sink.batching,
              write: (batch) => sink.write(batch, context.signal),
              close: async () => {
                if (sink.hangsToClose) await never;
                sink.closes++;
              },
            };
          },
        },
      },
    };
  }
}
