import { constants, type FSWatcher, watch } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { formatBytes, formatFigure } from '../../../../contract/figures.ts';
import { counted } from '../../../../contract/values.ts';
import { CheckpointKeeper } from '../../shared/checkpoint-keeper.ts';
import { inputBudget } from '../../shared/inbound/budget.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { appendLine } from '../../shared/payload.ts';
import { lineTooLong } from '../../shared/problems.ts';
import { settleWithin } from '../../shared/settle.ts';
import { ComponentError, type Finding, type SourceComponent, type SourceContext } from '../../types.ts';
import { appendContainerLine } from './container-line.ts';
import { type FoundFile, findFiles, findReadError, findRenamed, watchedFolder } from './find-files.ts';
import type { Fingerprint } from './fingerprint.ts';
import { FollowedFile, type FollowOptions } from './followed-file.ts';
import { Generations, isCopy } from './generations.ts';
import { appendJournalEntry } from './journal-entry.ts';
import { cannotRead, fileGone, fileMissing, fileReplaced } from './problems.ts';
import { compileReading } from './reading.ts';
import { type FileTailConfig, fileTailSchema } from './schema.ts';
import { readState, type SavedFile, writeState } from './state.ts';
import type { Unfinished } from './unfinished.ts';
import { isBigEndian, UNIT_BYTES } from './utf16.ts';

const LOOK_BACK_BYTES = 64 * 1024;
const NEWLINE = Buffer.from([0x0a]);

/** Aligned to the character width; -1 when absent. */
function findLast(bytes: Buffer, newline: Buffer): number {
  const width = newline.length;
  let at = bytes.lastIndexOf(newline);
  while (at >= 0 && at % width !== 0) at = at === 0 ? -1 : bytes.lastIndexOf(newline, at - 1);
  return at;
}

/**
 * Offset after the last newline, so that an unfinished line is read whole later; the file size when no
 * newline is near.
 */
async function endOfLastLine({ path, size }: FoundFile, isUtf16: boolean): Promise<number> {
  const handle = await open(path, 'r');
  try {
    const width = isUtf16 ? UNIT_BYTES : 1;
    const end = size - (size % width);
    const from = Math.max(0, end - LOOK_BACK_BYTES);
    const tail = Buffer.alloc(end - from);
    const { bytesRead } = await handle.read(tail, 0, tail.length, from);
    const head = Buffer.alloc(UNIT_BYTES);
    if (isUtf16) await handle.read(head, 0, UNIT_BYTES, 0);
    const wide = isBigEndian(head) ? [0, 0x0a] : [0x0a, 0];
    const newline = findLast(tail.subarray(0, bytesRead), isUtf16 ? Buffer.from(wide) : NEWLINE);
    if (newline >= 0) return from + newline + width;
    return from === 0 ? 0 : end;
  } finally {
    await handle.close();
  }
}

const SHOWN = 5;

/** Files that match the path now. @throws ComponentError for an unreadable one */
async function checkFiles(input: Record<string, unknown>): Promise<readonly Finding[]> {
  const { path, exclude } = fileTailSchema.parse(input);
  const files = await findFiles(path, exclude);
  for (const file of files) {
    try {
      await access(file.path, constants.R_OK);
    } catch (error) {
      throw new ComponentError(cannotRead(file.path, error), { cause: error });
    }
  }
  if (files.length === 0) return [{ label: 'Files', value: `None match ${path} yet; waiting for them` }];
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
  const names = files.slice(0, SHOWN).map((file) => file.path);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return [
    {
      label: 'Files',
      value: `${counted(files.length, 'matches', 'match')}, ${formatFigure(formatBytes(bytes))}`,
    },
    { label: 'Names', value: `${names.join(', ')}${more}` },
  ];
}

const HOUR_MS = 3_600_000;
const POLL_MS = 500;
/** Debounce. */
const WAKE_MS = 20;
const SAVE_PAUSE_MS = 200;
const STOP_GRACE_MS = 1000;
/** Programs keep writing to a renamed file for a while. */
const ROTATED_IDLE_MS = 2000;
/** Beginnings of emptied files, to recognize their copies. */
const HEADS_MAX = 16;
/** Interval for repeating the report of an unreadable file: node health looks back one minute. */
const TELL_AGAIN_MS = 20_000;

