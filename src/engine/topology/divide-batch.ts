import type { SinkBatching } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { BatchPool } from './batch-pool.ts';
import type { Waiting } from './queue-storage.ts';

export type Share = Pick<Waiting, 'events' | 'bytes' | 'arrivedAt' | 'done'>;
export type Gathered = { readonly batch: Batch; readonly entries: Share[] };
type Limits = Pick<SinkBatching, 'maxEvents' | 'maxBytes'>;

export function sumOf(entries: readonly Share[]): { events: number; bytes: number } {
  let events = 0;
  let bytes = 0;
  for (const entry of entries) {
    events += entry.events;
    bytes += entry.bytes;
  }
  return { events, bytes };
}

/** The entry is done once both parts are. */
function divideEntry(entry: Share, events: number, bytes: number): [Share, Share] {
  let open = 2;
  const done = () => (--open === 0 ? entry.done() : null);
  const { arrivedAt } = entry;
  return [
    { events, bytes, arrivedAt, done },
    { events: entry.events - events, bytes: entry.bytes - bytes, arrivedAt, done },
  ];
}

type End = { readonly end: number; readonly events: number; readonly bytes: number };

/** The first event that does not fit; a single event always fits. */
function findEnd(batch: Batch, { maxEvents, maxBytes }: Limits): End {
  let events = 0;
  let bytes = 0;
  let end = 0;
  for (; end < batch.count; end++) {
    if (!batch.isLive(end)) continue;
    const size = batch.size(end);
    if (events > 0 && (events >= maxEvents || bytes + size > maxBytes)) break;
    events++;
    bytes += size;
  }
  return { end, events, bytes };
}

/** Moves what exceeds one write to another batch; null when all fits. */
export function divideBatch(
  { batch, entries }: Gathered,
  limits: Limits,
  pool: BatchPool,
): { fitting: Gathered; rest: Gathered } | null {
  const sum = sumOf(entries);
  if (sum.events <= limits.maxEvents && sum.bytes <= limits.maxBytes) return null;
  const { end, events, bytes } = findEnd(batch, limits);
  if (end === batch.count) return null;
  const fitting: Share[] = [];
  const rest: Share[] = [];
  let left = { events, bytes };
  for (const entry of entries) {
    const isWhole = entry.events <= left.events;
    if (isWhole) fitting.push(entry);
    else if (left.events === 0) rest.push(entry);
    else {
      const [head, tail] = divideEntry(entry, left.events, left.bytes);
      fitting.push(head);
      rest.push(tail);
    }
    left = isWhole
      ? { events: left.events - entry.events, bytes: left.bytes - entry.bytes }
      : { events: 0, bytes: 0 };
  }
  const other = pool.takeLarge();
  batch.moveTail(end, other);
  return { fitting: { batch, entries: fitting }, rest: { batch: other, entries: rest } };
}
