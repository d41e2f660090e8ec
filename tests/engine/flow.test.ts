import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TAP_FULL, type TapEvent } from '../../src/engine/port.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { dropLines, PIPELINE, planOf, sink, source, transform } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const CHAIN = [source('in'), dropLines('filter', 'noise'), sink('out')];

describe('a flow', () => {
  it('acknowledges on delivery, and counts events and bytes exactly [R17]', async () => {
    await bench.engine.deploy(planOf(CHAIN, ['in>filter', 'filter>out']));
    expect(await bench.components.source('in').push('first', 'noise', 'second')).toBe('accepted');
    expect(bench.components.sink('out').received).toEqual(['first', 'second']);
    expect(bench.counters('in')).toMatchObject({
      eventsIn: 3,
      eventsOut: 3,
      bytesIn: 16,
      bytesOut: 16,
      rawBytes: 19,
    });
    expect(bench.counters('filter')).toMatchObject({
      eventsIn: 3,
      eventsOut: 2,
      eventsDropped: 1,
      bytesIn: 16,
      bytesOut: 11,
    });
    expect(bench.counters('out')).toMatchObject({
      eventsIn: 2,
      eventsOut: 2,
      eventsBuffered: 0,
      bytesIn: 11,
      bytesOut: 11,
    });
    expectAccounted(bench.engine.counters());
  });

  it('keeps what a source refuses as a dead letter of each pipeline', async () => {
    const refusal = { errorName: 'LineTooLong', message: 'Too long', causes: ['x'], resolutions: ['y'] };
    await bench.engine.deploy(planOf(CHAIN, ['in>filter', 'filter>out']));
    await bench.engine.deploy({ ...planOf(CHAIN, ['in>filter', 'filter>out']), pipelineId: 'other' });
    const context = bench.components.source('in').context!;
    const batch = context.newBatch();
    batch.appendRaw(Buffer.from('short'));
    batch.appendRefused(Buffer.from('beginning of a long'), refusal);
    expect(await context.deliver(batch, { payloadBytes: 25, rawBytes: 27 })).toBe('accepted');
    const counts = { eventsIn: 2, eventsOut: 1, eventsDeadLetter: 1, bytesIn: 25, bytesOut: 5 };
    for (const pipelineId of [PIPELINE, 'other']) {
      expect(bench.counters('in', pipelineId)).toMatchObject(counts);
      expect(bench.deadLetters(pipelineId)).toMatchObject([
        { componentId: 'in', errorName: 'LineTooLong', event: 'beginning of a long' },
      ]);
    }
  });

  it('acknowledges a batch of which everything was dropped', async () => {
    await bench.engine.deploy(planOf(CHAIN, ['in>filter', 'filter>out']));
    expect(await bench.components.source('in').push('noise', 'noise')).toBe('accepted');
    expect(bench.counters('out').eventsIn).toBe(0);
  });

  it('counts an event once where branches part, and keeps them apart', async () => {
    const nodes = [
      source('in'),
      transform('tag', 'set_fields', { fields: [{ field: 'mark', value: 'yes' }] }),
      dropLines('filter', 'noise'),
      sink('tagged'),
      sink('filtered'),
      sink('all'),
    ];
    await bench.engine.deploy(
      planOf(nodes, ['in>tag', 'in>filter', 'in>all', 'tag>tagged', 'filter>filtered']),
    );
    expect(await bench.components.source('in').push('a', 'noise')).toBe('accepted');
    expect(bench.counters('in').eventsOut).toBe(2);
    expect(bench.components.sink('all').received).toEqual(['a', 'noise']);
    expect(bench.components.sink('filtered').received).toEqual(['a']);
    expect(bench.components.sink('tagged').received).toEqual([
      '{"message":"a","mark":"yes"}',
      '{"message":"noise","mark":"yes"}',
    ]);
  });

  it('passes events that a condition skips untouched', async () => {
    const condition = { match: 'all', rules: [{ field: 'message', operator: 'equals', value: 'b' }] };
    const nodes = [
      source('in'),
      transform('set', 'set_fields', { fields: [{ field: 'x', value: 'y' }], condition }),
      sink('out'),
    ];
    await bench.engine.deploy(planOf(nodes, ['in>set', 'set>out']));
    await bench.components.source('in').push('a', 'b');
    expect(bench.components.sink('out').received).toEqual(['a', '{"message":"b","x":"y"}']);
  });

  it('passes through a disabled transform, and gives a disabled destination nothing', async () => {
    const nodes = [...CHAIN, sink('off')];
    const edges = ['in>filter', 'filter>out', 'filter>off'];
    await bench.engine.deploy(planOf(nodes, edges, { disabled: ['filter', 'off'] }));
    await bench.components.source('in').push('a', 'noise');
    expect(bench.components.sink('out').received).toEqual(['a', 'noise']);
    expect(bench.counters('filter')).toMatchObject({ eventsIn: 2, eventsOut: 2, eventsDropped: 0 });
    expect(bench.components.sink('off').opens).toBe(0);
  });

  it('keeps the order of events of which several are made', async () => {
    const unroll = transform('unroll', 'unroll', { field: 'r' });
    const nodes = [source('in'), transform('parse', 'parse_json'), unroll, sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>parse', 'parse>unroll', 'unroll>out']));
    await bench.components
      .source('in')
      .push('{"r":[1,2,3]}', '{"r":[]}', '{"r":[4]}', '{"r":[5,6]}', '{"x":7}');
    const received = [1, 2, 3, [], 4, 5, 6].map((r) => JSON.stringify({ r }));
    expect(bench.components.sink('out').received).toEqual([...received, '{"x":7}']);
    expect(bench.counters('unroll')).toMatchObject({ eventsIn: 5, eventsCreated: 3, eventsOut: 8 });
  });

  it('lists the errors of one event in their order', async () => {
    const parse = (id: string, field: string) => transform(id, 'parse_json', { field, onError: 'tag' });
    const nodes = [source('in'), parse('a', 'message'), parse('b', 'no'), parse('c', 'message'), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>a', 'a>b', 'b>c', 'c>out']));
    await bench.components.source('in').push('plain');
    expect(bench.components.sink('out').received).toEqual([
      '{"message":"plain","penstock_error":["JsonInvalid","FieldMissing","JsonInvalid"]}',
    ]);
  });

  it.each([
    ['keep', ['plain', '{"a":1}'], 0],
    ['drop', ['{"a":1}'], 1],
    ['tag', ['{"message":"plain","penstock_error":"JsonInvalid"}', '{"a":1}'], 0],
  ])('does what onError %s says, and groups the errors', async (onError, received, dropped) => {
    const nodes = [source('in'), transform('parse', 'parse_json', { onError }), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>parse', 'parse>out']));
    await bench.components.source('in').push('plain', '{"a":1}');
    expect(bench.components.sink('out').received).toEqual(received);
    expect(bench.counters('parse')).toMatchObject({ errors: 1, eventsDropped: dropped });
    expect(bench.engine.takeErrors()).toMatchObject([
      { componentId: 'parse', nodeId: 'parse', errorName: 'JsonInvalid', count: 1, exampleEvent: 'plain' },
    ]);
    expect(bench.engine.takeErrors()).toEqual([]);
  });

  it('a throwing transform makes one dead letter; neighbors go on [R12]', async () => {
    const nodes = [source('in'), transform('break', 'throws', { on: 'bad' }), sink('out')];
    await bench.engine.deploy(planOf(nodes, ['in>break', 'break>out']));
    expect(await bench.components.source('in').push('a', 'bad', 'b')).toBe('accepted');
    expect(bench.components.sink('out').received).toEqual(['a', 'b']);
    expect(bench.counters('break')).toMatchObject({ eventsIn: 3, eventsOut: 2, eventsDeadLetter: 1 });
    expect(bench.deadLetters()).toMatchObject([{ event: 'bad', componentId: 'break' }]);
  });

  it('does not keep the last event waiting for a full batch [R16]', async () => {
    bench.components.sink('out').batching = { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 50 };
    await bench.engine.deploy(planOf(CHAIN, ['in>filter', 'filter>out']));
    // With room for 999 more, only the timeout ends the wait.
    expect(await bench.components.source('in').push('only')).toBe('accepted');
    expect(bench.components.sink('out').received).toEqual(['only']);
  });

  it('joins small batches and splits large ones by the limits', async () => {
    const out = bench.components.sink('out');
    out.batching = { maxEvents: 10, maxBytes: 1 << 20, timeoutMs: 20 };
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    const input = bench.components.source('in');
    await Promise.all(lines(5).map((line) => input.push(line)));
    expect(out.writes).toBe(1);
    await input.push(...lines(25, 5));
    expect(out.writes).toBe(4);
    expect(out.received).toEqual(lines(30));
  });

  it('a tap shows output up to its limit, then costs nothing', async () => {
    await bench.engine.deploy(planOf(CHAIN, ['in>filter', 'filter>out']));
    const seen: TapEvent[] = [];
    let reason = '';
    const request = { pipelineId: PIPELINE, componentId: 'filter', limit: 3 };
    bench.engine.tap(
      request,
      (events) => seen.push(...events),
      (why) => {
        reason = why;
      },
    );
    await bench.components.source('in').push('a', 'noise', 'b');
    expect(seen.map((event) => event.text)).toEqual(['a', 'b']);
    expect(seen.every((event) => event.isText)).toBe(true);
    await bench.components.source('in').push('c', 'd');
    expect(seen.map((event) => event.text)).toEqual(['a', 'b', 'c']);
    expect(reason).toContain('limit');
  });

  it('a tap cuts long events, or gives whole ones within bytes', async () => {
    await bench.engine.deploy(planOf(CHAIN, ['in>filter', 'filter>out']));
    const look: string[] = [];
    const capture: string[] = [];
    let reason = '';
    const from = { pipelineId: PIPELINE, componentId: 'filter', limit: 10 };
    bench.engine.tap(
      from,
      (events) => look.push(...events.map(({ text }) => text)),
      () => {},
    );
    bench.engine.tap(
      { ...from, maxBytes: 150_000 },
      (events) => capture.push(...events.map(({ text }) => text)),
      (why) => {
        reason = why;
      },
    );
    const long = 'x'.repeat(70_000);
    await bench.components.source('in').push(long, long, long, 'short');
    expect(look.map((text) => text.length)).toEqual([65_536, 65_536, 65_536, 5]);
    expect(capture).toEqual([long, long]);
    expect(reason).toBe(TAP_FULL);
  });

  it('refuses to tap what does not run', () => {
    const request = { pipelineId: PIPELINE, componentId: 'none', limit: 1 };
    expect(() =>
      bench.engine.tap(
        request,
        () => {},
        () => {},
      ),
    ).toThrow('does not run');
  });
});
