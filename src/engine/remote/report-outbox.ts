import type { DatabaseSync } from 'node:sqlite';
import type { CountersReport } from '../runtime/counter-journal.ts';
import type { ErrorReport } from '../types/report.ts';

/** Kept while disconnected: one report per minute. */
const STEP_MS = 60_000;

const listKeys = ({ pipelines }: CountersReport): string =>
  Object.entries(pipelines)
    .flatMap(([pipelineId, components]) => [
      pipelineId,
      ...Object.keys(components).map((id) => `${pipelineId}/${id}`),
    ])
    .sort()
    .join(' ');

export type WaitingErrors = { number: number; errors: ErrorReport[] };

/** Reports the service has not acknowledged, on disk. */
export class ReportOutbox {
  readonly #db: DatabaseSync;
  /** Errors up to this number may have been received and do not change. */
  #sentErrors: number;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(`
      create table if not exists counters (
        boot_id text not null, sequence integer not null, at integer not null, keys text not null, body text not null,
        primary key (boot_id, sequence));
      create table if not exists errors (number integer primary key, at integer not null, body text not null)`);
    this.#sentErrors = this.#lastErrors();
  }

  /**
   * Stores totals. A report replaces the last one of the same minute and components; other components mean
   * that one was removed and restarted at zero.
   */
  takeCounters({ gauges: _gauges, senders: _senders, usage: _usage, ...report }: CountersReport): void {
    const { bootId, sequence, at } = report;
    const keys = listKeys(report);
    const last = this.#db
      .prepare('select sequence, at, keys from counters where boot_id = ? order by sequence desc limit 1')
      .get(bootId) as { sequence: number; at: number; keys: string } | undefined;
    if (last && last.sequence >= sequence) return;
    if (last && last.keys === keys && Math.floor(last.at / STEP_MS) === Math.floor(at / STEP_MS))
      this.#db.prepare('delete from counters where boot_id = ? and sequence = ?').run(bootId, last.sequence);
    this.#db
      .prepare('insert into counters (boot_id, sequence, at, keys, body) values (?, ?, ?, ?, ?)')
      .run(bootId, sequence, at, keys, JSON.stringify(report));
  }

  takeErrors(errors: ErrorReport[], now: number): WaitingErrors {
    const last = this.#db.prepare('select number, at, body from errors order by number desc limit 1').get() as
      | { number: number; at: number; body: string }
      | undefined;
    const isOpen =
      last !== undefined &&
      last.number > this.#sentErrors &&
      Math.floor(last.at / STEP_MS) === Math.floor(now / STEP_MS);
    if (isOpen) {
      const merged = merge(JSON.parse(last.body), errors);
      this.#db
        .prepare('update errors set body = ? where number = ?')
        .run(JSON.stringify(merged), last.number);
      return { number: last.number, errors: merged };
    }
    const number = Math.max(now, (last?.number ?? 0) + 1, this.#sentErrors + 1);
    this.#db
      .prepare('insert into errors (number, at, body) values (?, ?, ?)')
      .run(number, now, JSON.stringify(errors));
    return { number, errors };
  }

  markErrorsSent(number: number): void {
    this.#sentErrors = Math.max(this.#sentErrors, number);
  }

  counters(): CountersReport[] {
    const rows = this.#db.prepare('select body from counters order by at, sequence').all();
    return rows.map(({ body }) => JSON.parse(String(body)));
  }

  errors(): WaitingErrors[] {
    const rows = this.#db.prepare('select number, body from errors order by number').all();
    return rows.map(({ number, body }) => ({ number: Number(number), errors: JSON.parse(String(body)) }));
  }

  acknowledge(boots: Readonly<Record<string, number>>, errors: number): void {
    const forget = this.#db.prepare('delete from counters where boot_id = ? and sequence <= ?');
    for (const [bootId, sequence] of Object.entries(boots)) forget.run(bootId, sequence);
    this.#db.prepare('delete from errors where number <= ?').run(errors);
    this.markErrorsSent(errors);
  }

  #lastErrors(): number {
    const row = this.#db.prepare('select max(number) as number from errors').get();
    return Number(row?.number ?? 0);
  }
}

const groupOf = ({ pipelineId, componentId, errorName, level }: ErrorReport): string =>
  [pipelineId, componentId, errorName, level].join('/');

/** Adds counts per kind; otherwise the later error wins. */
function merge(previous: ErrorReport[], later: ErrorReport[]): ErrorReport[] {
  const groups = new Map(previous.map((one) => [groupOf(one), one]));
  for (const one of later) {
    const count = one.count + (groups.get(groupOf(one))?.count ?? 0);
    groups.set(groupOf(one), { ...one, count });
  }
  return [...groups.values()];
}
