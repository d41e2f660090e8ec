import { describe, expect, it } from 'vitest';
import { SyslogFraming } from '../sources/syslog/framing.ts';
import { LineSplitter } from './line-splitter.ts';

type Splitter = { push(chunk: Buffer): void; readonly heldBytes: number };
const MAX_BYTES = 100_000;

const SPLITTERS: [string, string, (take: (text: string) => void) => Splitter][] = [
  [
    'lines',
    '',
    (take) =>
      new LineSplitter(MAX_BYTES, {
        lines: (bytes, from, to) => bytes.toString('latin1', from, to).trimEnd().split('\n').forEach(take),
        tooLong: (_head, length) => take(`too long: ${length}`),
      }),
  ],
  [
    'syslog',
    '<13>',
    (take) =>
      new SyslogFraming('auto', MAX_BYTES, {
        frame: (bytes, from, to) => take(bytes.toString('latin1', from, to)),
        tooLong: (_head, length) => take(`too long: ${length}`),
        desynchronised: () => take('lost'),
      }),
  ],
];

describe.each(SPLITTERS)('unfinished %s', (_name, head, make) => {
  it('in single bytes take no more than twice their length', () => {
    const splitter = make(() => {});
    let most = 0;
    splitter.push(Buffer.from(head));
    for (let n = 1; n < MAX_BYTES - 10; n++) {
      splitter.push(Buffer.from('x'));
      most = Math.max(most, splitter.heldBytes / Math.max(n, 1024));
    }
    expect(most).toBeLessThan(2.1);
    splitter.push(Buffer.from('\n'));
    expect(splitter.heldBytes).toBeLessThan(64 * 1024 + 1);
  });

  it('come out whole, whatever the parts they come in', () => {
    const lengths = [1, 10, 300, 65_000, 5, MAX_BYTES + 50, 70_000, 0, 3];
    const lines = lengths.map((length, n) => `${head}${n}${'y'.repeat(length)}`);
    const counted = head === '' ? lines : lines.map((line, n) => (n % 2 ? line : `${line.length} ${line}`));
    const stream = Buffer.from(
      counted.map((line) => (/^\d+ </.test(line) ? line : `${line}\n`)).join(''),
      'latin1',
    );
    const wanted = lines.map((line) => (line.length > MAX_BYTES ? `too long: ${line.length}` : line));
    for (const size of [1, 7, 4096, 65_536, stream.length]) {
      const taken: string[] = [];
      const splitter = make((text) => taken.push(text));
      for (let at = 0; at < stream.length; at += size) splitter.push(stream.subarray(at, at + size));
      expect(taken).toEqual(wanted);
    }
  });
});
