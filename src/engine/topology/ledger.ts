import {
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Counters } from '../types/metrics.ts';
import type { ComponentMetrics, MetricsRegistry } from './metrics.ts';

/** Record layout: append new fields only. */
const FIELDS = [
  'eventsIn',
  'eventsOut',
  'eventsDropped',
  'eventsCreated',
  'eventsMerged',
  'eventsDeadLetter',
  'eventsBuffered',
  'eventsCarried',
  'bytesIn',
  'bytesOut',
  'bytesDropped',
  'bytesDeadLetter',
  'bytesBuffered',
  'rawBytes',
  'errors',
  'objectsWritten',
  'lastEventAt',
] as const satisfies readonly (keyof Counters)[];

/** Divides a page, so that no record is torn. */
const RECORD_BYTES = 256;
const FIGURE_BYTES = 8;
const ID_BYTES = RECORD_BYTES - FIELDS.length * FIGURE_BYTES - 1;
const IN_PLACE = constants.O_RDWR | constants.O_CREAT;

export type LedgerPage = {
  readonly pipelineId: string;
  readonly at: number;
  readonly sequence: number;
  readonly pid: number;
  readonly components: Record<string, Counters>;
};

type Open = { readonly file: number; bytes: Buffer; written: number };

/** Increases with every counted event. */
function sumOf(components: ReadonlyMap<string, ComponentMetrics>): number {
  let sum = 0;
  for (const one of components.values())
    sum +=
      one.eventsIn +
      one.eventsOut +
      one.eventsDropped +
      one.eventsCreated +
      one.eventsMerged +
      one.eventsDeadLetter +
      one.eventsCarried +
      one.errors;
  return sum;
}

/**
 * The counters of each pipeline in `counters/<bootId>/<pipelineId>`, overwritten in place before a sender is
 * answered and before a buffer releases events, so they survive a crash as buffers do. Not synced: a power
 * failure may lose the latest.
 */
export class Ledger {
  /** Number of the next report, above all sent. */
  sequence = 0;
  readonly #folder: string;
  readonly #metrics: MetricsRegistry;
  readonly #onFailed: (error: unknown) => void;
  readonly #open = new Map<string, Open>();

  constructor(folder: string, metrics: MetricsRegistry, onFailed: (error: unknown) => void) {
    this.#folder = folder;
    this.#metrics = metrics;
    this.#onFailed = onFailed;
  }

  write(pipelineId: string): void {
    const components = this.#metrics.of(pipelineId);
    if (!components || components.size === 0) return;
    const sum = sumOf(components);
    const page = this.#open.get(pipelineId);
    if (page?.written !== sum) this.#write(pipelineId, components, sum);
  }

  /** Lets the next engine start from at least what was reported. */
  writeAll(): void {
    for (const pipelineId of this.#metrics.pipelineIds()) {
      const components = this.#metrics.of(pipelineId)!;
      if (components.size > 0) this.#write(pipelineId, components, sumOf(components));
    }
  }

  /** Writes an empty page: nothing waits. */
  forget(pipelineId: string): void {
    const page = this.#open.get(pipelineId);
    if (!page) return;
    this.#open.delete(pipelineId);
    try {
      ftruncateSync(page.file, RECORD_BYTES);
    } catch (error) {
      this.#onFailed(error);
    }
    closeSync(page.file);
  }

  #write(pipelineId: string, components: ReadonlyMap<string, ComponentMetrics>, sum: number): void {
    try {
      const page = this.#open.get(pipelineId) ?? this.#begin(pipelineId);
      const length = RECORD_BYTES * (1 + components.size);
      if (page.bytes.length < length) page.bytes = Buffer.alloc(length);
      fill(page.bytes, this.sequence, components);
      writeSync(page.file, page.bytes, 0, length, 0);
      page.written = sum;
    } catch (error) {
      this.#onFailed(error);
    }
  }

  #begin(pipelineId: string): Open {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = openSync(join(this.#folder, pipelineId), IN_PLACE, 0o600);
    const page = { file, bytes: Buffer.alloc(RECORD_BYTES), written: -1 };
    this.#open.set(pipelineId, page);
    return page;
  }
}

/**
 * Layout: a header with time, number and process, then a record per component with figures, length of the id,
 * id.
 */
function fill(bytes: Buffer, sequence: number, components: ReadonlyMap<string, ComponentMetrics>): void {
  bytes.writeDoubleLE(Date.now(), 0);
  bytes.writeDoubleLE(sequence, FIGURE_BYTES);
  bytes.writeDoubleLE(process.pid, 2 * FIGURE_BYTES);
  let at = RECORD_BYTES;
  for (const [id, metrics] of components) {
    for (let i = 0; i < FIELDS.length; i++) bytes.writeDoubleLE(metrics[FIELDS[i]!], at + i * FIGURE_BYTES);
    const name = at + FIELDS.length * FIGURE_BYTES;
    bytes[name] = bytes.write(id, name + 1, ID_BYTES, 'latin1');
    at += RECORD_BYTES;
  }
}

/** Null when it was never completely written. */
export function readPage(path: string, pipelineId: string): LedgerPage | null {
  const bytes = readFileSync(path);
  if (bytes.length < RECORD_BYTES) return null;
  const components: Record<string, Counters> = {};
  for (let at = RECORD_BYTES; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const name = at + FIELDS.length * FIGURE_BYTES;
    const id = bytes.toString('latin1', name + 1, name + 1 + bytes[name]!);
    const figures = FIELDS.map((field, i) => [field, bytes.readDoubleLE(at + i * FIGURE_BYTES)]);
    if (id !== '') components[id] = Object.fromEntries(figures);
  }
  const [at, sequence, pid] = [0, 1, 2].map((i) => bytes.readDoubleLE(i * FIGURE_BYTES));
  return { pipelineId, at: at!, sequence: sequence!, pid: pid!, components };
}

export function readPages(folder: string): LedgerPage[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      return readPage(join(folder, name), name) ?? [];
    } catch {
      return [];
    }
  });
}
