import { createHash } from 'node:crypto';
import { getErrorMessage } from '../../../../contract/values.ts';
import { describeFault } from '../../../archive-search/faults.ts';
import { FetchAhead } from '../../../archive-search/fetch-ahead.ts';
import { consultIndex, SETTLED_MS } from '../../../archive-search/file-index.ts';
import { type RecordBlock, readRecords } from '../../../archive-search/file-records.ts';
import type { ArchiveFile } from '../../../archive-search/list-folder.ts';
import { toLocalPath } from '../../../archive-search/listing.ts';
import type { Matcher } from '../../../archive-search/matcher.ts';
import { ArchiveEvent, type ArchiveRecord } from '../../../archive-search/record.ts';
import type { Batch } from '../../../event/batch.ts';
import { REPLAY_REPEATS_MAX, type ReplayConfig, type ReplayProgress } from '../../../types/replay.ts';
import { AckOrder } from '../../shared/ack-order.ts';
import { CheckpointKeeper } from '../../shared/checkpoint-keeper.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceContext } from '../../types.ts';
import { countChunks, divideHours, FileTimes, firstChunk, type Step } from './chunks.ts';
import { Pace } from './pace.ts';
import {
  addUnread,
  beginAttempt,
  enterFolder,
  type ReplayState,
  readState,
  selectDue,
  type UnreadPlace,
} from './position.ts';
import { cannotStart, fileNotRead, NO_RECORD, TOO_DEEP } from './problems.ts';
import { type Totals, WindowListing } from './window-listing.ts';

const SAVE_PAUSE_MS = 500;
const STOP_GRACE_MS = 1000;
const BATCH_EVENTS = 500;
const BATCH_BYTES = 256 * 1024;
const UNREAD_LISTED = 20;
const NOTHING = { payloadBytes: 0, rawBytes: 0 };

/** What is read at the moment: of a file, the events of a time. */
type Reading = Pick<Step, 'span' | 'parts' | 'isLastOfHour'>;
type Found = { readonly record: ArchiveRecord; readonly line: number };

/** Thrown inside to leave a file: the source stops, or a delivery was not taken. */
class LeftOff extends Error {}

/**
 * Replays a window oldest first. Its state is what destinations have safe; what was handed over beyond that is sent
 * again after a kill, at most REPLAY_REPEATS_MAX events.
 */
export class Replay {
  readonly #config: ReplayConfig;
  readonly #matcher: Matcher;
  readonly #context: SourceContext;
  readonly #keeper: CheckpointKeeper;
  readonly #listing: WindowListing;
  readonly #acks: AckOrder<ReplayState>;
  readonly #pace: Pace | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #running: Promise<void>;
  #safe: ReplayState;
  /** As if all that was handed over were safe. */
  #sent: ReplayState;
  #savedEvents: number;
  #reading: Reading;
  readonly #times = new FileTimes();
  #totals: Totals = { files: 0, bytes: 0 };
  #problem = '';
  #wasRefused = false;
  #isStopped = false;
  #wake = () => {};

