import { appendFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { validateConfig } from '../../catalogue.ts';
import { until } from '../../testing/contexts.ts';
import { TailTrial } from '../../testing/tail.ts';
import { Draws } from '../generator/random.ts';
import { fileTailSource } from './source.ts';

let tail: TailTrial;
beforeEach(() => {
  tail = new TailTrial();
});
afterEach(() => tail.end());

const TRACE = 'Error: no\n  at a (x.js:1)\n\n  at b\n';
const PATIENT = { multilineWaitMs: 60_000 };

describe('file_tail puts lines together', () => {
  it.each([
    ['indented', { multiline: 'indent' }, 'Error: no\n  at a\n\tat b\nnext\n'],
    [
      'up to the next start',
      { multiline: 'start', multilinePattern: '^(Error|next|last)' },
      'Error: no\nat a\n\nat b\nnext\n',
    ],
    ['that go on', { multiline: 'continuation', multilinePattern: '^at ' }, 'Error: no\nat a\nat b\nnext\n'],
  ])('%s', async (_name, config, text) => {
    writeFileSync(tail.path, `${text}last\n`.replaceAll('\n', '\r\n'));
    await tail.start({ ...PATIENT, ...config });
    const event = text.slice(0, text.indexOf('\nnext'));
    await tail.seen(event, 'next');
    expect(tail.probe.intake.payloadBytes).toBe(`${event}next`.length);
  });

  it('the last lines are taken once nothing follows', async () => {
    writeFileSync(tail.path, TRACE);
    await tail.start({ multiline: 'start', multilinePattern: '^Error', multilineWaitMs: 100 });
    await tail.seen(TRACE.trim());
    appendFileSync(tail.path, 'late line without a start\n');
    await tail.seen(TRACE.trim(), 'late line without a start');
  });

  it('limits: the rest becomes its own event, nothing is lost', async () => {
    const lines = Array.from({ length: 25 }, (_, n) => `  line ${n}`);
    writeFileSync(tail.path, `start\n${lines.join('\n')}\nend\n`);
    await tail.start({ ...PATIENT, multiline: 'indent', multilineMaxLines: 10 });
    await until(() => expect(tail.probe.events).toHaveLength(3));
    expect(tail.probe.events.join('\n')).toBe(`start\n${lines.join('\n')}`);
    expect(tail.probe.errorNames).toEqual(['EventCut', 'EventCut']);
    await tail.stop();
    writeFileSync(tail.path, `s\n${` ${'y'.repeat(49)}\n`.repeat(10)}end\n`);
    await tail.crashAndStart({ ...PATIENT, multiline: 'indent', maxLineBytes: 200 });
    await until(() => expect(tail.probe.events).toHaveLength(4));
    expect(Math.max(...tail.probe.events.map((event) => event.length))).toBeLessThanOrEqual(200);
  });

  it('a graceful stop keeps a waiting event, without duplicates', async () => {
    writeFileSync(tail.path, 'one\nError\n  at a\n');
    const config = { ...PATIENT, multiline: 'indent' };
    await tail.start(config);
    await tail.seen('one');
    await tail.stop();
    appendFileSync(tail.path, '  at b\ntwo\n');
    await tail.start(config);
    await tail.seen('one', 'Error\n  at a\n  at b');
  });

  it('through rotation while an event waits', async () => {
    writeFileSync(tail.path, 'one\nError\n  at a\n');
    await tail.start({ ...PATIENT, multiline: 'indent' });
    await tail.seen('one');
    renameSync(tail.path, `${tail.path}.1`);
    appendFileSync(`${tail.path}.1`, '  at b\n');
    writeFileSync(tail.path, 'two\nthree\n');
    await until(() =>
      expect(tail.probe.events).toEqual(expect.arrayContaining(['one', 'two', 'Error\n  at a\n  at b'])),
    );
    expect(tail.probe.events).toHaveLength(3);
  });

  it('crashes at any moment: nothing lost or cut, few repeated [R1]', async () => {
    const draws = new Draws();
    draws.begin(7, 1);
    const config = { ...PATIENT, multiline: 'indent' };
    const events = Array.from({ length: 400 }, (_, n) => {
      const more = Array.from(
        { length: draws.below(4) },
        (_line, at) => `\n  ${n}.${at} ${'x'.repeat(draws.below(60))}`,
      );
      return `event ${n}${more.join('')}`;
    });
    const text = `${events.join('\n')}\nend\n`;
    writeFileSync(tail.path, '');
    await tail.start(config);
    const delivered: string[] = [];
    let written = 0;
    let crashes = 0;
    while (written < text.length) {
      const size = 1 + draws.below(800);
      appendFileSync(tail.path, text.slice(written, written + size));
      written += size;
      await new Promise((resolve) => setImmediate(resolve));
      if (draws.below(4) > 0) continue;
      delivered.push(...(await tail.crashAndStart(config)).events);
      crashes++;
    }
    await until(() => expect(tail.probe.events.at(-1)).toBe(events.at(-1)));
    delivered.push(...tail.probe.events);
    expect(new Set(delivered)).toEqual(new Set(events));
    expect(crashes).toBeGreaterThan(10);
  });
});

describe('file_tail reads', () => {
  const docker = (log: string, stream = 'stdout', time = '2026-01-02T03:04:05.1Z') =>
    `${JSON.stringify({ log, stream, time })}\n`;
  const events = () => tail.probe.events.map((text) => JSON.parse(text) as Record<string, string>);
  const container = { ...PATIENT, format: 'container' };

  it('logs of Docker, with the parts of long lines put together', async () => {
    const [a, b] = ['a'.repeat(16_384), 'b'.repeat(16_384)];
    const cut = [
      docker(a),
      docker('other\n', 'stderr'),
      docker(b, 'stdout', 'later'),
      docker('end\n', 'stdout'),
    ];
    writeFileSync(tail.path, `${docker('one ü\n')}${cut.join('')}${docker('{"level":"info"}\n')}`);
    await tail.start(container);
    await until(() => expect(tail.probe.events).toHaveLength(4));
    expect(events()).toEqual([
      { message: 'one ü', stream: 'stdout', time: '2026-01-02T03:04:05.1Z' },
      { message: `${a}${b}end`, stream: 'stdout', time: '2026-01-02T03:04:05.1Z' },
      { message: 'other', stream: 'stderr', time: '2026-01-02T03:04:05.1Z' },
      { message: '{"level":"info"}', stream: 'stdout', time: '2026-01-02T03:04:05.1Z' },
    ]);
  });

  it('CRI logs, with parts and stack traces of both streams joined', async () => {
    const cri = (stream: string, tag: string, text: string, at = 1) =>
      `2026-01-02T03:04:0${at}Z ${stream} ${tag} ${text}\n`;
    const text = [
      cri('stdout', 'F', 'one'),
      cri('stderr', 'P', 'Error', 2),
      cri('stdout', 'F', 'two', 3),
      cri('stderr', 'F', ': no', 4),
      cri('stderr', 'F:x', '  at a', 5),
      cri('stdout', 'F', 'three', 6),
      cri('stderr', 'F', 'next', 7),
      cri('stdout', 'F', 'four', 8),
    ];
    writeFileSync(tail.path, text.join(''));
    await tail.start({ ...container, multiline: 'indent' });
    await until(() => expect(tail.probe.events).toHaveLength(4));
    expect(events().map(({ message, stream, time }) => [message, stream, time?.slice(17)])).toEqual([
      ['one', 'stdout', '01Z'],
      ['Error: no\n  at a', 'stderr', '02Z'],
      ['two', 'stdout', '03Z'],
      ['three', 'stdout', '06Z'],
    ]);
  });

  it('a line that is not CRI, unchanged, and goes on', async () => {
    const broken = ['', 'plain text', '{"log":1}', '{"log":"a', '2026-01-02T03:04:05Z stdout X text', '\0'];
    writeFileSync(
      tail.path,
      `${docker('one\n')}${broken.map((line) => `${line}\n`).join('')}${docker('two\n')}`,
    );
    await tail.start(container);
    await until(() => expect(tail.probe.events).toHaveLength(broken.length + 1));
    expect(tail.probe.events.slice(1, -1)).toEqual(broken.slice(1));
    expect(new Set(tail.probe.errorNames)).toEqual(new Set(['ContainerLineBroken']));
  });

  it('a part that never goes on, without end, within its limits', async () => {
    writeFileSync(tail.path, '');
    await tail.start({ ...container, multilineWaitMs: 100, maxLineBytes: 40_000 });
    for (let n = 0; n < 10; n++) appendFileSync(tail.path, docker('p'.repeat(16_384)));
    await until(() => expect(tail.probe.events.join('').match(/p/g)).toHaveLength(163_840));
    expect(tail.probe.errorNames).toContain('EventCut');
  });

  it('Latin 1 as UTF-8', async () => {
    writeFileSync(tail.path, Buffer.from('gr\u00fc\u00dfe \u0080\n', 'latin1'));
    await tail.start({ encoding: 'windows-1252' });
    await tail.seen('grüße €');
  });

  it('no file that is left out by name, path or age', async () => {
    for (const name of ['a.log', 'b.log.gz', 'old.log', 'c.log'])
      writeFileSync(join(tail.folder, name), `${name}\n`);
    utimesSync(join(tail.folder, 'old.log'), 1000, 1000);
    tail.path = join(tail.folder, '*');
    await tail.start({ exclude: ['*.gz', `${tail.folder}/c*`], ignoreOlderHours: 1 });
    await tail.seen('a.log');
    appendFileSync(join(tail.folder, 'old.log'), 'again\n');
    await tail.seen('a.log', 'old.log', 'again');
  });

  it('container lines when events are tried, older events unchanged', () => {
    const batch = new Batch(1024);
    const append = fileTailSource.read!({ format: 'container' });
    for (const text of [docker('a\n').trim(), '2026-01-02T03:04:05Z stderr F b', '{"message":"c"}', 'd'])
      append(batch, Buffer.from(text));
    const read = Array.from({ length: batch.count }, (_, ev) => batch.bytesOf(ev).toString());
    expect(read).toEqual([
      '{"message":"a","stream":"stdout","time":"2026-01-02T03:04:05.1Z"}',
      '{"message":"b","stream":"stderr","time":"2026-01-02T03:04:05Z"}',
      '{"message":"c"}',
      'd',
    ]);
  });

  it('nothing with settings that make no sense, and says which', () => {
    const fields = (config: object) =>
      validateConfig('SOURCE', 'file_tail', { path: '/a', ...config }).details?.map(({ field }) => field);
    expect(fields({ multiline: 'start' })).toEqual(['multilinePattern']);
    expect(fields({ multiline: 'start', multilinePattern: '(' })).toEqual(['multilinePattern']);
    expect(fields({ exclude: [''] })).toEqual(['exclude.0']);
  });
});
