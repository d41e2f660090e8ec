import { createServer } from 'node:net';
import { Batch } from '../../event/batch.ts';
import type {
  ComponentProblem,
  DeliverOutcome,
  Intake,
  SinkContext,
  SourceContext,
  TransformContext,
} from '../types.ts';

/** What a component under test is given, and what it did with it. */

export type Report = { errorName: string; problem: ComponentProblem; example: string | undefined };

const identity = { siteId: '4', componentId: '2', name: 'Under test' };

export class SourceProbe {
  /** Events as raw text or JSON, in the order of delivery. */
  readonly events: string[] = [];
  readonly reports: Report[] = [];
  readonly refused: { count: number; intake: Intake; errorName: string }[] = [];
  readonly intake = { payloadBytes: 0, rawBytes: 0 };
  saved: string | null = null;
  paused = false;
  /** Answers each delivery; replace it to hold acknowledgements back. */
  answer: () => Promise<DeliverOutcome> = async () => 'accepted';
  gate: Promise<void> | null = null;

  /** With every problem whose causes or resolutions are missing, for a check at the end. */
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
        for (let ev = 0; ev < batch.count; ev++) probe.events.push(batch.bytesOf(ev).toString());
        probe.intake.payloadBytes += payloadBytes;
        probe.intake.rawBytes += rawBytes;
        return outcome;
      },
      ready: () => probe.gate,
      get paused() {
        return probe.paused;
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
      claim: () => {},
    };
  })();
}

export class TransformProbe {
  readonly failures: string[] = [];
  readonly context: TransformContext = {
    ...identity,
    report: () => {},
    fail: (_batch, _event, problem) => {
      this.failures.push(problem.errorName);
    },
  };
}

export class SinkProbe {
  readonly reports: string[] = [];
  readonly claims: string[] = [];
  readonly ended = new AbortController();
  readonly context: SinkContext = {
    ...identity,
    signal: this.ended.signal,
    report: (problem) => {
      this.reports.push(problem.errorName);
    },
    claim: (resource) => {
      this.claims.push(resource);
    },
  };
}

/** A batch of raw lines. */
export function rawBatch(...lines: string[]): Batch {
  const batch = new Batch();
  for (const line of lines) batch.appendRaw(Buffer.from(line));
  return batch;
}

/** A batch of objects. */
export function jsonBatch(...objects: object[]): Batch {
  const batch = new Batch();
  for (const object of objects) batch.appendJson(Buffer.from(JSON.stringify(object)));
  return batch;
}

let used = 0;

/** A port that nobody listens on, another one each time (clients keep connections); test files that run at the same time look in other ranges. */
export async function freePort(): Promise<number> {
  const first = 4740 + (Number(process.env.VITEST_POOL_ID ?? 0) % 3) * 10;
  for (let tries = 0; tries < 10; tries++) {
    const port = first + (used++ % 10);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
  throw new Error(`No port from ${first} to ${first + 9} is free`);
}

/** Waits until a check passes; its last failure is thrown after 10 s. */
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