  /** @throws for a saved position that cannot be read */
  constructor(config: ReplayConfig, matcher: Matcher, context: SourceContext, saved: string | null) {
    this.#config = config;
    this.#matcher = matcher;
    this.#context = context;
    this.#listing = new WindowListing(config);
    this.#reading = { span: config, parts: 1, isLastOfHour: true };
    this.#pace =
      config.eventsPerSecond === undefined
        ? undefined
        : new Pace(config.eventsPerSecond, () => performance.now());
    const former = beginAttempt(readState(saved), config.attempt);
    this.#safe = { ...former, isClean: false, resumed: former.resumed + (former.isClean ? 0 : 1) };
    this.#sent = this.#safe;
    this.#savedEvents = this.#safe.events;
    const save = async (text: string) => {
      const { events } = this.#safe;
      await context.checkpoint.save(text);
      this.#savedEvents = events;
    };
    const keeperContext = {
      checkpoint: { load: () => context.checkpoint.load(), save },
      report: context.report,
    };
    this.#keeper = new CheckpointKeeper(keeperContext, SAVE_PAUSE_MS, () => JSON.stringify(this.#safe));
    this.#acks = new AckOrder((reached) => {
      this.#safe = reached;
      this.#keeper.changed();
    });
    this.#running = this.#safe.isDone ? Promise.resolve() : this.#run();
  }

  get progress(): ReplayProgress {
    const { events, bytes, filesDone, bytesDone, bytesPart, micros, resumed, isDone, attempt } = this.#safe;
    const { unread, unreadCount, chunk = firstChunk(this.#config) } = this.#safe;
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
      chunksDone: isDone ? chunksTotal : chunk - firstChunk(this.#config),
      chunksTotal,
      isDone,
      attempt,
      problem: this.#problem,
      unread: unread.slice(0, UNREAD_LISTED).map(({ name, reason }) => ({ file: name, reason })),
      unreadCount,
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    this.#listing.close();
    await settleWithin(STOP_GRACE_MS, [this.#running, ...this.#underWay]);
    if (this.#underWay.size === 0) this.#safe = { ...this.#safe, isClean: true };
    this.#keeper.changed();
    await this.#keeper.stop();
  }

  async #run(): Promise<void> {
    try {
      // A kill from here on counts as one.
      this.#keeper.changed();
      await this.#keeper.saveNow();
      this.#totals = await this.#listing.total(() => this.#isStopped);
      while (!this.#isStopped && !this.#safe.isDone) await this.#pass();
    } catch (error) {
      if (this.#isStopped) return;
      this.#problem = getErrorMessage(error);
      this.#context.report(cannotStart(this.#problem));
    }
  }

  /** Reads all that is left, or until a delivery is not taken. */
  async #pass(): Promise<void> {
    try {
      if (this.#sent.again.length > 0) await this.#readAgain();
      else await this.#readWindow();
      await this.#settle();
      if (this.#wasRefused) throw new LeftOff();
      this.#advance({ isDone: true });
      await this.#keeper.saveNow();
    } catch (error) {
      if (!(error instanceof LeftOff)) throw error;
      // What was taken before must not be sent twice.
      await this.#settle();
      this.#acks.clear();
      this.#sent = this.#safe;
      this.#wasRefused = false;
    }
  }

  async #readWindow(): Promise<void> {
    for (const step of divideHours(await this.#listing.hours(), this.#config)) {
      const { hour, chunk } = step;
      const { chunk: begun = Number.NEGATIVE_INFINITY, hour: begunHour } = this.#sent;
      if (chunk < begun || (chunk === begun && hour.start < begunHour)) continue;
      if (chunk !== begun && this.#config.chunkMinutes !== undefined) await this.#finishChunk();
      this.#reading = step;
      if (chunk !== begun || hour.start !== begunHour)
        this.#advance({ chunk, hour: hour.start, file: null, line: null });
      await this.#readHour(step);
      if (this.#isLimitReached) return;
    }
  }

  /** A chunk begins once everything before it is safe. */
  async #finishChunk(): Promise<void> {
    await this.#settle();
    if (this.#isStopped || this.#wasRefused) throw new LeftOff();
    await this.#keeper.saveNow();
  }

  async #readHour({ hour }: Step): Promise<void> {
    this.#times.enter(hour.start);
    const { files, failures } = await this.#listing.files(hour);
    if (this.#isStopped) throw new LeftOff();
    const { due, lost } = selectDue(this.#sent, hour.start, files);
    for (const place of [...failures, ...(lost ? [lost] : [])]) this.#miss(place);
    const ahead = new FetchAhead(
      due.map(({ file }) => file),
      (file) => this.#isStopped || this.#canSkip(file),
    );
    for (const { file, fromLine } of due) {
      ahead.next();
      if (this.#isLimitReached) return;
      await this.#readFile(file, fromLine);
    }
  }

  /** Only files that could not be read whole before, and those of folders that could not be listed. */
  async #readAgain(): Promise<void> {
    while (this.#sent.again.length > 0 && !this.#isLimitReached) {
      const [place, ...rest] = this.#sent.again as [UnreadPlace, ...UnreadPlace[]];
      const { path, name, line, span = this.#config } = place;
      this.#reading = { span, parts: 1, isLastOfHour: true };
      let file: ArchiveFile;
      try {
        const names = await this.#listing.listAgain(path);
        if (names) {
          this.#advance({ again: [...enterFolder(place, names), ...rest] });
          continue;
        }
        file = await this.#listing.findAgain(path, name);
      } catch (error) {
        if (this.#isStopped) throw new LeftOff();
        this.#miss({ ...place, reason: describeFault(error) });
        this.#advance({ again: rest });
        continue;
      }
      await this.#readFile(file, line);
    }
  }

  get #isLimitReached(): boolean {
    return this.#sent.events >= (this.#config.eventLimit ?? Number.POSITIVE_INFINITY);
  }

  async #readFile(file: ArchiveFile, fromLine: number): Promise<void> {
    const size = await this.#listing.sizeOf(file);
    if (this.#canSkip(file)) return this.#finish(file, size);
    let reached = fromLine;
    const times = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
    try {
      for await (const block of readRecords(await toLocalPath(file), fromLine)) {
        await this.#take(file, block, size);
        reached = block.nextLine;
        if (this.#isLimitReached) return;
        for (const { record } of block.records) {
          times.from = Math.min(times.from, record.micros);
          times.to = Math.max(times.to, record.micros + 1);
        }
      }
      if (fromLine === 0) this.#times.set(file.path, times);
    } catch (error) {
      // What a stop cuts off is not the fault of the file.
      if (error instanceof LeftOff || this.#isStopped) throw new LeftOff();
      const place = { path: file.path, name: file.name, line: reached, reason: describeFault(error) };
      this.#miss(place);
    }
    this.#finish(file, size);
  }

  /** It is known to hold no match; a file with an index has no lines that are no records. */
  #canSkip(file: ArchiveFile): boolean {
    const { span } = this.#reading;
    if (this.#times.isOutside(file.path, span)) return true;
    const { indexFolder } = this.#config;
    if (indexFolder === undefined) return false;
    const wanted = { needles: this.#matcher.needles, span };
    return consultIndex(indexFolder, file, wanted, SETTLED_MS).kind === 'skip';
  }

  #miss(place: UnreadPlace): void {
    this.#context.report(fileNotRead(place.reason), place.name);
    const { from, to } = this.#reading.span;
    const isPart = this.#config.chunkMinutes !== undefined;
    this.#sent = addUnread(this.#sent, isPart ? { ...place, span: { from, to } } : place);
  }

  #finish({ path, name, writtenAt }: ArchiveFile, size: number): void {
    const { again, filesDone, bytesDone } = this.#sent;
    if (again.length > 0) {
      this.#advance({ again: again.slice(1) });
      return;
    }
    const file = { path, name, writtenAt: Number.isFinite(writtenAt) ? writtenAt : null };
    const { parts, isLastOfHour } = this.#reading;
    this.#advance({
      file,
      line: null,
      filesDone: filesDone + (isLastOfHour ? 1 : 0),
      bytesDone: bytesDone + size / parts,
      bytesPart: 0,
    });
  }

  /** Notes a step without events; it is safe once all before it is. */
  #advance(change: Partial<ReplayState>): void {
    this.#sent = { ...this.#sent, ...change };
    this.#acks.add(this.#sent)();
  }

  #placeOf({ path, name, writtenAt }: ArchiveFile, line: number): Partial<ReplayState> {
    const [first, ...rest] = this.#sent.again;
    if (first) return { again: [{ ...first, line }, ...rest] };
    return { file: { path, name, writtenAt: Number.isFinite(writtenAt) ? writtenAt : null }, line };
  }

  async #take(file: ArchiveFile, block: RecordBlock, size: number): Promise<void> {
    const found = this.#select(file, block);
    for (let at = 0; at < found.length; ) {
      const count = await this.#mayTake(found.length - at);
      const part = found.slice(at, at + count);
      at += this.#deliver(file, part);
      if (this.#isLimitReached) return;
    }
    // A file that is read for several chunks has its lines once.
    if (block.bad > 0 && !this.#times.knows(file.path))
      this.#context.refuse(NO_RECORD, block.bad, NOTHING, file.name);
    this.#advance({
      ...this.#placeOf(file, block.nextLine),
      bytesPart: ((block.share ?? 0) * size) / this.#reading.parts,
    });
    // Others have their turn between blocks, also while nothing matches.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#isStopped || this.#wasRefused) throw new LeftOff();
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

  /** Waits until events may go, and returns how many. */
  async #mayTake(wanted: number): Promise<number> {
    const { eventLimit = Number.POSITIVE_INFINITY } = this.#config;
    for (;;) {
      const room = this.#context.ready();
      if (room) await room;
      if (this.#isStopped || this.#wasRefused) throw new LeftOff();
      if (this.#sent.events - this.#savedEvents >= REPLAY_REPEATS_MAX - BATCH_EVENTS) {
        await this.#settle();
        await this.#keeper.saveNow();
        if (this.#safe.events > this.#savedEvents) await this.#sleep(1000);
        continue;
      }
      const most = Math.min(wanted, BATCH_EVENTS, eventLimit - this.#sent.events);
      const count = this.#pace ? this.#pace.take(most) : most;
      if (count > 0) return count;
      await this.#sleep(this.#pace?.waitMs ?? 0);
    }
  }

  /** Hands over the first of `found`, up to the size of a batch; returns how many. */
  #deliver(file: ArchiveFile, found: readonly Found[]): number {
    const batch = this.#context.newBatch();
    const name = createHash('sha256').update(file.name).digest('base64url').slice(0, 22);
    let bytes = 0;
    let last: Found | undefined;
    for (const one of found) {
      if (bytes >= BATCH_BYTES) break;
      bytes += this.#append(batch, one, name);
      last = one;
    }
    if (!last) return 0;
    const { events, bytes: before } = this.#sent;
    const { line, record } = last;
    this.#sent = {
      ...this.#sent,
      ...this.#placeOf(file, line + 1),
      micros: Math.max(this.#sent.micros, record.micros),
      events: events + batch.count,
      bytes: before + bytes,
    };
    const { count } = batch;
    const acknowledge = this.#acks.add(this.#sent);
    const delivery = this.#context
      .deliver(batch, { payloadBytes: bytes, rawBytes: bytes })
      .then((outcome) => {
        if (outcome === 'accepted') acknowledge();
        else this.#wasRefused = true;
      });
    this.#underWay.add(delivery);
    void delivery.then(() => this.#underWay.delete(delivery));
    return count;
  }

  #append(batch: Batch, { record, line }: Found, name: string): number {
    const bytes = Buffer.from(record.text);
    const event = record.isText ? batch.appendRaw(bytes) : batch.appendJson(bytes);
    if (this.#context.identifies) batch.setId(event, `${name}.${line.toString(36)}`);
    if (this.#context.tracksOrigin && record.origin !== '') batch.setOrigin(record.origin, event, event + 1);
    return bytes.length;
  }

  async #settle(): Promise<void> {
    while (this.#underWay.size > 0 && !this.#isStopped)
      await Promise.race([Promise.all(this.#underWay), this.#stopped()]);
  }

  #stopped(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #sleep(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([over, this.#stopped()]);
    clearTimeout(timer);
    if (this.#isStopped) throw new LeftOff();
  }
}
