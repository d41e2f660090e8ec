import { getErrorMessage } from '../../../../contract/values.ts';
import { describeFault } from '../../../archive-search/faults.ts';
import { FetchAhead } from '../../../archive-search/fetch-ahead.ts';
import { consultIndex, SETTLED_MS } from '../../../archive-search/file-index.ts';
import { type RecordBlock, readRecords } from '../../../archive-search/file-records.ts';
import type { ArchiveFile } from '../../../archive-search/list-folder.ts';
import { toLocalPath } from '../../../archive-search/listing.ts';
import type { Matcher } from '../../../archive-search/matcher.ts';
import { ArchiveEvent } from '../../../archive-search/record.ts';
import type { ReplayConfig, ReplayProgress } from '../../../types/replay.ts';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { countChunks, divideHours, FileTimes, firstChunk, HourTimes, type Step } from './chunks.ts';
import { Ledger } from './ledger.ts';
import { type Found, LeftOff, Outlet } from './outlet.ts';
import {
  addUnread,
  beginAttempt,
  enterFolder,
  isNoted,
  placeIn,
  type ReplayState,
  readState,
  toPlace,
  type UnreadPlace,
} from './position.ts';
import { type Totals, WindowListing } from './window-listing.ts';

const fileNotRead = (reason: string): ComponentProblem => ({
  errorName: 'ArchiveFileNotRead',
  message: `A file of the archive could not be fully read: ${reason}`,
  causes: ['The file was cut short, damaged or deleted', 'The disk failed', 'The bucket did not send it'],
  resolutions: [
    'Restore the file if there is a copy, then retry the hydration: only what is missing is read then',
  ],
  level: 'WARN',
});

const NO_RECORD: ComponentProblem = {
  errorName: 'NoArchiveRecord',
  message: 'A line of an archive file is no record of an archive; it was left out and counted as dropped',
  causes: ['Something else wrote to the file', 'The line was damaged on the disk'],
  resolutions: ['Look at the file, and keep other programs from writing to the folder of the archive'],
  level: 'WARN',
};

const TOO_DEEP: ComponentProblem = {
  errorName: 'EventTooDeep',
  message: 'An event is nested too deep for the filter to look into; it was left out and counted as dropped',
  causes: ['The event holds thousands of objects inside each other'],
  resolutions: ['Hydrate without a filter'],
  level: 'WARN',
};

const cannotStart = (message: string): ComponentProblem => ({
  errorName: 'ArchiveNotRead',
  message,
  causes: ['The folder was moved or deleted, or the service may not read it', 'The bucket did not answer'],
  resolutions: ['Make the folder readable again, then retry the hydration'],
});

const UNREAD_LISTED = 20;
const GONE = 'It is no longer there';
const NOTHING = { payloadBytes: 0, rawBytes: 0 };

/** The current file, and the span of events to take. */
type Reading = Pick<Step, 'chunk' | 'span' | 'part' | 'parts' | 'isFirstOfHour' | 'isLastOfHour'>;

/**
 * Replays a window oldest first. Its state covers what is safe at destinations; later deliveries are repeated
 * after a kill, at most REPLAY_REPEATS_MAX events.
 */
export class Replay {
  readonly #config: ReplayConfig;
  readonly #matcher: Matcher;
  readonly #context: SourceContext;
  readonly #listing: WindowListing;
  readonly #ledger: Ledger;
  readonly #outlet: Outlet;
  readonly #running: Promise<void>;
  #reading: Reading;
  readonly #times = new HourTimes();
  #totals: Totals = { files: 0, bytes: 0 };
  #problem = '';

  /**
   * @param filesAtOnce overrides the number of files listed at a time
   * @throws for an unreadable saved position
   */
  constructor(
    config: ReplayConfig,
    matcher: Matcher,
    context: SourceContext,
    saved: string | null,
    filesAtOnce?: number,
  ) {
    this.#config = config;
    this.#matcher = matcher;
    this.#context = context;
    this.#listing = new WindowListing(config, filesAtOnce);
    this.#reading = makeWhole(config);
    this.#ledger = new Ledger(beginAttempt(readState(saved), config.attempt), context);
    this.#outlet = new Outlet(config, context, this.#ledger);
    this.#running = this.#ledger.safe.isDone ? Promise.resolve() : this.#run();
  }

