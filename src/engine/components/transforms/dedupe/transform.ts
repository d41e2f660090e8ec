import { Batch, type Span } from '../../../event/batch.ts';
import { Output } from '../../../event/output.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import { keyOfBytes, keyReader } from '../../shared/event-key.ts';
import type { TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { type DedupeConfig, dedupeSchema } from './schema.ts';
import { Seen } from './seen.ts';

type KeyReader = (batch: Batch, event: number) => string | null;

/** The key is all bytes. Raw text and an object of equal bytes differ. */
function wholeReader(): KeyReader {
  const scratch = new Output(4096);
  const span: Span = { buf: Buffer.alloc(0), start: 0, end: 0 };
  return (batch, event) => {
    batch.locate(event, scratch, span);
    const key = keyOfBytes(span.buf.subarray(span.start, span.end));
    return batch.isRawText(event) ? `"${key}` : key;
  };
}

function exceptReader(fields: readonly Path[]): KeyReader {
  const copy = new Batch(4096);
  const read = wholeReader();
  return (batch, event) => {
    copy.reset();
    const ev = copy.appendFrom(batch, event);
    for (const field of fields) copy.remove(ev, field);
    return read(copy, ev);
  };
}

function createReader({ compare, fields }: DedupeConfig): KeyReader {
  if (compare === 'whole') return wholeReader();
  const paths = fields.map(parsePath);
  return compare === 'fields' ? keyReader(paths) : exceptReader(paths);
}

export const dedupeTransform: TransformComponent = {
  create(input, context) {
    const config = dedupeSchema.parse(input);
    const { countField, seconds, maxKeys, from } = config;
    const { clock } = context;
    const readKey = createReader(config);
    const counter = countField === undefined ? null : parsePath(countField);
    const blocked = inTheWay(countField ?? '');
    const seen = new Seen({
      windowMs: seconds * 1000,
      maxKeys,
      isExtended: from === 'last',
      counts: counter !== null,
    });
    return {
      process(batch, event) {
        const key = readKey(batch, event);
        if (key === null) return;
        if (seen.isRepeat(key, clock.now())) {
          batch.drop(event);
          return;
        }
        const repeats = counter ? seen.takeRepeats(key) : 0;
        if (counter && repeats > 0 && !batch.setJsonText(event, counter, String(repeats)))
          context.fail(batch, event, blocked);
      },
    };
  },
};
