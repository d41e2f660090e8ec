// Slow: some hundred engines, each with its buffers on the disk.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CounterJournal } from '../../src/engine/runtime/counter-journal.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { eventually } from '../harness/eventually.ts';
import { expectAccounted } from './harness/bench.ts';
import { TestComponents } from './harness/components.ts';
import { dropLines, PIPELINE, planOf, SITE, sink, source, transform } from './harness/plans.ts';
import { Series } from './harness/series.ts';

const RUNS = process.env.PENSTOCK_TEST_LONG ? 500 : 25;
const kinds = ['plain', 'noise', 'poison', 'bad'] as const;

type Step =
  | { do: 'push'; lines: (typeof kinds)[number][] }
  | { do: 'flip'; sink: 'a' | 'b' }
  | { do: 'report' | 'kill' | 'restart' | 'settle' | 'deploy' };

const only = <T extends string>(name: T) => fc.constant({ do: name });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('push' as const),
      lines: fc.array(fc.constantFrom(...kinds), { maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flip' as const), sink: fc.constantFrom('a', 'b') }) },
  { weight: 2, arbitrary: only('report') },
  { weight: 2, arbitrary: only('settle') },
  { weight: 3, arbitrary: only('kill') },
  { weight: 1, arbitrary: only('restart') },
  { weight: 1, arbitrary: only('deploy') },
);

const buffer = (mode: string) => ({ buffer: { mode, maxBytes: 1 << 20, whenFull: 'block' } });
const aggregate = { seconds: 3600 };
const plan = planOf(
  [
    source('in'),
    dropLines('filter', 'noise'),
    transform('break', 'throws', { on: 'bad' }),
    transform('sum', 'aggregate', aggregate),
    sink('a', buffer('memory')),
    sink('b', buffer('disk')),
  ],
  ['in>filter', 'filter>break', 'break>a', 'break>b', 'filter>sum', 'sum>b'],
);

/** An engine and the series of all its lives; a kill goes on with a copy of the disk of that moment. */
class Lives {
  readonly series = new Series();
  components = new TestComponents();
  #folder = mkdtempSync(join(tmpdir(), 'penstock-lives-'));
  readonly #ended: { engine: Engine; folder: string }[] = [];
  #sequence = 0;
  engine = this.#make();

  #make(): Engine {
    this.components = new TestComponents();
    for (const id of ['a', 'b']) this.components.sink(id).poison = 'poison';
    return new Engine(this.#folder, SITE, this.components.registry);
  }

  report(): void {
    const sequence = this.#sequence++;
    const { bootId } = this.engine;
    const pipelines = this.engine.counters();
    this.engine.keepCounters(this.#sequence);
    this.series.take({ type: 'counters', bootId, sequence, at: Date.now(), pipelines });
  }

  async begin(): Promise<void> {
    const journal = new CounterJournal(join(this.#folder, 'engine', SITE, 'counters'), this.engine.bootId);
    for (const report of await journal.readPrevious()) this.series.take(report);
    this.#sequence = 0;
    await this.engine.inherit();
    await this.engine.deploy(plan);
    expectAccounted(this.engine.counters());
  }

  async kill(): Promise<void> {
    this.#ended.push({ engine: this.engine, folder: this.#folder });
    const copy = mkdtempSync(join(tmpdir(), 'penstock-lives-'));
    cpSync(this.#folder, copy, { recursive: true });
    this.#folder = copy;
    this.engine = this.#make();
    await this.begin();
  }

  async restart(): Promise<void> {
    await this.engine.stop(0);
    this.report();
    this.engine = this.#make();
    await this.begin();
  }

  async end(): Promise<void> {
    await this.engine.stop(0);
    this.report();
    rmSync(this.#folder, { recursive: true, force: true });
    for (const { engine, folder } of this.#ended) {
      await engine.stop(0);
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

it('the series of every node is exact over kills and restarts at any moment [R17]', async () => {
  let lives = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const all = new Lives();
      await all.begin();
      for (const each of steps) {
        if (each.do === 'push') void all.components.source('in').push(...each.lines);
        else if (each.do === 'flip') {
          const target = all.components.sink(each.sink);
          target.isDown = !target.isDown;
        } else if (each.do === 'settle') await settle();
        else if (each.do === 'deploy') await all.engine.deploy(plan);
        else if (each.do === 'kill') await all.kill();
        else if (each.do === 'restart') await all.restart();
        expectAccounted(all.engine.counters());
        if (each.do === 'kill' || each.do === 'restart') lives++;
        else if (each.do !== 'report') continue;
        all.report();
        expect(all.series.unbalanced()).toEqual([]);
      }
      for (const id of ['a', 'b']) all.components.sink(id).isDown = false;
      await eventually(() => {
        for (const id of ['a', 'b']) expect(all.engine.counters()[PIPELINE]![id]!.eventsBuffered).toBe(0);
      });
      await all.end();
      expect(all.series.unbalanced()).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  console.log(`R17: ${lives} kills and restarts, every series exact`);
}, 300_000);
