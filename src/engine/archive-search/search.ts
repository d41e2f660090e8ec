import type {
  ArchiveCounts,
  ArchiveCountsSearch,
  ArchiveRow,
  ArchiveRows,
  ArchiveRowsSearch,
  ArchiveSearchRequest,
} from '../types/archive-search.ts';
import type { BucketStores } from './bucket-store.ts';
import { compileQuery } from './compile-query.ts';
import { FACET_EVENTS, FacetCounter } from './facets.ts';
import { FetchAhead } from './fetch-ahead.ts';
import { MINUTE_MICROS, type Verdict, type Wanted } from './file-index.ts';
import { GroupCounter } from './group-counter.ts';
import type { IndexQueue } from './index-queue.ts';
import { type ArchiveFile, HOUR_FILES_MAX, nearestFirst } from './list-folder.ts';
import { listFiles, listHours, nameHour, pageFiles } from './listing.ts';
import type { Matcher } from './matcher.ts';
import { type FileReading, readFile } from './read-file.ts';
import { ReadingLog } from './reading-log.ts';
import type { ArchiveEvent } from './record.ts';
import { comparePositions, RowCollector } from './row-collector.ts';
import { countEvents } from './word-lists.ts';

const HOUR_MS = 3_600_000;
/** A file written longer before a row than this holds no later one, unless the clock was set back further. */
const CLOCK_MARGIN_MS = 300_000;
/** How much longer than to the deadline the files of an hour that was begun are read for rows. */
const HOUR_GRACE_MS = 50_000;
/** How much longer the files of an hour are listed. */
const LISTING_GRACE_MS = 25_000;
const PROGRESS_MS = 200;

export type SearchTools = {
  /** Unix milliseconds after which no further hour is begun. */
  readonly deadline: number;
  progress(counts: ArchiveCounts): void;
  /** Instead of the number of files of an hour that are read otherwise. */
  readonly filesMax?: number | undefined;
  /** Files that cannot hold a match are not opened. */
  readonly indexes?: IndexQueue | undefined;
  /** What opens archives in buckets. */
  readonly buckets?: BucketStores | undefined;
};

/** @throws QueryPatternError */
export function searchArchive(
  request: ArchiveSearchRequest,
  tools: SearchTools,
): Promise<ArchiveRows | ArchiveCounts> {
  const matcher = compileQuery(request.query);
  return request.want === 'rows'
    ? searchRows(request, matcher, tools)
    : countMatches(request, matcher, tools);
}

const toRow = ({ record }: ArchiveEvent, file: string, line: number): ArchiveRow => ({
  ...record,
  file,
  line,
});

async function searchRows(
  { folders, from, to, limit, maxBytes, after }: ArchiveRowsSearch,
  matcher: Matcher,
  { deadline, indexes, buckets, filesMax = HOUR_FILES_MAX }: SearchTools,
): Promise<ArchiveRows> {
  const until = deadline + LISTING_GRACE_MS;
  const log = new ReadingLog();
  const found = new RowCollector({ limit, maxBytes });
  const end = after === undefined ? to : Math.min(to, after.micros + 1);
  const span = { from: from / 1000, to: end / 1000 };
  const wanted = { needles: matcher.needles, span: { from, to: end } };
  for (const hour of await listHours(folders, span, log, buckets)) {
    const next = { micros: (hour.start + HOUR_MS) * 1000 - 1, file: '\uffff', line: 0 };
    const isLate = Date.now() > deadline;
    if (isLate) return { rows: found.rows, next, reading: log.summarize() };
    const before = log.leftOutCount;
    const files = await listFiles(hour, log, { max: filesMax, order: nearestFirst(span.to), until });
    const isCut = log.leftOutCount > before;
    let last = files.at(-1);
    const ahead = new FetchAhead(files, (file) => indexes?.consult(file, wanted).kind === 'skip');
    for (const [at, file] of files.entries()) {
      if (isOlder(file, found)) break;
      if (Date.now() > deadline + HOUR_GRACE_MS) {
        log.leftOut(nameHour(hour), at, files.length - at);
        last = files[at - 1];
        break;
      }
      ahead.next();
      await readUnlessIndexed(file, indexes, {
        matcher,
        span: { from, to: end },
        log,
        take: (event, line) => {
          const row = toRow(event, file.name, line);
          if (after === undefined || comparePositions(row, after) > 0) found.add(row);
        },
      });
    }
    const reached = isCut ? (last?.writtenAt ?? 0) * 1000 : 0;
    if (reached > hour.start * 1000 && reached < end && (found.oldest?.micros ?? 0) < reached)
      return {
        rows: found.rows.filter(({ micros }) => micros >= reached),
        next: { micros: reached, file: '\uffff', line: 0 },
        reading: log.summarize(),
      };
    // Rows of earlier hours are older than all of these.
    if (found.oldest) break;
  }
  const { oldest } = found;
  const next = oldest && { micros: oldest.micros, file: oldest.file, line: oldest.line };
  return { rows: found.rows, next, reading: log.summarize() };
}

/** Reads a file, unless its index tells that it holds no match; asks for an index where there is none. */
async function readUnlessIndexed(
  file: ArchiveFile,
  indexes: IndexQueue | undefined,
  reading: FileReading,
): Promise<void> {
  const { matcher, span } = reading;
  const verdict = indexes?.consult(file, { needles: matcher.needles, span });
  await readByVerdict(file, verdict, indexes, reading);
}

