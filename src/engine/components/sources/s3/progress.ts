import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StoredObject } from '../../shared/s3/bucket.ts';

/** Objects remembered individually; older ones count as read by their time. */
const REMEMBERED = 10_000;
const FORGET_AFTER = 100;

const stateSchema = z.object({
  version: z.literal(1),
  /** Unix milliseconds; older objects were read. */
  horizon: z.number(),
  /** Objects read since the horizon, with their time. */
  done: z.record(z.string(), z.number()),
  /** The current object and its number of safe lines. */
  current: z.object({ id: z.string(), lines: z.number().min(0) }).nullable(),
});

export const getObjectName = ({ key, etag }: StoredObject): string =>
  createHash('sha256').update(`${etag}\n${key}`).digest('base64url').slice(0, 22);

export class Progress {
  private readonly overlapMs: number;
  private horizon: number;
  private done: Map<string, number>;
  private current: { id: string; lines: number } | null;
  private sinceForgotten = 0;

  /** `start` applies without a readable saved state. */
  constructor(saved: string | null, start: number, overlapMs: number) {
    this.overlapMs = overlapMs;
    const state = stateSchema.safeParse(parsed(saved)).data;
    this.horizon = state?.horizon ?? start;
    this.done = new Map(Object.entries(state?.done ?? {}));
    this.current = state?.current ?? null;
  }

  isDue(object: StoredObject): boolean {
    const isFile = object.size > 0 && Number.isFinite(object.modified);
    return isFile && object.modified >= this.horizon && !this.done.has(getObjectName(object));
  }

  safeLines(object: StoredObject): number {
    return this.current?.id === getObjectName(object) ? this.current.lines : 0;
  }

  reached(object: StoredObject, lines: number): void {
    this.current = { id: getObjectName(object), lines };
  }

  finished(object: StoredObject): void {
    this.done.set(getObjectName(object), object.modified);
    this.current = null;
    this.horizon = Math.max(this.horizon, object.modified - this.overlapMs);
    if (++this.sinceForgotten >= FORGET_AFTER) this.forget();
  }

  private forget(): void {
    this.sinceForgotten = 0;
    const times = [...this.done.values()].sort((a, b) => b - a);
    this.horizon = Math.max(this.horizon, times[REMEMBERED - 1] ?? 0);
    for (const [id, time] of this.done) if (time < this.horizon) this.done.delete(id);
  }

  toString(): string {
    const { horizon, done, current } = this;
    return JSON.stringify({ version: 1, horizon, done: Object.fromEntries(done), current });
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
