import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpPeer } from '../../src/engine/components/testing/http-peer.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { dropLines, planOf, sink, source, transform } from './harness/plans.ts';

const PATIENCE_MS = 60_000;
const BATCH = { maxEvents: 10, maxBytes: 1 << 20, timeoutMs: 0 };
type Event = { penstock_id?: string } & Record<string, unknown>;

let bench: EngineBench;
let peer: HttpPeer;
beforeEach(async () => {
  bench = new EngineBench();
  peer = await new HttpPeer().listen();
});
afterEach(async () => {
  await bench.end();
  await peer.close();
});

const outTo = (path: string, mode: string, rest: object = {}) => {
  const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };
  return sink(path, { url: `${peer.url}/${path}`, batch: BATCH, eventId: true, ...rest, buffer }, 'http');
};
const cameTo = (path: string): Event[] =>
  peer.received
    .filter((request) => request.path === `/${path}`)
    .flatMap(({ body }) => body.toString().trimEnd().split('\n'))
    .map((line) => JSON.parse(line));
const idsAt = (path: string) => cameTo(path).map((event) => event.penstock_id);

/** Like a source that knows positions and rereads after a crash. */
async function push(texts: string[], place?: (n: number) => string): Promise<void> {
  const { context } = bench.components.source('in');
  const batch = context!.newBatch();
  batch.loadLines(Buffer.from(texts.map((text) => `${text}\n`).join('')));
  expect(context!.identifies).toBe(true);
  if (place) for (let n = 0; n < texts.length; n++) batch.setId(n, place(n));
  const outcome = await context!.deliver(batch, { payloadBytes: 1, rawBytes: 1 });
  expect(outcome).toBe('accepted');
}

describe.each(['memory', 'disk'])('ids of events through a buffer in mode %s [R4]', (mode) => {
  it('one per event, equal at all destinations that ask', async () => {
    const nodes = [source('in'), outTo('a', mode), outTo('b', mode), outTo('c', mode, { eventId: false })];
    await bench.engine.deploy(planOf(nodes, ['in>a', 'in>b', 'in>c']));
    await push(lines(30));
    await push(lines(30));
    for (const path of ['a', 'b', 'c'])
      await eventually(() => expect(cameTo(path)).toHaveLength(60), PATIENCE_MS);
    expect(new Set(idsAt('a')).size).toBe(60);
    expect(idsAt('b')).toEqual(idsAt('a'));
    expect(cameTo('c').slice(0, 30)).toEqual(lines(30).map((message) => ({ message })));
  });

  it('stay when requests are repeated or batches split', async () => {
    await bench.engine.deploy(planOf([source('in'), outTo('a', mode)], ['in>a']));
    const moods = [{ status: 500 }, 'reset' as const];
    peer.answer = ({ body }) => moods.shift() ?? (body.includes('poison') ? { status: 400 } : {});
    await push([...lines(5), 'poison', ...lines(4, 5)]);
    await eventually(() => expect(bench.counters('a').eventsOut).toBe(9), PATIENCE_MS);
    const byText = Map.groupBy(cameTo('a'), ({ message }) => message);
    expect(byText.size).toBe(10);
    for (const events of byText.values()) {
      expect(events.length).toBeGreaterThan(2);
      expect(new Set(events.map((event) => event.penstock_id)).size).toBe(1);
    }
    await eventually(() => expect(bench.counters('a').eventsBuffered).toBe(0), PATIENCE_MS);
    expectAccounted(bench.engine.counters());
  });

  it('differ where branches join, and repeat when the source repeats', async () => {
    const nodes = [
      source('in'),
      transform('parse', 'parse_json'),
      transform('unroll', 'unroll', { field: 'items' }),
      transform('again', 'unroll', { field: 'items' }),
      dropLines('pass', 'nothing has this'),
      transform('sum', 'aggregate', { seconds: 3600, maxEvents: 2 }),
      outTo('a', mode),
    ];
    const edges = [
      'in>parse',
      'parse>unroll',
      'unroll>again',
      'again>a',
      'unroll>a',
      'parse>pass',
      'pass>a',
      'parse>sum',
      'sum>a',
      'in>a',
    ];
    await bench.engine.deploy(planOf(nodes, edges));
    const texts = lines(4).map((line) => JSON.stringify({ line, items: [[1, 2], [3], 4] }));
    // 4 originals, 4 after 'pass', 12 elements, 16 of their elements, 2 sums.
    const expected = 4 + 4 + 12 + 16 + 2;
    const place = (n: number) => `log.${n}`;
    await push(texts, place);
    await eventually(() => expect(cameTo('a')).toHaveLength(expected), PATIENCE_MS);
    const first = idsAt('a');
    expect(new Set(first).size).toBe(expected);
    await bench.restart(PATIENCE_MS);
    await bench.engine.deploy(planOf(nodes, edges));
    await push(texts, place);
    await eventually(() => expect(cameTo('a')).toHaveLength(2 * expected), PATIENCE_MS);
    expect(idsAt('a').slice(expected).toSorted()).toEqual(first.toSorted());
  }, 180_000);
});

it('events buffered earlier get ids by their place there [R4, R18]', async () => {
  const deploy = (eventId: boolean) =>
    bench.engine.deploy(planOf([source('in'), outTo('a', 'disk', { eventId })], ['in>a']));
  peer.answer = () => 'hang';
  await deploy(false);
  expect(await bench.components.source('in').push(...lines(25))).toBe('accepted');
  const isHeld = (count: number) => () => expect(peer.received.length).toBeGreaterThanOrEqual(count);
  await eventually(isHeld(1), PATIENCE_MS);
  for (const count of [2, 3]) {
    if (count === 3) peer.answer = () => ({});
    await bench.restart();
    await deploy(true);
    await eventually(isHeld(count), PATIENCE_MS);
  }
  await eventually(() => expect(bench.counters('a').eventsBuffered).toBe(0), PATIENCE_MS);
  const ids = idsAt('a');
  expect(ids.slice(0, 10)).toEqual(Array(10).fill(undefined));
  expect(ids.slice(10, 20)).toEqual(ids.slice(20, 30));
  expect(new Set(ids.slice(20)).size).toBe(25);
}, 180_000);
