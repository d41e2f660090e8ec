import { basename } from 'node:path';
import type { ArchivePlace, ArchiveRow, ArchiveRows, ArchiveRowsSearch } from '../types/archive-search.ts';
import { FetchAhead } from './fetch-ahead.ts';
import { type ArchiveFile, HOUR_FILES_MAX, nearestFirst, parseWritten } from './list-folder.ts';
import { type ArchiveHour, listHours, listPart } from './listing.ts';
import type { Matcher } from './matcher.ts';
import { ReadingLog } from './reading-log.ts';
import type { ArchiveEvent } from './record.ts';
import { comparePositions, RowCollector } from './row-collector.ts';
import { LISTING_GRACE_MS, readByVerdict, type SearchLimits } from './search-limits.ts';

const HOUR_MS = 3_600_000;
/** A file written this much before a row has no later rows, unless the clock was set back further. */
const CLOCK_MARGIN_MS = 300_000;
/** Extra time after the deadline to read the files of an hour that was begun. */
const HOUR_GRACE_MS = 50_000;

const toRow = ({ record }: ArchiveEvent, file: string, line: number): ArchiveRow => ({
  ...record,
  file,
  line,
});

const startOf = ({ start }: ArchiveHour): ArchivePlace => ({
  micros: (start + HOUR_MS) * 1000 - 1,
  file: '',
  line: 0,
});

const toWritten = (name: string | undefined) =>
  name === undefined ? undefined : { name, writtenAt: parseWritten(basename(name)) };

/** Everything in the file is older than the rows found. */
const isOlder = ({ writtenAt }: ArchiveFile, { bound }: RowCollector): boolean =>
  bound !== undefined && (writtenAt + CLOCK_MARGIN_MS) * 1000 < bound.micros;

/**
 * A page of matching rows, newest first. An hour with too many files, or too slow to read, is split into
 * parts; only rows within a part are in order.
 */
export async function searchRows(
  { folders, from, to, limit, maxBytes, after }: ArchiveRowsSearch,
  matcher: Matcher,
  { deadline, signal, indexes, unpacked, buckets, filesMax = HOUR_FILES_MAX }: SearchLimits,
): Promise<ArchiveRows> {
  const log = new ReadingLog();
  const found = new RowCollector({ limit, maxBytes });
  const answer = (next: ArchivePlace | undefined): ArchiveRows => ({
    rows: found.rows,
    next,
    reading: log.summarize(),
  });
  const span = { from, to: after === undefined ? to : Math.min(to, after.micros + 1) };
  const wanted = { needles: matcher.needles, span };
  const hours = await listHours(folders, { from: from / 1000, to: span.to / 1000 }, log, buckets);
  for (const [at, hour] of hours.entries()) {
    // The first is always read, so that every page makes progress.
    if (at > 0 && Date.now() > deadline) return answer(startOf(hour));
    const part = after?.part?.hour === hour.start ? after.part : undefined;
    // A part read for one page is read again completely for the next, whose position lies within it.
    const isBegun = after !== undefined && comparePositions(after, startOf(hour)) > 0;
    const { files, leftOut } = await listPart(hour, log, {
      max: isBegun ? Number.POSITIVE_INFINITY : filesMax,
      order: nearestFirst(to / 1000),
      after: toWritten(part?.after),
      upTo: toWritten(part?.upTo),
      until: deadline + LISTING_GRACE_MS,
    });
    const ahead = new FetchAhead(
      files,
      (file) => isOlder(file, found) || indexes?.consult(file, wanted).kind === 'skip',
    );
    let passed = 0;
    for (const file of files) {
      if (passed > 0 && !isBegun && Date.now() > deadline + HOUR_GRACE_MS) break;
      ahead.next();
      passed++;
      if (isOlder(file, found)) continue;
      await readByVerdict(file, indexes?.consult(file, wanted), indexes, {
        matcher,
        span,
        log,
        unpacked,
        signal,
        oldestWanted: () => found.bound?.micros,
        take: (event, line) => {
          const row = toRow(event, file.name, line);
          if (after === undefined || comparePositions(row, after) > 0) found.add(row);
        },
      });
    }
    const last = files[passed - 1]?.name ?? part?.upTo;
    const hasRest = passed < files.length || leftOut > 0;
    const { oldest } = found;
    // Rows of earlier hours are older.
    if (oldest) {
      const { micros, file, line } = oldest;
      const isPart = hasRest || part !== undefined;
      return answer({
        micros,
        file,
        line,
        ...(isPart && { part: { hour: hour.start, after: part?.after, upTo: last } }),
      });
    }
    if (hasRest) return answer({ ...startOf(hour), part: { hour: hour.start, after: last } });
  }
  return answer(undefined);
}
