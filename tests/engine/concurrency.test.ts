import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ComponentProblem,
  RetryableError,
  type SinkReceipt,
} from '../../src/engine/components/types.ts';
import type { Batch } from '../../src/engine/event/batch.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { eventually } from '../harness/eventually.ts';
import { expectAccounted, lines } from './harness/bench.ts';
import { TestComponents } from './harness/components.ts';
import { PIPELINE, planOf, SITE, sink, source } from './harness/plans.ts';

const problem: ComponentProblem = { errorName: 'Busy', message: 'Busy', causes: ['a'], resolutions: ['b'] };

type Call = {
  readonly texts: string[];
  readonly at: number;
  answer(): void;
  fail(retryAfterMs?: number): void;
};

/** Accepts concurrent writes; the test answers each. */
class WideSink {
  readonly calls: Call[] = [];
  readonly received: string[] = [];
  most = 0;
  open = 0;
  /** Answers automatically; calls answered `later` are written again. */
  isAutomatic = false;
  later: (texts: string[]) => number[] = () => [];

  async write(batch: Batch): Promise<SinkReceipt> {
    const events = Array.from({ length: batch.count }, (_, ev) => ev).filter((ev) => batch.isLive(ev));
    const texts = events.map((ev) => batch.bytesOf(ev).toString());
    this.most = Math.max(this.most, ++this.open);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (retryAfterMs?: number) => reject(new RetryableError(problem, { retryAfterMs }));
    this.calls.push({ texts, at: performance.now(), answer: resolve, fail });
    if (this.isAutomatic) resolve();
    await promise.finally(() => this.open--);
    const later = this.later(texts);
    const taken = texts.filter((_, i) => !later.includes(i));
    this.received.push(...taken);
    const bytes = Buffer.byteLength(taken.join(''));
    return { bytes, ...(later.length > 0 && { later: { events: later.map((i) => events[i]!), problem } }) };
  }
}

let folder = '';
let engine: Engine;
let wide: WideSink;
let tests: TestComponents;
let concurrency = 4;

const start = () => {
  tests = new TestComponents();
  wide = new WideSink();
  const { registry } = tests;
  const batching = { maxEvents: 2, maxBytes: 1 << 20, timeoutMs: 0 };
  const { write } = { write: (batch: Batch) => wide.write(batch) };
  const open = async () => ({ batching, concurrency, write, close: async () => {} });
  engine = new Engine(folder, SITE, { ...registry, sinks: { ...registry.sinks, wide: { open } } });
};
beforeEach(() => {
  concurrency = 4;
  folder = mkdtempSync(join(tmpdir(), 'penstock-wide-'));
  start();
});
afterEach(async () => {
  await engine.stop(0);
  expectAccounted(engine.counters());
  rmSync(folder, { recursive: true, force: true });
});

const out = () => engine.counters()[PIPELINE]!.out!;
const deploy = (mode: string) =>
  engine.deploy(
    planOf(
      [source('in'), sink('out', { buffer: { mode, maxBytes: 1 << 20, whenFull: 'block' } }, 'wide')],
      ['in>out'],
    ),
  );

