import { Batch } from '../../event/batch.ts';
import { BatchPool } from '../../topology/batch-pool.ts';
import type { EngineClock } from '../../topology/clock.ts';
import { ComponentMetrics } from '../../topology/metrics.ts';
import { TransformState } from '../../topology/transform-state.ts';
import type {
  ComponentProblem,
  DeliverOutcome,
  Intake,
  SinkContext,
  SourceContext,
  TransformContext,
} from '../types.ts';

export { freePort } from './free-port.ts';

export type Report = { errorName: string; problem: ComponentProblem; example: string | undefined };

const identity = { siteId: '4', componentId: '2', name: 'Under test' };

export class SourceProbe {
  readonly events: string[] = [];
  readonly reports: Report[] = [];
  readonly refused: { count: number; intake: Intake; errorName: string }[] = [];
  readonly deadLetters: { text: string; errorName: string }[] = [];
  readonly intake = { payloadBytes: 0, rawBytes: 0 };
  saved: string | null = null;
  paused = false;
  hasRoom = true;
  tracksOrigin = false;
  readonly origins: unknown[] = [];
  /** Answers each delivery. Replace it to delay acknowledgements. */
  answer: () => Promise<DeliverOutcome> = async () => 'accepted';
  gate: Promise<void> | null = null;

  get incomplete(): string[] {
    return this.reports
      .filter(({ problem }) => problem.causes.length === 0 || problem.resolutions.length === 0)
      .map(({ errorName }) => errorName);
  }

  get errorNames(): string[] {
    return this.reports.map(({ errorName }) => errorName);
  }

  readonly context: SourceContext = (() => {
    const probe = this;
    const report = (problem: ComponentProblem, example?: string) =>
      probe.reports.push({ errorName: problem.errorName, problem, example });
    return {
      ...identity,
      report,
      newBatch: () => new Batch(1024),
      recycle: () => {},
      deliver: async (batch: Batch, { payloadBytes, rawBytes }: Intake) => {
        if (batch.count === 0) return 'accepted';
        const outcome = await probe.answer();
        if (outcome === 'unavailable') return outcome;
        for (let ev = 0; ev < batch.count; ev++) {
          if (probe.tracksOrigin) probe.origins.push(JSON.parse(`{${batch.origins?.[ev] ?? ''}}`));
          const errorName = batch.refusalOf(ev)?.errorName ?? 'InvalidEvent';
          if (batch.isLive(ev)) probe.events.push(batch.bytesOf(ev).toString());
          else probe.deadLetters.push({ text: batch.original(ev).toString(), errorName });
        }
        probe.intake.payloadBytes += payloadBytes;
        probe.intake.rawBytes += rawBytes;
        return outcome;
      },
      ready: () => probe.gate,
      hasRoom: () => probe.hasRoom,
      get paused() {
        return probe.paused;
      },
      get tracksOrigin() {
        return probe.tracksOrigin;
      },
      refuse: (problem: ComponentProblem, count: number, intake: Intake, example?: string) => {
        report(problem, example);
        probe.refused.push({ count, intake, errorName: problem.errorName });
      },
      checkpoint: {
        load: async () => probe.saved,
        save: async (text: string) => {
          probe.saved = text;
        },
      },
      reserve: async () => {},
      keepCounters: () => {},
    };
  })();
}

type Alarm = { readonly at: number; readonly call: () => void };

export class TestClock implements EngineClock {
  #now = 1_000_000;
  readonly #alarms = new Set<Alarm>();

  now(): number {
    return this.#now;
  }

  date(): number {
    return Date.UTC(2026, 10, 21) + this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const alarm = { at: this.#now + ms, call };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#alarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = until;
  }
}

/** Context of a transform under test; `emitted` are results of kept events. */
export class TransformProbe {
  readonly clock = new TestClock();
  readonly failures: string[] = [];
  readonly emitted: string[] = [];
  readonly metrics = new ComponentMetrics();
  readonly state = new TransformState({
    pool: new BatchPool(),
    clock: this.clock,
    owner: () => ({ pipelineId: '3', componentId: '1', nodeId: '1', metrics: this.metrics }),
    report: ({ errorName }) => this.failures.push(errorName),
  });
  readonly context: TransformContext = {
    ...identity,
    clock: this.clock,
    report: ({ errorName }) => {
      this.failures.push(errorName);
    },
    fail: (_batch, _event, problem) => {
      this.failures.push(problem.errorName);
    },
    keep: (batch, event, kept) => this.state.keep(batch, event, kept),
    emit: (kept, write) => this.state.emit(kept, write),
  };

  constructor() {
    this.state.bind((batch, live) => {
      for (const ev of live) this.emitted.push(batch.bytesOf(ev).toString());
    });
  }

  takeEmitted(): unknown[] {
    return this.emitted.splice(0).map((text) => JSON.parse(text));
  }
}

export class SinkProbe {
  readonly reports: string[] = [];
  readonly reservations: string[] = [];
  readonly ended = new AbortController();
  readonly context: SinkContext = {
    ...identity,
    signal: this.ended.signal,
    report: (problem) => {
      this.reports.push(problem.errorName);
    },
    reserve: async (resource) => {
      this.reservations.push(resource);
    },
  };
}

export function rawBatch(...lines: string[]): Batch {
  const batch = new Batch();
  for (const line of lines) batch.appendRaw(Buffer.from(line));
  return batch;
}

export function jsonBatch(...objects: object[]): Batch {
  const batch = new Batch();
  for (const object of objects) batch.appendJson(Buffer.from(JSON.stringify(object)));
  return batch;
}

/** Retries until the check passes; throws its last failure after the limit. */
export async function until(check: () => void, limitMs = 10_000): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      check();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