async function readByVerdict(
  file: ArchiveFile,
  verdict: Verdict | undefined,
  indexes: IndexQueue | undefined,
  reading: FileReading,
): Promise<void> {
  const { log } = reading;
  if (verdict?.kind === 'skip') {
    log.events += verdict.events;
    reading.onBlock?.();
    return;
  }
  const before = { bytes: log.bytes, unread: log.unreadCount };
  await readFile(file, reading);
  if (verdict?.kind === 'missing' && log.unreadCount === before.unread)
    indexes?.request(file, log.bytes - before.bytes);
}

/** Nothing in the file can be newer than the rows found. Files come by the time they were written. */
function isOlder({ writtenAt }: ArchiveFile, { oldest }: RowCollector): boolean {
  return oldest !== undefined && (writtenAt + CLOCK_MARGIN_MS) * 1000 < oldest.micros;
}

async function countMatches(
  { folders, from, to, bucketSeconds, groupBy, skipsFacets = false }: ArchiveCountsSearch,
  matcher: Matcher,
  { deadline, progress, indexes, buckets: stores, filesMax = HOUR_FILES_MAX }: SearchTools,
): Promise<ArchiveCounts> {
  const until = deadline + LISTING_GRACE_MS;
  const log = new ReadingLog();
  const facets = new FacetCounter(skipsFacets ? 0 : FACET_EVENTS);
  const groups = groupBy === undefined ? undefined : new GroupCounter(groupBy);
  const buckets = new Map<number, number>();
  const bucketMicros = bucketSeconds * 1_000_000;
  let matches = 0;
  let countedFrom = to;
  let told = Date.now();
  const summarize = (isComplete: boolean): ArchiveCounts => ({
    matches,
    buckets: [...buckets].sort(([a], [b]) => a - b),
    countedFrom,
    isComplete,
    groups: groups?.summarize(),
    facets: facets.summarize(),
    facetEvents: facets.events,
    facetBytes: facets.bytes,
    reading: log.summarize(),
  });
  const canUseMinutes = !groups && bucketMicros % MINUTE_MICROS === 0;
  const wanted: Wanted = {
    needles: matcher.needles,
    span: { from, to },
    words: canUseMinutes ? matcher.words : undefined,
  };
  const isAnswered = (verdict: Verdict | undefined): boolean =>
    verdict?.kind === 'skip' || (verdict?.kind === 'read' && canUseMinutes && canCount(verdict));
  const canCount = ({ found, head }: Extract<Verdict, { kind: 'read' }>): boolean =>
    head.minutes !== undefined &&
    head.first >= from &&
    head.last < to &&
    (found !== undefined || matcher.takesAll);
  /** Counted by their indexes, the newest first: read only as far as facets need it. */
  const counted: ArchiveFile[] = [];
  const countByIndex = (file: ArchiveFile, verdict: Verdict | undefined): boolean => {
    if (verdict?.kind !== 'read' || !canUseMinutes || !canCount(verdict)) return false;
    const { found, head } = verdict;
    const { events, minutes } = head;
    if (!minutes) return false;
    const before = matches;
    let event = 0;
    for (const [at, all] of minutes.counts.entries()) {
      const count = found ? countEvents(found, event, event + all) : all;
      event += all;
      if (count > 0) addToBucket((minutes.first + at) * MINUTE_MICROS, count);
    }
    log.events += events;
    if (matches > before) counted.push(file);
    tell();
    return true;
  };
  const addToBucket = (micros: number, count: number): number => {
    const start = Math.floor(micros / bucketMicros) * bucketSeconds;
    matches += count;
    buckets.set(start, (buckets.get(start) ?? 0) + count);
    return start;
  };
  const tell = () => {
    if (Date.now() - told < PROGRESS_MS) return;
    told = Date.now();
    progress(summarize(false));
  };
  const reading: FileReading = {
    matcher,
    span: { from, to },
    log,
    onBlock: tell,
    take: (event) => {
      const start = addToBucket(event.record.micros, 1);
      groups?.add(event, start);
      facets.add(event);
    },
    needsTimesOnly: () => matcher.takesAll && facets.isFull && !groups,
    takeTime: (micros) => void addToBucket(micros, 1),
  };
  const order = nearestFirst(to / 1000);
  for (const hour of await listHours(folders, { from: from / 1000, to: to / 1000 }, log, stores)) {
    if (Date.now() > deadline) return summarize(false);
    let opened = 0;
    for await (const { files, leftOut } of pageFiles(hour, log, { max: filesMax, order, until })) {
      const ahead = new FetchAhead(files, (file) => isAnswered(indexes?.consult(file, wanted)));
      for (const [at, file] of files.entries()) {
        // One hour may have a million files.
        if (Date.now() > deadline) {
          const left = files.length - at + leftOut;
          if (opened + left > filesMax) log.leftOut(nameHour(hour), opened, left);
          return summarize(false);
        }
        ahead.next();
        const verdict = indexes?.consult(file, wanted);
        if (!countByIndex(file, verdict)) await readByVerdict(file, verdict, indexes, reading);
        opened++;
      }
    }
    countedFrom = Math.max(from, hour.start * 1000);
  }
  countedFrom = from;
  if (counted.length > 0) progress(summarize(true));
  const again = new ReadingLog();
  const ahead = new FetchAhead(counted, () => false);
  for (const file of counted) {
    if (facets.isFull || Date.now() > deadline) break;
    ahead.next();
    await readFile(file, {
      matcher,
      span: { from, to },
      log: again,
      take: (event) => facets.add(event),
      isEnough: () => facets.isFull,
    });
  }
  log.addAgain(again);
  return summarize(true);
}
