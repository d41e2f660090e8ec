import type {
  ArchiveCounts,
  ArchiveCountsSearch,
  ArchiveRows,
  ArchiveSearchRequest,
} from '../types/archive-search.ts';
import { compileQuery } from './compile-query.ts';
import { FACET_EVENTS, FacetCounter } from './facets.ts';
import { FetchAhead } from './fetch-ahead.ts';
import { MINUTE_MICROS, type Verdict, type Wanted } from './file-index.ts';
import { GroupCounter } from './group-counter.ts';
import { type ArchiveFile, HOUR_FILES_MAX, nearestFirst } from './list-folder.ts';
import { listHours, nameHour, pageFiles } from './listing.ts';
import type { Matcher } from './matcher.ts';
import { type FileReading, readFile } from './read-file.ts';
import { ReadingLog } from './reading-log.ts';
import { LISTING_GRACE_MS, readByVerdict, type SearchLimits } from './search-limits.ts';
import { searchRows } from './search-rows.ts';
import { countEvents } from './word-lists.ts';

const PROGRESS_MS = 200;

export type SearchTools = SearchLimits & { progress(counts: ArchiveCounts): void };

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

async function countMatches(
  { folders, from, to, bucketSeconds, groupBy, skipsFacets = false }: ArchiveCountsSearch,
  matcher: Matcher,
  { deadline, signal, progress, indexes, unpacked, buckets: stores, filesMax = HOUR_FILES_MAX }: SearchTools,
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
  /** Counted from indexes, newest first; read only as far as facets need. */
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
    unpacked,
    signal,
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
      unpacked,
      signal,
      take: (event) => facets.add(event),
      isEnough: () => facets.isFull,
    });
  }
  log.addAgain(again);
  return summarize(true);
}
