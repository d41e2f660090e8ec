import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Counters, EngineReport } from '../../src/engine/port.ts';
import { createRecorder, type Recorder } from '../../src/service/analytics/recorder.ts';
import type { Store } from '../../src/service/store/index.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { createCounters, T0 } from './support/counting.ts';

type Report = Extract<EngineReport, { type: 'counters' }>;
const PIPELINE = '300000000000000001';
const PARTS = ['200000000000000001', '100000000000000001', '200000000000000002'] as const;
type Part = (typeof PARTS)[number];
const DAY = 86_400;

/** Counts running totals of the current boot and keeps those of earlier boots. */
class CountingEngine {
  readonly truth = new Map<Part, number>();
  #counted = new Map<Part, number>();
  #boot = 1;
  #sequence = 0;
  former: Report[] = [];
  now = T0;

  count(part: Part, events: number): void {
    this.truth.set(part, (this.truth.get(part) ?? 0) + events);
    this.#counted.set(part, (this.#counted.get(part) ?? 0) + events);
  }

  report(): Report {
    const components = [...this.#counted].map(([part, events]): [string, Counters] => [
      part,
      createCounters(events, Math.floor(events / 2), { lastEventAt: this.now }),
    ]);
    return {
      type: 'counters',
      bootId: `boot ${this.#boot}`,
      sequence: this.#sequence++,
      at: this.now,
      pipelines: { [PIPELINE]: Object.fromEntries(components) },
    };
  }

  /** The last report with a component and the first without it. It restarts at zero when it returns. */
  forget(part: Part): Report[] {
    const last = this.report();
    this.#counted.delete(part);
    const without = this.report();
    this.former.push({ ...last, isFormer: true }, { ...without, isFormer: true });
    return [last, without];
  }

  restart(): void {
    this.former.push({ ...this.report(), isFormer: true });
    this.#boot += 1;
    this.#sequence = 0;
    this.#counted = new Map();
  }
}

type Step =
  | { kind: 'count'; part: Part; events: number }
  | { kind: 'report' | 'late' | 'repeat' | 'store' | 'check' }
  | { kind: 'forget'; part: Part }
  | { kind: 'engine dies' | 'service is killed' | 'service restarts' }
  | { kind: 'clock'; seconds: number };

const part = fc.constantFrom(...PARTS);
const createKind = <const K extends string>(kind: K) => fc.constant({ kind });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('count' as const), part, events: fc.nat(500) }) },
  { weight: 6, arbitrary: createKind('report') },
  { weight: 2, arbitrary: createKind('late') },
  { weight: 2, arbitrary: createKind('repeat') },
  { weight: 3, arbitrary: createKind('store') },
  { weight: 2, arbitrary: createKind('check') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), part }) },
  { weight: 1, arbitrary: createKind('engine dies') },
  { weight: 1, arbitrary: createKind('service is killed') },
  { weight: 1, arbitrary: createKind('service restarts') },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      seconds: fc.integer({ min: -7200, max: 7200 }),
    }),
  },
);

/** Services that run in turn on one database and get reports from the same engine. */
class Run {
  readonly engine = new CountingEngine();
  readonly store: Store;
  recorder: Recorder;
  #heard: Report | undefined;
  #held: Report[] = [];

  constructor(store: Store) {
    this.store = store;
    this.recorder = createRecorder(store, () => this.engine.now);
  }

  hear(report: Report): void {
    this.recorder.record(report);
    this.#heard = report;
  }

  /** Last reports of ended boots come first at each start. */
  async startService(): Promise<void> {
    this.recorder = createRecorder(this.store, () => this.engine.now);
    for (const report of this.engine.former) this.recorder.record(report);
    await this.recorder.load();
  }

  async take(step: Step): Promise<void> {
    this.engine.now += 1000;
    switch (step.kind) {
      case 'count':
        return this.engine.count(step.part, step.events);
      case 'report':
        this.hear(this.engine.report());
        for (const late of this.#held.splice(0)) this.recorder.record(late);
        return;
      case 'late':
        return void this.#held.push(this.engine.report());
      case 'repeat':
        if (this.#heard) this.recorder.record(this.#heard);
        return;
      case 'store':
        return this.recorder.flush();
      case 'check':
        return this.check();
      case 'forget':
        for (const report of this.engine.forget(step.part)) this.hear(report);
        return;
      case 'engine dies':
        this.engine.restart();
        for (const report of this.engine.former) this.recorder.record(report);
        return;
      case 'service restarts':
        await this.recorder.flush();
        this.engine.restart();
        return this.startService();
      case 'service is killed':
        this.engine.restart();
        return this.startService();
      case 'clock':
        this.engine.now += step.seconds * 1000;
    }
  }

  /** Totals and all ranges must both equal what was counted. */
  async check(): Promise<void> {
    this.hear(this.engine.report());
    const truth = Object.fromEntries([...this.engine.truth].filter(([, events]) => events > 0));
    const totals = Object.entries(this.recorder.totalsOf(PIPELINE))
      .map(([id, { events_in }]) => [id, events_in] as const)
      .filter(([, events]) => events > 0);
    expect(Object.fromEntries(totals)).toEqual(truth);
    for (const seconds of [10, 60, 3600, 21_600, 86_400]) {
      const range = {
        seconds,
        sumOver: 'range',
        from: T0 / 1000 - 30 * DAY,
        to: T0 / 1000 + 30 * DAY,
      } as const;
      const sums: Record<string, number> = {};
      for (const row of await this.recorder.read({ ...range, from: range.from - (range.from % DAY) })) {
        sums[row.component_id] = (sums[row.component_id] ?? 0) + row.events_in;
      }
      expect(sums).toEqual(truth);
    }
  }
}

test('totals and series are exact over crashes, repeats and clock steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const store = await openMemoryStore();
      const run = new Run(store);
      await run.startService();
      for (const one of steps) await run.take(one);
      await run.check();
      await run.recorder.flush();
      await run.check();
      await store.close();
    }),
    {
      // Removed and deployed again in one boot, before anything was stored.
      examples: [
        [
          [
            { kind: 'count', part: PARTS[1], events: 1 },
            { kind: 'forget', part: PARTS[1] },
            { kind: 'count', part: PARTS[1], events: 1 },
            { kind: 'service is killed' },
            { kind: 'report' },
          ],
        ],
      ],
      numRuns: process.env.PENSTOCK_TEST_LONG ? 2000 : 60,
    },
  );
}, 600_000);