class Tail {
  private readonly config: FileTailConfig;
  private readonly context: SourceContext;
  private readonly keeper: CheckpointKeeper;
  private readonly options: FollowOptions;
  private readonly generations: Generations;
  private replacedHeads: Fingerprint[] = [];
  private files: FollowedFile[] = [];
  private watcher: FSWatcher | null = null;
  private wake: () => void = () => {};
  private isMoved = false;
  private missingTold = false;
  /** Time of the last report by path (performance.now()). */
  private unreadable = new Map<string, number>();
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(config: FileTailConfig, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.generations = new Generations(config.path, config.exclude);
    this.keeper = new CheckpointKeeper(context, SAVE_PAUSE_MS, () =>
      writeState(this.files.map((file) => file.saved())),
    );
    this.options = {
      maxLineBytes: config.maxLineBytes,
      longLines: new LongLines(config.longLines, lineTooLong(config.maxLineBytes), context),
      lastLineWaitMs: config.lastLineWaitMs,
      reading: compileReading(config),
      onReplaced: (head) => {
        this.replacedHeads = [head, ...this.replacedHeads].slice(0, HEADS_MAX);
      },
      onProgress: () => this.keeper.changed(),
      remember: () => {
        this.keeper.changed();
        return this.keeper.saveNow();
      },
      underWay: new Set(),
      share: inputBudget.open(),
      makeRoom: (but) => this.makeRoom(but),
    };
  }

  async start(): Promise<void> {
    const saved = readState(await this.context.checkpoint.load());
    const found = await this.findFiles();
    const since = saved ? await this.resume(saved, found) : Number.POSITIVE_INFINITY;
    await this.followMissed(await this.generations.begin(since));
    for (const file of found)
      await this.follow(file, saved === null && this.config.readFrom === 'end' ? 'end' : 'beginning');
    await this.tellMissing(found);
    this.keeper.changed();
    await this.keeper.saveNow();
    this.watchFolder();
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.watcher?.close();
    this.wake();
    await this.running;
    await settleWithin(STOP_GRACE_MS, this.options.underWay);
    await this.keeper.stop();
    await Promise.all(this.files.map((file) => file.close()));
  }

  /**
   * Continues from the saved state, also in renamed files.
   * @returns when the newest renamed one was last written: later generations were missed
   */
  private async resume(saved: SavedFile[], found: FoundFile[]): Promise<number> {
    let since = Number.NEGATIVE_INFINITY;
    for (const former of saved) {
      const here = found.find((file) => file.ino === former.ino);
      const place = here ?? (await findRenamed(former));
      const file = place && (await this.open(place, former));
      if (!file) {
        const isReplaced = found.some((candidate) => candidate.path === former.path);
        this.context.report(isReplaced ? fileReplaced(former.path) : fileGone(former.path));
      } else if (!here) {
        file.leftAt = performance.now();
        since = Math.max(since, place?.mtimeMs ?? since);
      }
    }
    return since === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : since;
  }

  /** Reads files renamed before they were seen, but no copies. */
  private async followMissed(missed: FoundFile[]): Promise<void> {
    const current = this.files.filter((file) => file.leftAt === null).map((file) => file.head);
    for (const file of missed) {
      if (this.files.some(({ dev, ino }) => dev === file.dev && ino === file.ino)) continue;
      if (await isCopy(file, [...current, ...this.replacedHeads]).catch(() => true)) continue;
      const followed = await this.open(file, { offset: 0 });
      if (followed) followed.leftAt = performance.now();
    }
  }

  /** Parks the file that holds the most and waits for its writer; false when there is none. */
  private makeRoom(but: Unfinished): boolean {
    let most: FollowedFile | null = null;
    for (const file of this.files) {
      const { unfinished } = file;
      if (unfinished !== but && unfinished.idleBytes > (most?.unfinished.idleBytes ?? 0)) most = file;
    }
    most?.park();
    return most !== null;
  }

  private findFiles(): Promise<FoundFile[]> {
    return findFiles(this.config.path, this.config.exclude);
  }

  private async run(): Promise<void> {
    let nextLookMs = performance.now();
    while (!this.stopped) {
      if (this.isMoved || performance.now() >= nextLookMs) {
        this.isMoved = false;
        await this.look().catch((error: unknown) => this.context.report(cannotRead(this.config.path, error)));
        nextLookMs = performance.now() + POLL_MS;
      }
      if (!(await this.readAll())) await this.waitForChange();
    }
  }