  get progress(): ReplayProgress {
    const { events, bytes, filesDone, bytesDone, bytesPart, micros, resumed, isDone, attempt } =
      this.#ledger.safe;
    const { unread, unreadCount, chunk = firstChunk(this.#config) } = this.#ledger.safe;
    const chunksTotal = countChunks(this.#config);
    const share = this.#totals.bytes === 0 ? 0 : Math.min(1, (bytesDone + bytesPart) / this.#totals.bytes);
    return {
      events,
      bytes,
      filesDone,
      filesTotal: Math.max(this.#totals.files, filesDone),
      share: isDone ? 1 : share,
      position: micros,
      resumed,
      cutOff: this.#ledger.cutOff,
      chunksDone: isDone ? chunksTotal : chunk - firstChunk(this.#config),
      chunksTotal,
      isDone,
      attempt,
      problem: this.#problem,
      unread: unread.slice(0, UNREAD_LISTED).map(({ name, reason }) => ({ file: name, reason })),
      unreadCount,
    };
  }

  cutOff(events: Readonly<Record<string, number>>): void {
    this.#ledger.addCutOff(events);
  }

  async stop(): Promise<void> {
    this.#outlet.stop();
    this.#listing.close();
    await this.#ledger.close(await this.#outlet.drain(this.#running));
  }

  async #run(): Promise<void> {
    try {
      await this.#ledger.begin();
      this.#totals = await this.#listing.total(() => this.#outlet.isStopped);
      while (!this.#outlet.isStopped && !this.#ledger.sent.isDone) await this.#pass();
    } catch (error) {
      if (this.#outlet.isStopped) return;
      this.#problem = getErrorMessage(error);
      this.#context.report(cannotStart(this.#problem));
    }
  }

  async #pass(): Promise<void> {
    try {
      if (this.#ledger.sent.again.length > 0) await this.#readAgain();
      else await this.#readWindow();
      await this.#outlet.settle();
      this.#outlet.goOn();
      this.#ledger.advance({ isDone: true });
      await this.#ledger.save();
    } catch (error) {
      if (!(error instanceof LeftOff)) throw error;
      await this.#outlet.beginAgain();
    }
  }

  async #readWindow(): Promise<void> {
    for (const step of divideHours(await this.#listing.hours(), this.#config)) {
      const { hour, chunk } = step;
      const { chunk: begun = Number.NEGATIVE_INFINITY, hour: begunHour } = this.#ledger.sent;
      if (chunk < begun || (chunk === begun && hour.start < begunHour)) continue;
      if (chunk !== begun && this.#config.chunkMinutes !== undefined) await this.#finishChunk();
      this.#reading = step;
      if (chunk !== begun || hour.start !== begunHour)
        this.#ledger.advance({ chunk, hour: hour.start, file: null, line: null });
      await this.#readHour(step);
      if (this.#outlet.isLimitReached) return;
    }
  }

  /** A chunk begins once everything before it is safe. */
  async #finishChunk(): Promise<void> {
    await this.#outlet.settle();
    this.#outlet.goOn();
    await this.#ledger.save();
  }

  /** In portions, each starting after what was read. */
  async #readHour({ hour, span }: Step): Promise<void> {
    this.#times.enter(hour.start);
    const { file: begun, line } = this.#ledger.sent;
    if (begun && line !== null) await this.#readBegun(begun, line);
    for (let left = 1; left > 0 && !this.#outlet.isLimitReached; ) {
      const folders = hour.folders.filter(({ path }) => !isNoted(this.#ledger.sent, path, span));
      const { files, failures, leftOut } = await this.#listing.files(folders, this.#ledger.sent.file);
      this.#outlet.goOn();
      for (const place of failures) this.#miss(place);
      const ahead = new FetchAhead(files, (file) => this.#outlet.isStopped || this.#canSkip(file));
      for (const file of files) {
        ahead.next();
        if (this.#outlet.isLimitReached) return;
        await this.#readFile(file, 0);
      }
      left = leftOut;
    }
  }

  async #readBegun({ path, name, writtenAt }: NonNullable<ReplayState['file']>, line: number): Promise<void> {
    const file = { path, name, writtenAt: writtenAt ?? Number.POSITIVE_INFINITY };
    const found = await this.#listing.findAgain(file);
    if (found) return this.#readFile(found, line);
    this.#miss({ path, name, line, reason: GONE });
    this.#ledger.advance({ line: null });
  }

  /** Only files not read completely, and folders not listed before. */
  async #readAgain(): Promise<void> {
    while (this.#ledger.sent.again.length > 0 && !this.#outlet.isLimitReached) {
      const [place, ...rest] = this.#ledger.sent.again as [UnreadPlace, ...UnreadPlace[]];
      const { path, name, line, span = this.#config } = place;
      this.#reading = makeWhole(span);
      let file: ArchiveFile | undefined;
      try {
        const next = await this.#listing.nextOf(place);
        if (next) {
          this.#ledger.advance({ again: [...enterFolder(place, next.name), ...rest] });
          continue;
        }
        file = await this.#listing.findAgain({ path, name, writtenAt: Number.POSITIVE_INFINITY });
        if (!file) throw new Error(GONE);
      } catch (error) {
        this.#leave(place, error);
        this.#ledger.advance({ again: rest });
        continue;
      }
      await this.#readFile(file, line);
    }
  }

  /** An interruption by a stop is not the file's fault. @throws LeftOff */
  #leave(place: Omit<UnreadPlace, 'reason'>, error: unknown): void {
    if (error instanceof LeftOff || this.#outlet.isStopped) throw new LeftOff();
    this.#miss({ ...place, reason: describeFault(error) });
  }

  async #readFile(file: ArchiveFile, fromLine: number): Promise<void> {
    const size = await this.#listing.sizeOf(file);
    if (this.#canSkip(file)) return this.#finish(file, size);
    let reached = fromLine;
    const times = new FileTimes(this.#reading, this.#config);
    try {
      for await (const block of readRecords(await toLocalPath(file), fromLine)) {
        await this.#take(file, block, size);
        reached = block.nextLine;
        if (this.#outlet.isLimitReached) return;
        for (const { record } of block.records) times.add(record.micros);
      }
      if (fromLine === 0 && this.#reading.parts > 1) this.#times.set(file.path, times);
    } catch (error) {
      this.#leave({ path: file.path, name: file.name, line: reached }, error);
    }
    this.#finish(file, size);
  }

  /** Known to hold no match; files with an index have no invalid lines to report. */
  #canSkip(file: ArchiveFile): boolean {
    const { span } = this.#reading;
    if (this.#times.get(file.path)?.isOutside(span)) return true;
    const { indexFolder } = this.#config;
    if (indexFolder === undefined) return false;
    const wanted = { needles: this.#matcher.needles, span };
    return consultIndex(indexFolder, file, wanted, SETTLED_MS).kind === 'skip';
  }

  #miss(place: UnreadPlace): void {
    this.#context.report(fileNotRead(place.reason), place.name);
    const { from, to } = this.#reading.span;
    const isPart = this.#config.chunkMinutes !== undefined;
    this.#ledger.note((sent) => addUnread(sent, isPart ? { ...place, span: { from, to } } : place));
  }

  #finish(file: ArchiveFile, size: number): void {
    const { again, filesDone, bytesDone } = this.#ledger.sent;
    if (again.length > 0) {
      this.#ledger.advance({ again: again.slice(1) });
      return;
    }
    this.#ledger.advance({
      file: toPlace(file),
      line: null,
      filesDone: filesDone + (this.#endsNow(file) ? 1 : 0),
      bytesDone: bytesDone + size * this.#doneOf(file),
      bytesPart: 0,
    });
  }

  /** Nothing remains for later chunks, and this one had some. */
  #endsNow({ path }: ArchiveFile): boolean {
    const { span, isFirstOfHour, isLastOfHour } = this.#reading;
    const times = this.#times.get(path);
    if (!times) return isLastOfHour;
    const hasEnded = !isFirstOfHour && times.isOver({ from: 0, to: span.from });
    return !hasEnded && (isLastOfHour || times.isOver(span));
  }

  /** Bytes finished with this chunk. An unread file is finished with its hour's last chunk. */
  #doneOf({ path }: ArchiveFile): number {
    const { part, isLastOfHour } = this.#reading;
    return this.#times.get(path)?.shareOf(part) ?? (isLastOfHour ? 1 : 0);
  }

  /** The file's share in the chunk: equal shares until the file was read completely. */
  #shareOf({ path }: ArchiveFile): number {
    const { part, parts } = this.#reading;
    return this.#times.get(path)?.shareOf(part) ?? 1 / parts;
  }

  async #take(file: ArchiveFile, block: RecordBlock, size: number): Promise<void> {
    const bytesPart = (block.share ?? 0) * size * this.#shareOf(file);
    await this.#outlet.send(file, this.#select(file, block), bytesPart);
    if (this.#outlet.isLimitReached) return;
    // A file read for several chunks counts its lines once.
    if (block.bad > 0 && this.#reading.isFirstOfHour)
      this.#context.refuse(NO_RECORD, block.bad, NOTHING, file.name);
    this.#ledger.advance({
      ...placeIn(this.#ledger.sent, file, block.nextLine),
      bytesPart,
    });
    await new Promise((resolve) => setImmediate(resolve));
    this.#outlet.goOn();
  }

  #select(file: ArchiveFile, { records }: RecordBlock): Found[] {
    const { from, to } = this.#reading.span;
    return records.filter(({ record }) => {
      if (record.micros < from || record.micros >= to) return false;
      try {
        return this.#matcher.test(new ArchiveEvent(record));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        this.#context.refuse(TOO_DEEP, 1, NOTHING, file.name);
        return false;
      }
    });
  }
}

const makeWhole = (span: Reading['span']): Reading => ({
  chunk: 0,
  span,
  part: 0,
  parts: 1,
  isFirstOfHour: true,
  isLastOfHour: true,
});
