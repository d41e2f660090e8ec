import * as z from 'zod/mini';
import type { LogCount, LogReading, LogRow } from '../../contract/entities/log-search.ts';
import { ContractError } from '../../contract/errors.ts';
import { parseLogQuery, type QueryError } from '../../contract/log-query/index.ts';
import { toCount } from '../../contract/parameters.ts';
import {
  type ArchiveCounts,
  type ArchivePlace,
  type ArchiveReading,
  type ArchiveRow,
  ArchiveSearchFailed,
  ArchiveSearchRefused,
  type UnreadFile,
} from '../../engine/port.ts';
import { invalid } from '../http/input.ts';

const UNREAD_MAX = 20;
const HOUR_MS = 3_600_000;

/** `unread` is known before reading. */
export const toReading = (reading: ArchiveReading, unread: readonly UnreadFile[]): LogReading => ({
  filesRead: reading.filesRead,
  bytes: toCount(reading.bytes),
  events: toCount(reading.events),
  unread: [...unread, ...reading.unread].slice(0, UNREAD_MAX),
  unreadCount: unread.length + reading.unreadCount,
});

export const NOTHING_READ: ArchiveReading = { filesRead: 0, bytes: 0, events: 0, unread: [], unreadCount: 0 };

const formatMicros = (micros: number): string =>
  `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;

export const toLogRow = ({
  micros,
  text,
  isText,
  source,
  sourceId,
  origin,
  file,
  line,
}: ArchiveRow): LogRow => ({
  id: `${file}:${line}`,
  unixTimeSeconds: Math.floor(micros / 1_000_000),
  text,
  metadata: { received: formatMicros(micros), sourceId, source, isText, origin, file },
});

const placeSchema = z.strictObject({
  micros: z.int(),
  file: z.string(),
  line: z.int(),
  part: z.optional(
    z.strictObject({ hour: z.int(), after: z.optional(z.string()), upTo: z.optional(z.string()) }),
  ),
});

export const writeCursor = ({ micros, file, line, part }: ArchivePlace): string =>
  Buffer.from(JSON.stringify({ micros, file, line, part })).toString('base64url');

/** Start of the complete rows; a partly read hour does not count. */
export const toSearchedFrom = (next: ArchivePlace | undefined, from: number): number =>
  Math.ceil((next?.part ? (next.part.hour + HOUR_MS) * 1000 : (next?.micros ?? from)) / 1_000_000);

/** @throws ContractError VALIDATION_FAILED for an invalid cursor */
export function readCursor(cursor: string | undefined): ArchivePlace | undefined {
  if (cursor === undefined) return undefined;
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalid([{ field: 'cursor', rule: 'cursor', message: 'must be the nextCursor of an answer' }]);
  }
}

const refuseQuery = ({ message, at }: Pick<QueryError, 'message' | 'at'>): ContractError =>
  new ContractError('VALIDATION_FAILED', `query: ${message} (character ${at + 1})`, {
    details: [{ field: 'query', rule: 'query', message, line: 1, column: at + 1 }],
  });

/** @throws ContractError VALIDATION_FAILED with the column of the fault */
export function requireQuery(text: string): void {
  const { error } = parseLogQuery(text);
  if (error) throw refuseQuery(error);
}

export function toSearchRefusal(error: unknown): unknown {
  if (error instanceof ArchiveSearchRefused) return refuseQuery(error);
  if (error instanceof ArchiveSearchFailed) return new ContractError('QUERY_TIMEOUT', error.message);
  return error;
}

type CountState = Pick<LogCount, 'id' | 'state' | 'reason' | 'bucketSeconds'>;

export const toLogCount = (
  state: CountState,
  counts: ArchiveCounts,
  unread: readonly UnreadFile[],
): LogCount => ({
  ...state,
  matchCount: toCount(counts.matches),
  buckets: counts.buckets.map(([unixTimeSeconds, count]) => ({ unixTimeSeconds, count: toCount(count) })),
  countedFromUnixTimeSeconds: Math.ceil(counts.countedFrom / 1_000_000),
  facets: counts.facets.map(({ events, values, ...facet }) => ({
    ...facet,
    eventCount: toCount(events),
    values: values.map(({ value, count }) => ({ value, count: toCount(count) })),
  })),
  facetEventCount: toCount(counts.facetEvents),
  facetEventBytes: toCount(counts.facetBytes),
  reading: toReading(counts.reading, unread),
});
