import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { Feeder } from '../../shared/feeder.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import type { Intake, SourceContext } from '../../types.ts';
import { SyslogEvents } from './events.ts';
import { type FrameReader, SyslogFraming } from './framing.ts';
import type { SyslogConfig } from './schema.ts';

const sender = { address: '192.0.2.1', origin: '{}' } as Sender;
type Settings = Pick<SyslogConfig, 'framing' | 'format' | 'maxMessageBytes' | 'longLines'>;

/** What comes out of a stream that arrives in parts of these sizes. */
function read(stream: Buffer, sizes: readonly number[], settings: Settings, takesMany: boolean) {
  const events: string[] = [];
  const sum = { payloadBytes: 0, rawBytes: 0, taken: 0, reports: 0 };
  const add = ({ payloadBytes, rawBytes }: Intake) => {
    sum.payloadBytes += payloadBytes;
    sum.rawBytes += rawBytes;
  };
  const context = {
    newBatch: () => new Batch(64),
    ready: () => null,
    report: () => sum.reports++,
    refuse: (_problem: unknown, count: number, intake: Intake) => {
      sum.taken += 1000 * count;
      add(intake);
    },
    deliver: async (batch: Batch, intake: Intake) => {
      add(intake);
      for (let ev = 0; ev < batch.count; ev++) events.push(batch.bytesOf(ev).toString());
      return 'accepted';
    },
  } as unknown as SourceContext;
  const feeder = new Feeder(context, () => {});
  const written = new SyslogEvents({ ...settings, timezone: 'UTC' }, feeder, context);
  const count = (isTaken: boolean) => {
    if (isTaken) sum.taken++;
  };
  const many: FrameReader['many'] = (bytes, from, kinds, isNew) => {
    const all = written.takeMany(bytes, from, kinds, isNew, sender);
    sum.taken += all?.events ?? 0;
    return all?.next ?? from;
  };
  const framing = new SyslogFraming(settings.framing, settings.maxMessageBytes, {
    frame: (bytes, from, to, rawBytes) => count(written.take(bytes, from, to, rawBytes, sender)),
    tooLong: (head, length, rawBytes) => count(written.takeLong(head, length, rawBytes, sender)),
    desynchronised: () => events.push('lost'),
    ...(takesMany && { many }),
  });
  for (let at = 0, n = 0; at < stream.length; n++) {
    const size = sizes[n % sizes.length]!;
    // The memory of a read is used again.
    const part = Buffer.from(stream.subarray(at, at + size));
    framing.push(part);
    part.fill('x');
    at += size;
  }
  framing.end();
  feeder.flush();
  return { events, ...sum, hasTaken: framing.hasTaken };
}

const head = '<134>1 2026-11-21T10:00:00.000Z web-3 checkout 1003 - -';
const message = fc.oneof(
  { weight: 6, arbitrary: fc.nat(90).map((n) => `${head} order ${n}${' and more'.repeat(n % 7)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<0>1 - - - - - -',
      `${head} say "hello"`,
      `${head} grün`,
      '<34>Jan  1 22:14:15 mymachine su[77]: failed',
      '<34>1 - h a p - [a@1 k="v"] x',
      'no syslog',
      `${head} two\nlines`,
      `${head} ${'long '.repeat(90)}`,
      '',
    ),
  },
);
const frame = fc
  .tuple(message, fc.constantFrom('\n', '\n', '\n', 'counted', 'counted', '\r\n', '\0', '\n\n', '\0\n', '+1'))
  .map(([text, end]) => {
    const length = Buffer.byteLength(text);
    if (end === 'counted') return `${length} ${text}`;
    return end === '+1' ? `${length + 1} ${text}\n` : `${text}${end}`;
  });
const settings = fc.record({
  framing: fc.constantFrom('auto', 'newline', 'nul', 'octet_counting'),
  format: fc.constantFrom('auto', 'rfc5424', 'rfc3164'),
  maxMessageBytes: fc.constantFrom(100, 300, 65_536),
  longLines: fc.constantFrom('truncate', 'dead_letter'),
});
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constant(65_536)), {
  minLength: 1,
  maxLength: 4,
});

test('messages that are taken together come out as those taken one by one', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 60 }), sizes, settings, (some, parts, config) => {
      const stream = Buffer.from(some.join(''));
      const wanted = read(stream, parts, config as Settings, false);
      expect(read(stream, parts, config as Settings, true)).toEqual(wanted);
    }),
    { numRuns: 600 },
  );
});
