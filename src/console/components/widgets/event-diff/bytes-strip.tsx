import { useMemo } from 'react';
import { countUtf8Bytes } from '../../../lib/event-text.ts';
import { formatExact } from '../../../lib/format.ts';
import * as css from './event-diff.css.ts';
import { diffFieldBytes } from './event-rows.ts';

/** Number of fields named. */
const NAMED = 3;

export const formatByteCount = (bytes: number): string => `${formatExact(bytes)} B`;

const formatSignedBytes = (bytes: number): string =>
  bytes > 0 ? `+${formatExact(bytes)}` : formatExact(bytes);

/** Bytes of an event before and after, and the fields that saved most. Removed bytes are hatched. */
export function BytesStrip({ before, after }: { before: string; after: readonly string[] }) {
  const from = countUtf8Bytes(before);
  const to = after.reduce((sum, text) => sum + countUtf8Bytes(text), 0);
  const fields = useMemo(
    () => (after.length === 1 ? diffFieldBytes(before, after[0] ?? '').slice(0, NAMED) : []),
    [before, after],
  );
  return (
    <p className={css.bytes}>
      <span>
        {to > from ? `${formatByteCount(from)} → ` : 'Kept '}
        <span className={css.bytesValue}>{formatByteCount(to)}</span>
        {to <= from && ` of ${formatByteCount(from)}`}
      </span>
      <span className={css.track} aria-hidden="true">
        <span
          className={css.kept}
          style={{ display: 'block', width: `${from === 0 ? 0 : Math.min(100, (100 * to) / from)}%` }}
        />
      </span>
      {fields.map(({ name, bytes }) => (
        <span key={name} className={css.fieldName}>
          {name}
          <span className={bytes > 0 ? css.more : css.less}>{formatSignedBytes(bytes)}</span>
        </span>
      ))}
    </p>
  );
}
