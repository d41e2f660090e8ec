import { beforeEach, describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';
import { loadInterpreter, Sandbox } from './sandbox.ts';
import { MAX_MADE, TIMEOUTS_IN_A_ROW } from './transform.ts';

beforeEach(async () => {
  for (let i = 0; i < 4; i++) await loadInterpreter({ memoryBytes: 16 << 20 });
  for (const mebibytes of [4, 8]) await loadInterpreter({ memoryBytes: mebibytes << 20 });
});

const run = (code: string, ...events: object[]) =>
  runTransform('script', { code, timeoutMs: 1000 }, jsonBatch(...events));

describe('script', () => {
  it('changes the event, replaces it, drops it, or makes several of it', () => {
    expect(run('event.sum = event.a + event.b; delete event.a', { a: 1, b: 2 }).events).toEqual([
      { b: 2, sum: 3 },
    ]);
    expect(run('return { only: event.a }', { a: 1 }).events).toEqual([{ only: 1 }]);
    expect(
      run('if (event.level === "debug") return null', { level: 'debug' }, { level: 'info' }).events,
    ).toEqual([{ level: 'info' }]);
    expect(
      run('return event.r.map((one) => ({ one }))', { r: [1, 2] }, { r: [] }, { r: [3] }).events,
    ).toEqual([{ one: 1 }, { one: 3 }, { one: 2 }]);
  });

  it('reads raw text as message; unchanged events stay as they are', () => {
    expect(
      runTransform('script', { code: 'event.n = event.message.length' }, rawBatch('täxt')).events,
    ).toEqual([{ message: 'täxt', n: 4 }]);
    expect(runTransform('script', { code: 'return event' }, rawBatch('text')).texts).toEqual(['text']);
    const batch = new Batch();
    batch.appendJson(Buffer.from('{ "n": 12345678901234567890, "s": "\\u0041" }'));
    expect(runTransform('script', { code: 'event.s.length' }, batch).texts).toEqual([
      '{ "n": 12345678901234567890, "s": "\\u0041" }',
    ]);
  });

  const ODD =
    '{ "id": 9007199254740993, "big":1e400, "f":1.0, "twice":1, "twice":2, "s":"\\u0041\\/", "in":{"n":1.50,"x":1}, "list":[1.0, 2e2, {"k":-0}] }';
  const runOdd = (code: string, text = ODD) => {
    const batch = new Batch();
    batch.appendJson(Buffer.from(text));
    return runTransform('script', { code, timeoutMs: 1000 }, batch).texts;
  };

  it('keeps the bytes of fields that the script does not touch', () => {
    const rest =
      '"id": 9007199254740993, "big":1e400, "f":1.0, "twice":1, "twice":2, "s":"\\u0041\\/"'.replaceAll(
        ', ',
        ',',
      );
    const list = '"list":[1.0, 2e2, {"k":-0}]';
    const squeeze = (texts: string[]) => texts.map((text) => text.replace(/(?<=[{,"\]]) +| +(?=[}])/g, ''));
    expect(squeeze(runOdd('event.new = 1'))).toEqual(
      squeeze([`{${rest},"in":{"n":1.50,"x":1},${list},"new":1}`]),
    );
    expect(squeeze(runOdd('event.in.x = 2; return { ...event }'))).toEqual(
      squeeze([`{${rest},"in":{"n":1.50,"x":2},${list}}`]),
    );
    expect(squeeze(runOdd('delete event.in; delete event.twice'))).toEqual(
      squeeze([`{${rest.replace(',"twice":1,"twice":2', '')},${list}}`]),
    );
    expect(runOdd('event.in.x')).toEqual([ODD]);
    expect(runOdd('event.s = "A/"')).toEqual([ODD]);
  });

  it('keeps the numbers of lists and of further events as they were written', () => {
    expect(runOdd('event.a.push(3)', '{"a":[1.0,9007199254740993,{"k":1e400}]}')).toEqual([
      '{"a":[1.0,9007199254740993,{"k":1e400},3]}',
    ]);
    expect(runOdd('return [event, { ...event, n: 2 }]', '{"id":9007199254740993,"n":1}')).toEqual([
      '{"id":9007199254740993,"n":1}',
      '{"id":9007199254740993,"n":2}',
    ]);
    expect(runOdd('return { n: event.n, id: event.id }', '{"id":9007199254740993,"n":1}')).toEqual([
      '{"n":1,"id":9007199254740993}',
    ]);
    expect(runOdd('event.id += 2', '{"id":9007199254740993,"n":1.0}')).toEqual([
      '{"id":9007199254740994,"n":1.0}',
    ]);
  });

  it('reads numbers with all their digits', () => {
    const code = 'event.text = exact("in.id"); event.none = exact("no") === undefined';
    expect(runOdd(code, '{"in":{"id":9007199254740993}}')).toEqual([
      '{"in":{"id":9007199254740993},"text":"9007199254740993","none":true}',
    ]);
    expect(run('exact("a..b")', { a: 1 })).toMatchObject({ texts: ['{"a":1}'], failures: ['ScriptError'] });
  });

  it('writes keys with escapes as the script made them', () => {
    expect(runOdd('event.x = 1', '{"a\\u0062":1,"a\\"c":2}')).toEqual(['{"ab":1,"a\\"c":2,"x":1}']);
  });

  it('says what the script threw and where, and keeps the event', () => {
    const { texts, failures } = run('const x = 1;\nevent.user.name = x;', { a: 1 });
    expect(texts).toEqual(['{"a":1}']);
    expect(failures).toEqual(['ScriptError']);
    const sandbox = new Sandbox('const x = 1;\nevent.user.name = x;', {
      timeoutMs: 1000,
      memoryBytes: 4 << 20,
    });
    expect(sandbox.run('{"a":1}')).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/^TypeError: .*\(line 2\)$/),
    });
    expect(
      new Sandbox('throw { odd: 1 }', { timeoutMs: 1000, memoryBytes: 4 << 20 }).run('{}'),
    ).toMatchObject({
      kind: 'error',
    });
  });

  it('refuses results that are no events', () => {
    for (const code of [
      'return 1',
      'return "{}"',
      'return [1]',
      'return () => 1',
      'event.toJSON = () => "{"; return event',
    ])
      expect(run(code, { a: 1 })).toMatchObject({ texts: ['{"a":1}'], failures: ['ScriptResult'] });
    expect(run(`return Array.from({ length: ${MAX_MADE + 1} }, () => event)`, {})).toMatchObject({
      texts: ['{}'],
      failures: ['ScriptResult'],
    });
  });

  it('refuses invalid JavaScript while typing, naming the line', () => {
    expect(refusals('script', { code: 'let a = 1;\nif (' })).toEqual([
      'Script is not valid JavaScript in line 2: Unexpected end of input',
    ]);
    expect(refusals('script', { code: '}); evil(function () {' })).toHaveLength(1);
    expect(refusals('script', { code: ' ' })).toHaveLength(1);
  });

  const ENDLESS = [
    'while (true) {}',
    '(function again() { again(); again() })()',
    'for (;;) event.a = [event.a]',
    '/(a+)+$/.test("a".repeat(40) + "b")',
    'new Array(4e9).join("")',
    '[].indexOf.call({ length: 1e15 }, 1)',
    '[].includes.call({ get length() { return 1e15 } }, 1) || new Array(4e9).includes(1)',
    'const a = []; a.length = 4e9; a.lastIndexOf(1)',
    'class Short extends Array { get length() { return 1 } } Array.prototype.indexOf.call(new Short(4e9), 1)',
    'const a = []; for (;;) a.push(new Array(1000).fill(1))',
    'let s = "x"; for (;;) s += s',
    'new Uint8Array(1e9)',
    'throw new Error("x".repeat(1e6))',
    'throw { get message() { for (;;); } }',
    'const a = []; a.length = 4e9; [].concat(a)',
    'String.raw({ raw: { length: 1e12 } })',
    'new Uint8Array(6e6).sort().join()',
  ];
  it.each(ENDLESS)('ends what does not end or takes all memory: %s [R13]', (code) => {
    const sandbox = new Sandbox(code, { timeoutMs: 50, memoryBytes: 8 << 20 });
    for (let round = 0; round < 3; round++)
      expect(sandbox.run('{"a":1}')).toMatchObject({ kind: expect.any(String) });
  });

  it.each([
    'const kept = []; for (;;) kept.push("x".repeat(100_000) + kept.length)',
    'const kept = []; for (;;) kept.push({ n: kept.length })',
  ])('counts all that a script keeps, not each piece alone: %s [R13]', (code) => {
    const before = process.memoryUsage().rss;
    const sandbox = new Sandbox(code, { timeoutMs: 60_000, memoryBytes: 8 << 20 });
    expect(sandbox.run('{"a":1}')).toMatchObject({ kind: 'memory' });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
  });

  it('an event too large for its memory does not stop the next', () => {
    const batch = new Batch();
    batch.appendJson(Buffer.from(JSON.stringify({ text: 'x'.repeat(6 << 20) })));
    batch.appendJson(Buffer.from('{"text":"short"}'));
    const done = runTransform(
      'script',
      { code: 'event.n = event.text.length', memoryMiB: 4, timeoutMs: 1000 },
      batch,
    );
    expect(done.failures).toEqual(['ScriptOutOfMemory']);
    expect(done.events[1]).toEqual({ text: 'short', n: 5 });
  });

  it('rests after repeated timeouts, so that others go on [R13]', () => {
    const events = Array.from({ length: TIMEOUTS_IN_A_ROW + 3 }, () => ({ loop: true }));
    const done = runTransform(
      'script',
      { code: 'while (event.loop) {}', timeoutMs: 1 },
      jsonBatch(...events),
    );
    expect(done.failures).toEqual([
      ...Array.from({ length: TIMEOUTS_IN_A_ROW }, () => 'ScriptTimeout'),
      ...Array.from({ length: 3 }, () => 'ScriptResting'),
    ]);
    expect(done.events).toHaveLength(events.length);
  });

  it('sees nothing of the process it runs in', () => {
    const names = [
      'process',
      'require',
      'fetch',
      'setTimeout',
      'WebAssembly',
      'Proxy',
      'std',
      'os',
      'console',
    ];
    const code = `return { seen: ${JSON.stringify(names)}.filter((name) => name in globalThis), made: typeof import.meta }`;
    expect(refusals('script', { code })).toHaveLength(1);
    expect(run(code.replace(/, made.*/, ' }'), {}).events).toEqual([{ seen: [] }]);
    expect(run('return { up: (function () { return this })() === undefined }', {}).events).toEqual([
      { up: true },
    ]);
    expect(run('return { global: Function("return typeof process")() }', {}).events).toEqual([
      { global: 'undefined' },
    ]);
  });
});
