import { getErrorMessage } from '../../../../contract/values.ts';
import { CheckpointKeeper } from '../../shared/checkpoint-keeper.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import { Bucket, type ListedPage, ObjectGone, type StoredObject } from '../../shared/s3/bucket.ts';
import { settleWithin } from '../../shared/settle.ts';
import {
  ComponentError,
  type Finding,
  RetryableError,
  type SourceComponent,
  type SourceContext,
} from '../../types.ts';
import { contentOf } from './content.ts';
import { ObjectReader } from './object-reader.ts';
import { cannotDelete, objectBroken, objectChanged } from './problems.ts';
import { getObjectName, Progress } from './progress.ts';
import { type S3SourceConfig, s3SourceSchema } from './schema.ts';

const SAVE_PAUSE_MS = 500;
const STOP_GRACE_MS = 1000;
const MINUTE_MS = 60_000;
/** Objects to read before the bucket is listed again. */
const ROUND_OBJECTS = 10_000;

/** Lists a bucket repeatedly and reads new objects, oldest first. */
class Poller {
  private readonly config: S3SourceConfig;
  private readonly context: SourceContext;
  private readonly bucket: Bucket;
  private readonly progress: Progress;
  private readonly keeper: CheckpointKeeper;
  private readonly ended = new AbortController();
  private readonly running: Promise<void>;
  private reader: ObjectReader | null = null;
  private wake: () => void = () => {};

  constructor(config: S3SourceConfig, context: SourceContext, saved: string | null) {
    this.config = config;
    this.context = context;
    this.bucket = new Bucket(config, this.ended.signal);
    // S3 times are whole seconds.
    const start = config.startAt === 'new' ? Date.now() - (Date.now() % 1000) : 0;
    this.progress = new Progress(saved, start, config.overlapMinutes * MINUTE_MS);
    this.keeper = new CheckpointKeeper(context, SAVE_PAUSE_MS, () => this.progress.toString());
    this.keeper.changed();
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.ended.abort();
    this.wake();
    await settleWithin(STOP_GRACE_MS, [this.running, ...(this.reader ? [this.reader.underWay] : [])]);
    await this.keeper.stop();
    this.bucket.close();
  }

  private get isStopped(): boolean {
    return this.ended.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const isMore = await this.round().catch((error: unknown) => this.failed(error));
      if (!isMore) await this.pause();
    }
  }

  /** True when there is more to read now. */
  private async round(): Promise<boolean> {
    const due = await this.listDue();
    for (const object of due.slice(0, ROUND_OBJECTS)) {
      while (!this.isStopped && !(await this.take(object))) await this.context.ready();
      if (this.isStopped) return false;
    }
    return due.length > ROUND_OBJECTS;
  }

  private failed(error: unknown): false {
    if (this.isStopped) return false;
    const problem = error instanceof RetryableError ? error.problem : objectBroken(getErrorMessage(error));
    this.context.report(problem);
    return false;
  }

  private async listDue(): Promise<StoredObject[]> {
    const due: StoredObject[] = [];
    const order = (a: StoredObject, b: StoredObject) => a.modified - b.modified || (a.key < b.key ? -1 : 1);
    let next: string | null = null;
    do {
      const page: ListedPage = await this.bucket.list({ prefix: this.config.prefix, next });
      due.push(...page.objects.filter((object) => this.progress.isDue(object)));
      if (due.length > 4 * ROUND_OBJECTS) due.sort(order).splice(ROUND_OBJECTS + 1);
      next = page.next;
    } while (next !== null && !this.isStopped);
    return due.sort(order);
  }

  /** True when done; false to read the object again. */
  private async take(object: StoredObject): Promise<boolean> {
    const { config, context, progress } = this;
    const reader = new ObjectReader(config, context, {
      skip: progress.safeLines(object),
      name: getObjectName(object),
      file: `s3://${config.bucket}/${object.key}`,
      reached: (lines) => {
        progress.reached(object, lines);
        this.keeper.changed();
      },
      isStopped: () => this.isStopped,
    });
    this.reader = reader;
    try {
      if (!(await reader.read(contentOf(this.bucket, object, (bytes) => reader.received(bytes)))))
        return false;
    } catch (error) {
      if (this.isStopped) return false;
      if (error instanceof RetryableError) throw error;
      if (error instanceof ObjectGone) {
        context.report(objectChanged, object.key);
        return true;
      }
      if (!(await reader.settled())) return false;
      context.refuse(objectBroken(getErrorMessage(error)), 1, { payloadBytes: 0, rawBytes: 0 }, object.key);
    }
    progress.finished(object);
    this.keeper.changed();
    if (config.afterwards === 'delete') await this.delete(object.key);
    return true;
  }

  private async delete(key: string): Promise<void> {
    await this.keeper.saveNow();
    await this.bucket.delete(key).catch((error: unknown) => {
      this.context.report(cannotDelete(getErrorMessage(error)), key);
    });
  }

  private async pause(): Promise<void> {
    if (this.isStopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.config.pollSeconds * 1000);
    this.wake = resolve;
    await promise;
    clearTimeout(timer);
  }
}

export const s3Source: SourceComponent = {
  check: checkBucket,
  read: ({ format }) => {
    if (format === 'text') return appendLine;
    if (format === 'json' || format === 'ndjson') return (batch, payload) => void batch.appendJson(payload);
    return (batch, payload) =>
      isObject(payload) ? void batch.appendJson(payload) : appendLine(batch, payload);
  },
  async start(input, context) {
    const config = s3SourceSchema.parse(input);
    const poller = new Poller(config, context, await context.checkpoint.load());
    return { stop: () => poller.stop() };
  },
};

/** Lists the first page. @throws ComponentError when that fails */
async function checkBucket(input: Record<string, unknown>): Promise<readonly Finding[]> {
  const config = s3SourceSchema.parse(input);
  const bucket = new Bucket(config, new AbortController().signal);
  try {
    const { objects, next } = await bucket.list({ prefix: config.prefix, next: null });
    const where = config.prefix === '' ? 'in the bucket' : `that begin with ${config.prefix}`;
    const count = next === null ? String(objects.length) : `more than ${objects.length}`;
    const names = objects.slice(0, 5).map(({ key }) => key);
    return [
      { label: 'Objects', value: `${count} ${where}` },
      ...(names.length > 0 ? [{ label: 'First', value: names.join(', ') }] : []),
    ];
  } catch (error) {
    if (error instanceof RetryableError) throw new ComponentError(error.problem, { cause: error });
    throw error;
  } finally {
    bucket.close();
  }
}