describe.each(['memory', 'disk'])(
  'a destination that takes several writes at a time, buffer in %s',
  (mode) => {
    it('gets as many as it takes, and each event once [R17]', async () => {
      await deploy(mode);
      const sent = lines(20).map((line) => tests.source('in').push(line));
      await eventually(() => expect(wide.open).toBe(4));
      wide.isAutomatic = true;
      for (const call of wide.calls) call.answer();
      await Promise.all(sent);
      await eventually(() => expect(out()).toMatchObject({ eventsOut: 20, eventsBuffered: 0 }));
      expect(wide.most).toBe(4);
      expect(wide.received.toSorted()).toEqual(lines(20).toSorted());
    });

    it('keeps the order when it takes one at a time [R5]', async () => {
      concurrency = 1;
      wide.isAutomatic = true;
      await deploy(mode);
      await Promise.all(lines(100).map((line) => tests.source('in').push(line)));
      await eventually(() => expect(wide.received).toEqual(lines(100)));
      expect(wide.most).toBe(1);
    });

    it('writes only those events again that it did not take', async () => {
      wide.isAutomatic = true;
      let busy = 3;
      wide.later = (texts) => (busy-- > 0 ? [texts.length - 1] : []);
      await deploy(mode);
      await tests.source('in').push(...lines(8));
      await eventually(() => expect(out()).toMatchObject({ eventsOut: 8, eventsBuffered: 0 }));
      expect(wide.received.toSorted()).toEqual(lines(8));
      expect(out().bytesOut).toBe(Buffer.byteLength(lines(8).join('')));
    });

    it('a write told to wait holds back the others [R7]', async () => {
      await deploy(mode);
      for (const line of lines(4)) void tests.source('in').push(line);
      await eventually(() => expect(wide.open).toBeGreaterThan(1));
      const [first, second] = wide.calls;
      const before = wide.calls.length;
      const failedAt = performance.now();
      first!.fail(700);
      second!.fail();
      wide.isAutomatic = true;
      for (const call of wide.calls) call.answer();
      await eventually(() => expect(wide.received.toSorted()).toEqual(lines(4)));
      for (const call of wide.calls.slice(before)) expect(call.at - failedAt).toBeGreaterThanOrEqual(699);
    });
  },
);

it('a disk buffer frees in order: writes behind a gap come again [R1]', async () => {
  await deploy('disk');
  for (const line of lines(3)) await tests.source('in').push(line);
  await eventually(() => expect(wide.calls.flatMap((call) => call.texts)).toEqual(lines(3)));
  const last = wide.calls.at(-1)!;
  last.answer();
  await eventually(() => expect(out().eventsOut).toBe(last.texts.length));
  for (const call of wide.calls) call.fail();
  await engine.stop(0);
  expectAccounted(engine.counters());
  start();
  wide.isAutomatic = true;
  await deploy('disk');
  await eventually(() => expect(wide.received).toEqual(lines(3)));
  expect(out()).toMatchObject({ eventsCreated: 3, eventsOut: 3 });
});

describe('batches that are larger than a write, buffer in memory', () => {
  const startOne = async () => {
    concurrency = 1;
    await deploy('memory');
    const sent = [0, 3, 6, 9].map((from) => tests.source('in').push(...lines(3, from)));
    await eventually(() => expect(wide.open).toBe(1));
    return sent;
  };
  const answerNext = async (n: number) => {
    await eventually(() => expect(wide.calls.length).toBe(n + 1));
    wide.calls[n]!.answer();
  };

  it('fill each write from those that wait, in their order [R5]', async () => {
    const sent = await startOne();
    wide.isAutomatic = true;
    wide.calls[0]!.answer();
    await Promise.all(sent);
    expect(wide.calls.map(({ texts }) => texts.length)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(wide.received).toEqual(lines(12));
    expect(out()).toMatchObject({ eventsIn: 12, eventsOut: 12, eventsBuffered: 0, bytesBuffered: 0 });
  });

  it('are acknowledged once all of their events are written [R1]', async () => {
    const sent = await startOne();
    let acknowledged = 0;
    for (const one of sent) void one.then(() => acknowledged++);
    await answerNext(0);
    await eventually(() => expect(wide.calls.length).toBe(2));
    expect(acknowledged).toBe(0);
    await answerNext(1);
    await eventually(() => expect(acknowledged).toBe(1));
    await answerNext(2);
    await eventually(() => expect(wide.calls.length).toBe(4));
    expect(acknowledged).toBe(2);
    wide.isAutomatic = true;
    wide.calls[3]!.answer();
    await Promise.all(sent);
  });

  it('leave what no write had room for as dead letters at the end [R1]', async () => {
    await startOne();
    const ended = engine.stop(0);
    const answering = setInterval(() => wide.calls.at(-1)!.answer(), 50);
    await ended.finally(() => clearInterval(answering));
    const dead = engine.counters()[PIPELINE]!.out!;
    expect(dead.eventsOut + dead.eventsDeadLetter).toBe(12);
    expect(dead).toMatchObject({ eventsBuffered: 0, bytesBuffered: 0 });
  });
});
