import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import type { DeadLetter, DeadLetterAnswers, DeadLetterRequest } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench } from './harness/bench.ts';
import { dropLines, PIPELINE, planOf, SITE, sink, source, transform } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

type Replay = Omit<Extract<DeadLetterRequest, { do: 'replay' }>, 'do' | 'siteId'>;
const replay = (asked: Partial<Replay> = {}): Promise<DeadLetterAnswers['replay']> =>
  bench.engine.answerDeadLetters({ siteId: SITE, do: 'replay', choice: {}, to: 'node', after: 0, ...asked });
const list = async (): Promise<DeadLetter[]> => {
  const choice = {};
  const found = await bench.engine.answerDeadLetters({
    siteId: SITE,
    do: 'list',
    choice,
    offset: 0,
    limit: 100,
  });
  return found.letters;
};

/** Events that the destination refuses until it is healed. */
async function refuse(...events: string[]) {
  const out = bench.components.sink('out');
  out.poison = 'bad';
  await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
  await bench.components.source('in').push(...events);
  await eventually(() => expect(bench.counters('out').eventsBuffered).toBe(0));
  return out;
}

describe('dead letters of a running pipeline', () => {
  it('nothing is kept, and no file made, before the first', async () => {
    expect(await list()).toEqual([]);
    expect(await replay()).toMatchObject({ replayed: 0 });
  });

  it('a refused event is listed with node and reason, and arrives once by a replay', async () => {
    const out = await refuse('good 1', 'bad 2', 'good 3');
    const [letter] = await list();
    expect(letter).toMatchObject({
      pipelineId: PIPELINE,
      componentId: 'out',
      errorName: 'Poison',
      event: 'bad 2',
    });
    out.poison = null;
    expect(await replay({ choice: { ids: [letter!.id] } })).toMatchObject({
      replayed: 1,
      underWay: 0,
      refused: 0,
    });
    expect(out.received).toEqual(['good 1', 'good 3', 'bad 2']);
    expect(await list()).toEqual([]);
    expect(bench.engine.deadLetters()[PIPELINE]).toMatchObject({ count: 0, replayed: 1 });
  });

  it('an event that fails again is a new dead letter, and none is lost', async () => {
    await refuse('bad 1', 'bad 2');
    const before = await list();
    expect(await replay()).toMatchObject({ replayed: 2 });
    const after = await list();
    expect(after.map(({ event }) => event).sort()).toEqual(['bad 1', 'bad 2']);
    for (const { id } of after) expect(before.map((one) => one.id)).not.toContain(id);
  });

  it('a replay to the start passes all nodes again, and counts no input', async () => {
    const out = await refuse('bad 1');
    out.poison = null;
    const nodes = [source('in'), dropLines('add', 'noise'), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>add', 'add>out'], { graphVersion: 2 }));
    expect(await replay({ to: 'start' })).toMatchObject({ replayed: 1 });
    expect(out.received.at(-1)).toContain('bad 1');
    expect(bench.counters('add').eventsIn).toBe(1);
    expect(bench.counters('in')).toMatchObject({ eventsIn: 1, eventsCreated: 1, eventsOut: 2 });
  });

  it('a JSON event that was too long is replayed as the event it is', async () => {
    const port = await freePort();
    const nodes = [source('in', 'http_server', { port, maxEventBytes: 64 }), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>out']));
    const long = `{"b":"${'x'.repeat(100)}"}`;
    const post = (body: string, type: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: { 'content-type': type } });
    await post(`{"a":1}\n${long}\n`, 'application/x-ndjson');
    await post(`short\n${long}\n`, 'text/plain');
    expect((await list()).map(({ event, isText }) => [event, isText])).toEqual([
      [long, true],
      [long, false],
    ]);
    expect(await replay()).toMatchObject({ replayed: 2 });
    expect(bench.components.sink('out').received.slice(2)).toEqual([long, long]);
  });

  it('an edited event is replayed as edited', async () => {
    const out = await refuse('bad 1');
    const [{ id, revision }] = (await list()) as [DeadLetter];
    const edit = { siteId: SITE, do: 'edit', id, revision, event: 'mended 1' } as const;
    expect((await bench.engine.answerDeadLetters(edit)).letter).toMatchObject({
      event: 'mended 1',
      revision: 1,
    });
    await expect(bench.engine.answerDeadLetters(edit)).rejects.toThrow('was changed in the meantime');
    expect(await replay()).toMatchObject({ replayed: 1 });
    expect(out.received).toEqual(['mended 1']);
  });

  it('a paused pipeline refuses a replay, and keeps the letters', async () => {
    const out = await refuse('bad 1');
    out.poison = null;
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out'], { mode: 'pause' }));
    expect(await replay()).toMatchObject({
      replayed: 0,
      refused: 1,
      reason: expect.stringContaining('is not accepting events'),
    });
    expect(await list()).toHaveLength(1);
  });

  it('a node that was removed refuses; the start takes the letter', async () => {
    const out = await refuse('bad 1');
    out.poison = null;
    const other = bench.components.sink('other');
    await bench.engine.deploy(planOf([source('in'), sink('other')], ['in>other']));
    expect(await replay()).toMatchObject({
      refused: 1,
      reason: expect.stringContaining('not in the version that runs'),
    });
    expect(await replay({ to: 'start' })).toMatchObject({ replayed: 1 });
    expect(other.received).toEqual(['bad 1']);
  });

  it('with several sources the one has to be named', async () => {
    const out = await refuse('bad 1');
    out.poison = null;
    await bench.engine.deploy(planOf([source('in'), source('two'), sink('out')], ['in>out', 'two>out']));
    expect(await replay({ to: 'start' })).toMatchObject({
      refused: 1,
      reason: expect.stringContaining("'node two'"),
    });
    expect(await replay({ to: 'start', sourceId: 'two' })).toMatchObject({ replayed: 1 });
    expect(bench.counters('two').eventsCreated).toBe(1);
  });

  it('a letter stays until its destination took it', async () => {
    const out = await refuse('bad 1');
    out.poison = null;
    out.hold();
    const before = out.tries;
    const answered = replay();
    await eventually(() => expect(out.tries).toBe(before + 1));
    expect(await list()).toMatchObject([{ isReplaying: true }]);
    expect(await replay()).toMatchObject({ replayed: 0, underWay: 0 });
    out.free();
    expect(await answered).toMatchObject({ replayed: 1 });
    expect(out.received).toEqual(['bad 1']);
  });

  it('a transform that failed takes its letters again, and counts them', async () => {
    const out = bench.components.sink('out');
    const nodes = [source('in'), transform('step', 'throws', { on: 'bad' }), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>step', 'step>out']));
    await bench.components.source('in').push('good 1', 'bad 2');
    const [{ id, revision, ...letter }] = (await list()) as [DeadLetter];
    expect(letter).toMatchObject({ componentId: 'step', isText: true, event: 'bad 2' });
    await bench.engine.answerDeadLetters({ siteId: SITE, do: 'edit', id, revision, event: 'good 2' });
    expect(await replay()).toMatchObject({ replayed: 1 });
    expect(out.received).toEqual(['good 1', 'good 2']);
    expect(bench.counters('in').eventsCreated).toBe(0);
    expect(bench.counters('step').eventsIn).toBe(3);
  });

  it('a letter that is no JSON is replayed as text behind a source', async () => {
    const folder = join(bench.folder, 'engine', SITE, 'dead-letter');
    mkdirSync(folder, { recursive: true });
    const line = {
      at: '2026-01-01T00:00:00Z',
      componentId: 'out',
      errorName: 'E',
      message: 'm',
      event: '{cut',
    };
    writeFileSync(join(folder, `${PIPELINE}.ndjson`), `${JSON.stringify(line)}\n`);
    const out = bench.components.sink('out');
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    expect(await replay()).toMatchObject({ replayed: 1 });
    expect(out.received).toEqual(['{cut']);
  });

  it('an edit of JSON has to stay a JSON object', async () => {
    bench.components.sink('out').poison = 'bad';
    const nodes = [source('in'), transform('parse', 'parse_json'), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>parse', 'parse>out']));
    await bench.components.source('in').push('{"a":"bad"}');
    await eventually(async () => expect(await list()).toHaveLength(1));
    const [{ id, revision, isText }] = (await list()) as [DeadLetter];
    expect(isText).toBe(false);
    const edit = (event: string) =>
      bench.engine.answerDeadLetters({ siteId: SITE, do: 'edit', id, revision, event });
    await expect(edit('{"a":')).rejects.toThrow('The event is not a JSON object');
    await expect(edit('[1]')).rejects.toThrow('The event is not a JSON object');
    expect((await edit('{"a":1e400}')).letter.event).toBe('{"a":1e400}');
  });
});
