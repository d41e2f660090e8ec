import { type FSWatcher, watch } from 'node:fs';
import { CheckpointKeeper } from '../../shared/checkpoint-keeper.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { appendLine } from '../../shared/payload.ts';
import { lineTooLong } from '../../shared/problems.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { checkFiles } from './check.ts';
import { appendContainerLine } from './container-line.ts';
import { type FoundFile, findFiles, findReadError, findRenamed, watchedFolder } from './find-files.ts';
import { FollowedFile, type FollowOptions } from './followed-file.ts';
import { endOfLastLine } from './last-line.ts';
import { cannotRead, fileGone, fileMissing, fileReplaced } from './problems.ts';
import { compileReading } from './reading.ts';
import { type FileTailConfig, fileTailSchema } from './schema.ts';
import { readState, type SavedFile, writeState } from './state.ts';

const HOUR_MS = 3_600_000;
const POLL_MS = 500;
/** Debounce. */
const WAKE_MS = 20;
const SAVE_PAUSE_MS = 200;
const STOP_GRACE_MS = 1000;
/** Programs keep writing to a renamed file for a while. */
const ROTATED_IDLE_MS = 2000;
/** Interval for repeating the report of an unreadable file: node health looks back one minute. */
const TELL_AGAIN_MS = 20_000;

class Tail {
  private readonly config: FileTailConfig;
  private readonly context: SourceContext;
  private readonly keeper: CheckpointKeeper;
  private readonly options: FollowOptions;
  private files: FollowedFile[] = [];
  private watcher: FSWatcher | null = null;
  private wake: () => void = () => {};
  private missingTold = false;
  /** Time of the last report by path (performance.now()). */
  private unreadable = new Map<string, number>();
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(config: FileTailConfig, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.keeper = new CheckpointKeeper(context, SAVE_PAUSE_MS, () =>
      writeState(this.files.map((file) => file.saved())),
    );
    this.options = {
      maxLineBytes: config.maxLineBytes,
      longLines: new LongLines(config.longLines, lineTooLong(config.maxLineBytes), context),
      reading: compileReading(config),
      onProgress: () => this.keeper.changed(),
      remember: () => {
        this.keeper.changed();
        return this.keeper.saveNow();
      },
      underWay: new Set(),
    };
  }

  async start(): Promise<void> {
    const saved = readState(await this.context.checkpoint.load());
    const found = await this.findFiles();
    if (saved) await this.resume(saved, found);
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

  /** Continues from the saved state, also in renamed files. */
  private async resume(saved: SavedFile[], found: FoundFile[]): Promise<void> {
    for (const former of saved) {
      const here = found.find((file) => file.ino === former.ino);
      const place = here ?? (await findRenamed(former));
      const file = place && (await this.open(place, former));
      if (!file) {
        const isReplaced = found.some((candidate) => candidate.path === former.path);
        this.context.report(isReplaced ? fileReplaced(former.path) : fileGone(former.path));
      } else if (!here) file.leftAt = performance.now();
    }
  }

  private findFiles(): Promise<FoundFile[]> {
    return findFiles(this.config.path, this.config.exclude);
  }

  private async run(): Promise<void> {
    let nextLookMs = performance.now();
    while (!this.stopped) {
      if (performance.now() >= nextLookMs) {
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
    const found = await this.findFiles();
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
    const offset = from === 'end' ? await endOfLastLine(found).catch(() => found.size) : 0;
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
      this.watcher = watch(watchedFolder(this.config.path), { persistent: false }, () => this.wake());
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
  read: ({ format }) => (format === 'container' ? appendContainerLine : appendLine),
  async start(input, context) {
    const tail = new Tail(fileTailSchema.parse(input), context);
    await tail.start();
    return { stop: () => tail.stop() };
  },
};