  private async readAll(): Promise<boolean> {
    let any = false;
    for (const file of this.files) {
      const wait = this.context.ready();
      if (wait) await wait;
      if (this.stopped) return false;
      try {
        if (await file.readSome()) any = true;
        else file.takeIdle();
      } catch (error) {
        this.context.report(cannotRead(file.path, error));
      }
    }
    return any;
  }

  private async look(): Promise<void> {
    const missed = await this.generations.look();
    const found = await this.findFiles();
    // Before emptied files are read again, which would lose the beginnings that identify copies.
    await this.followMissed(missed.filter(({ ino }) => !found.some((file) => file.ino === ino)));
    for (const file of [...this.files]) {
      const here = found.find(({ dev, ino }) => dev === file.dev && ino === file.ino);
      if (here) {
        file.path = here.path;
        file.leftAt = null;
      } else file.leftAt ??= performance.now();
      await file.restartIfReplaced();
      await this.closeIfFinished(file);
    }
    for (const file of found) await this.follow(file, 'beginning');
    await this.tellMissing(found);
  }

  private async closeIfFinished(file: FollowedFile): Promise<void> {
    const quietSince = performance.now() - ROTATED_IDLE_MS;
    if (file.leftAt === null || file.leftAt > quietSince || file.lastReadAt > quietSince) return;
    if (file.unfinished.isParked) return file.unfinished.unpark();
    file.takeLastLine();
    if (!file.isDelivered) return;
    this.files = this.files.filter((other) => other !== file);
    this.keeper.changed();
    await file.close();
  }

  private async follow(found: FoundFile, from: 'beginning' | 'end'): Promise<void> {
    if (this.files.some(({ dev, ino }) => dev === found.dev && ino === found.ino)) return;
    const { ignoreOlderHours } = this.config;
    if (ignoreOlderHours !== undefined && Date.now() - found.mtimeMs > ignoreOlderHours * HOUR_MS) return;
    const offset =
      from === 'end'
        ? await endOfLastLine(found, this.options.reading?.isUtf16 ?? false).catch(() => found.size)
        : 0;
    await this.open(found, { offset });
  }

  private async open(
    found: FoundFile,
    from: Pick<SavedFile, 'offset' | 'name'> & Partial<SavedFile>,
  ): Promise<FollowedFile | null> {
    try {
      const file = await FollowedFile.open(found, from, this.context, this.options);
      if (file) this.files.push(file);
      this.unreadable.delete(found.path);
      return file;
    } catch (error) {
      this.tellUnreadable(found.path, error);
      return null;
    }
  }

  private tellUnreadable(path: string, error: unknown): void {
    const reportedMs = this.unreadable.get(path) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - reportedMs < TELL_AGAIN_MS) return;
    this.context.report(cannotRead(path, error));
    this.unreadable.set(path, performance.now());
  }

  private async tellMissing(found: FoundFile[]): Promise<void> {
    const { path } = this.config;
    const refusal = found.length === 0 ? await findReadError(path) : null;
    if (refusal) this.tellUnreadable(path, refusal);
    const isMissing = found.length === 0 && !refusal;
    if (isMissing && !this.missingTold) this.context.report(fileMissing(path));
    this.missingTold = isMissing;
  }

  /** Optional: polling finds the same changes, only later. */
  private watchFolder(): void {
    try {
      this.watcher = watch(watchedFolder(this.config.path), { persistent: false }, (event) => {
        if (event === 'rename') this.isMoved = true;
        this.wake();
      });
      this.watcher.on('error', () => this.watcher?.close());
    } catch {
      this.watcher = null;
    }
  }

  private async waitForChange(): Promise<void> {
    if (this.stopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const completeAt = this.files.map((file) => file.completeAt ?? Number.POSITIVE_INFINITY);
    const pause = Math.min(POLL_MS, ...completeAt.map((time) => Math.max(1, time - performance.now())));
    const poll = setTimeout(resolve, pause);
    this.wake = () => {
      this.wake = () => {};
      if (this.stopped) resolve();
      else setTimeout(resolve, WAKE_MS);
    };
    await promise;
    this.wake = () => {};
    clearTimeout(poll);
  }
}

export const fileTailSource: SourceComponent = {
  check: checkFiles,
  read: ({ format }) =>
    format === 'container' ? appendContainerLine : format === 'journal' ? appendJournalEntry : appendLine,
  async start(input, context) {
    const tail = new Tail(fileTailSchema.parse(input), context);
    await tail.start();
    return { stop: () => tail.stop() };
  },
};
