import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type {
  DeadLetter,
  DeadLetterAnswers,
  DeadLetterChoice,
  DeadLetterFigures,
} from '../types/dead-letter.ts';
import { importFiles, removeImportedFiles } from './import-files.ts';
import { type LetterRow, LISTED, type NewLetter, toCondition, toLetter } from './letter-rows.ts';
import { prepareTables } from './letter-tables.ts';

export const LETTERS_FILE = 'letters.db';

/** Identifies the engine process; when the first one starts, no other is running. */
export type LetterKeeper = { readonly worker: number; readonly isFirst: boolean };

const ALONE: LetterKeeper = { worker: 0, isFirst: true };

export type LetterLimits = { readonly maxBytes: number; readonly maxAgeMs: number };

export type TakenLetter = Pick<DeadLetter, 'id' | 'pipelineId' | 'componentId' | 'isText' | 'origin'> & {
  readonly event: Uint8Array;
};

export type FiguresByPipeline = Record<string, DeadLetterFigures>;

/** Bytes of an event shown in lists, and for a single letter. */
const LISTED_BYTES = 300;
const READ_BYTES = 256 << 10;
const EXPORT_BYTES = 1 << 20;
const TAKE_EVENTS = 1000;
const TAKE_BYTES = 4 << 20;
const DROP_EVENTS = 100;
const LETTER_BYTES = 200;

const SIZE = `length(event) + ${LETTER_BYTES}`;

const NO_FIGURES = { count: 0, bytes: 0, dropped: 0, replayed: 0, discarded: 0 };

/**
 * Dead letters of an engine in one SQLite file, which several processes may open. Changes are on disk when a
 * method returns.
 */
export class LetterStore {
  readonly #db: DatabaseSync;
  readonly #limits: LetterLimits;
  readonly #keeper: LetterKeeper;
  readonly #figures = new Map<string, Omit<DeadLetterFigures, 'oldestAt'>>();
  /** Version of the file, which other processes may change. */
  #version = -1;

  /** @throws Error of SQLite or of the file system */
  constructor(folder: string, limits: LetterLimits, keeper = ALONE) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, LETTERS_FILE);
    closeSync(openSync(path, 'a', 0o600));
    this.#limits = limits;
    this.#keeper = keeper;
    this.#db = new DatabaseSync(path);
    this.#db.exec('pragma busy_timeout = 5000');
    this.#db.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full');
    this.#db.exec('pragma journal_size_limit = 4194304');
    this.#transact(() => {
      prepareTables(this.#db);
      const ended = keeper.isFirst ? 'true' : `replay_by = ${keeper.worker}`;
      this.#db.exec(`update letters set is_uncertain = 1, replay_at = 0 where replay_at > 0 and ${ended}`);
      if (keeper.isFirst) {
        importFiles(this.#db, folder, (letters) => this.#insert(letters));
        this.#countHeld();
      }
    });
    if (keeper.isFirst) removeImportedFiles(this.#db, folder);
    this.#refresh();
    if (keeper.isFirst)
      for (const pipelineId of [...this.#figures.keys()]) this.#change(() => this.#makeRoom(pipelineId));
  }

  /** Deletes the oldest over the limit; returns how many, by pipeline. */
  append(letters: readonly NewLetter[]): Record<string, number> {
    const dropped: Record<string, number> = {};
    this.#change(() => {
      this.#insert(letters);
      for (const { pipelineId, event } of letters)
        this.#count(pipelineId, { count: 1, bytes: event.byteLength });
      for (const pipelineId of new Set(letters.map((letter) => letter.pipelineId))) {
        const count = this.#makeRoom(pipelineId);
        if (count > 0) dropped[pipelineId] = count;
      }
    });
    return dropped;
  }

  list(choice: DeadLetterChoice, offset: number, limit: number): DeadLetterAnswers['list'] {
    const { sql, values } = toCondition(choice);
    const rows = this.#db
      .prepare(
        `select ${LISTED}, substr(event, 1, ${LISTED_BYTES}) as head from letters where ${sql}
         order by id desc limit ? offset ?`,
      )
      .all(...values, limit, offset) as LetterRow[];
    const total = this.#db
      .prepare(
        `select count(*) as count, coalesce(sum(length(event)), 0) as bytes, coalesce(max(id), 0) as newest
         from letters where ${sql}`,
      )
      .get(...values);
    return {
      letters: rows.map(toLetter),
      count: Number(total?.count),
      bytes: Number(total?.bytes),
      newestId: Number(total?.newest),
    };
  }

  group(choice: DeadLetterChoice): DeadLetterAnswers['group'] {
    const { sql, values } = toCondition(choice);
    const rows = this.#db
      .prepare(
        `select pipeline_id, component_id, max(node_id) as node_id, error_name, count(*) as count,
         sum(length(event)) as bytes, min(at) as oldest, max(at) as newest
         from letters where ${sql} group by pipeline_id, component_id, error_name order by count desc limit 1000`,
      )
      .all(...values);
    return {
      groups: rows.map((row) => ({
        pipelineId: String(row.pipeline_id),
        componentId: String(row.component_id),
        nodeId: String(row.node_id),
        errorName: String(row.error_name),
        count: Number(row.count),
        bytes: Number(row.bytes),
        oldestAt: Number(row.oldest),
        newestAt: Number(row.newest),
      })),
    };
  }

  read(id: number): DeadLetter | null {
    const row = this.#db
      .prepare(`select ${LISTED}, substr(event, 1, ${READ_BYTES}) as head from letters where id = ?`)
      .get(id);
    return row ? toLetter(row as LetterRow) : null;
  }

  /** False when the letter is gone, being replayed, or edited since `revision`. */
  edit(id: number, revision: number, event: Uint8Array, now: number): boolean {
    return this.#change(() => {
      const before = this.#db
        .prepare('select pipeline_id, length(event) as bytes from letters where id = ?')
        .get(id);
      const { changes } = this.#db
        .prepare(
          `update letters set event = ?, revision = revision + 1, edited_at = ?
           where id = ? and revision = ? and replay_at = 0`,
        )
        .run(event, now, id, revision);
      if (changes === 0 || !before) return false;
      this.#count(String(before.pipeline_id), { bytes: event.byteLength - Number(before.bytes) });
      return true;
    });
  }

  /** Whole letters as JSON lines, up to 1 MiB, at least one. */
  export(choice: DeadLetterChoice, after: number, upTo?: number): DeadLetterAnswers['export'] {
    const { sql, values } = toCondition(choice, after, upTo);
    const found = this.#db.prepare(
      `select *, event as head, length(event) as bytes from letters where ${sql} order by id`,
    );
    let lines = '';
    let last = after;
    for (const row of found.iterate(...values) as Iterable<LetterRow>) {
      const { id, at, pipelineId, componentId, errorName, message, event, origin } = toLetter(row);
      const time = new Date(at).toISOString();
      const line = JSON.stringify({
        id: String(id),
        at: time,
        pipelineId,
        componentId,
        errorName,
        message,
        event,
        ...(origin !== undefined && { origin: JSON.parse(origin) }),
      });
      if (lines !== '' && lines.length + line.length > EXPORT_BYTES) return { lines, next: last };
      lines += `${line}\n`;
      last = id;
    }
    return { lines };
  }

  newestId(): number {
    return Number(this.#db.prepare('select coalesce(max(id), 0) as id from letters').get()?.id);
  }

  window(choice: DeadLetterChoice, after: number, upTo?: number): DeadLetterAnswers['window'] {
    const last = upTo ?? this.newestId();
    const { sql, values } = toCondition(choice, after, last);
    const found = this.#db.prepare(
      `select id, pipeline_id, length(event) as bytes from letters
       where replay_at = 0 and ${sql} order by id limit ${TAKE_EVENTS + 1}`,
    );
    const pipelineIds = new Set<string>();
    let bytes = 0;
    let count = 0;
    let through = after;
    for (const row of found.iterate(...values)) {
      bytes += Number(row.bytes);
      if (count > 0 && (count === TAKE_EVENTS || bytes > TAKE_BYTES))
        return { pipelineIds: [...pipelineIds], through, upTo: last, next: through };
      count++;
      through = Number(row.id);
      pipelineIds.add(String(row.pipeline_id));
    }
    return { pipelineIds: [...pipelineIds], through: last, upTo: last };
  }

  /** Marks letters as being replayed, oldest first; `next` when there are more. */
  take(choice: DeadLetterChoice, after: number, upTo: number): { letters: TakenLetter[]; next?: number } {
    const { sql, values } = toCondition(choice, after, upTo);
    return this.#change(() => {
      const found = this.#db.prepare(
        `select id, pipeline_id, component_id, is_text, event, origin from letters
         where replay_at = 0 and ${sql} order by id limit ${TAKE_EVENTS + 1}`,
      );
      const letters: TakenLetter[] = [];
      let bytes = 0;
      let isMore = false;
      for (const row of found.iterate(...values) as Iterable<LetterRow>) {
        const event = row.event as Uint8Array;
        bytes += event.byteLength;
        isMore = letters.length > 0 && (letters.length === TAKE_EVENTS || bytes > TAKE_BYTES);
        if (isMore) break;
        letters.push({
          id: Number(row.id),
          pipelineId: String(row.pipeline_id),
          componentId: String(row.component_id),
          isText: row.is_text === 1,
          event,
          ...(row.origin !== null && { origin: String(row.origin) }),
        });
      }
      const ids = JSON.stringify(letters.map(({ id }) => id));
      this.#db
        .prepare(
          'update letters set replay_at = ?, replay_by = ? where id in (select value from json_each(?))',
        )
        .run(Date.now(), this.#keeper.worker, ids);
      return isMore ? { letters, next: letters.at(-1)!.id } : { letters };
    });
  }

  /** Ends a replay: removes accepted letters, keeps others. */
  settle(ids: readonly number[], wereTaken: boolean): void {
    this.#change(() => {
      if (wereTaken)
        this.#remove(
          { sql: 'id in (select value from json_each(?))', values: [JSON.stringify(ids)] },
          'replayed',
        );
      else
        this.#db
          .prepare('update letters set replay_at = 0 where id in (select value from json_each(?))')
          .run(JSON.stringify(ids));
    });
  }

  /** Except letters being replayed. */
  discard(choice: DeadLetterChoice, upTo?: number): number {
    const { sql, values } = toCondition(choice, undefined, upTo);
    return this.#change(() => this.#remove({ sql: `replay_at = 0 and ${sql}`, values }, 'discarded'));
  }

  /** Deletes letters over the age limit; returns how many, by pipeline. */
  sweep(now: number): Record<string, number> {
    const { maxAgeMs } = this.#limits;
    if (maxAgeMs === 0) return {};
    return this.#change(() => {
      const old = { sql: 'replay_at = 0 and at < ?', values: [now - maxAgeMs] };
      const counts = this.#countByPipeline(old);
      this.#remove(old, 'dropped');
      return counts;
    });
  }

  figures(): FiguresByPipeline {
    this.#refresh();
    const oldest = this.#db.prepare('select at from letters where pipeline_id = ? order by id limit 1');
    return Object.fromEntries(
      [...this.#figures].map(([id, figures]) => [
        id,
        { ...figures, oldestAt: Number(oldest.get(id)?.at ?? 0) },
      ]),
    );
  }

  close(): void {
    this.#db.close();
  }

  #insert(letters: readonly NewLetter[]): void {
    const insert = this.#db.prepare(
      `insert into letters (pipeline_id, component_id, node_id, at, error_name, message, is_text, event, origin)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const one of letters)
      insert.run(
        one.pipelineId,
        one.componentId,
        one.nodeId,
        one.at,
        one.errorName,
        one.message,
        one.isText ? 1 : 0,
        one.event,
        one.origin ?? null,
      );
  }

  #makeRoom(pipelineId: string): number {
    const { maxBytes } = this.#limits;
    let dropped = 0;
    for (
      let over = this.#sizeOf(pipelineId) - maxBytes;
      over > 0;
      over = this.#sizeOf(pipelineId) - maxBytes
    ) {
      const oldest = this.#db
        .prepare(
          `select id, ${SIZE} as size from letters where pipeline_id = ? order by id limit ${DROP_EVENTS}`,
        )
        .all(pipelineId);
      const newest = this.newestId();
      const ids: number[] = [];
      for (let freed = 0; freed < over && ids.length < oldest.length; ) {
        const { id, size } = oldest[ids.length]!;
        // A letter over the limit is kept until the next comes.
        if (Number(id) === newest) break;
        ids.push(Number(id));
        freed += Number(size);
      }
      if (ids.length === 0) break;
      dropped += this.#remove(
        { sql: 'id in (select value from json_each(?))', values: [JSON.stringify(ids)] },
        'dropped',
      );
    }
    return dropped;
  }

  #countByPipeline({ sql, values }: { sql: string; values: (string | number)[] }): Record<string, number> {
    const rows = this.#db
      .prepare(`select pipeline_id, count(*) as count from letters where ${sql} group by 1`)
      .all(...values);
    return Object.fromEntries(rows.map((row) => [String(row.pipeline_id), Number(row.count)]));
  }

  #remove(
    { sql, values }: { sql: string; values: (string | number)[] },
    column: 'dropped' | 'replayed' | 'discarded',
  ): number {
    const parts = this.#db
      .prepare(
        `select pipeline_id, count(*) as count, sum(length(event)) as bytes from letters where ${sql} group by 1`,
      )
      .all(...values);
    this.#db.prepare(`delete from letters where ${sql}`).run(...values);
    let removed = 0;
    for (const row of parts) {
      const [pipelineId, count] = [String(row.pipeline_id), Number(row.count)];
      this.#count(pipelineId, { count: -count, bytes: -Number(row.bytes), [column]: count });
      removed += count;
      this.#db
        .prepare(
          `insert into totals (pipeline_id, ${column}) values (?, ?)
           on conflict (pipeline_id) do update set ${column} = ${column} + excluded.${column}`,
        )
        .run(pipelineId, count);
    }
    return removed;
  }

  #count(pipelineId: string, change: Partial<DeadLetterFigures>): void {
    const before = this.#figures.get(pipelineId) ?? NO_FIGURES;
    const { count = 0, bytes = 0, dropped = 0, replayed = 0, discarded = 0 } = change;
    this.#figures.set(pipelineId, {
      count: before.count + count,
      bytes: before.bytes + bytes,
      dropped: before.dropped + dropped,
      replayed: before.replayed + replayed,
      discarded: before.discarded + discarded,
    });
  }

  #sizeOf(pipelineId: string): number {
    const { bytes, count } = this.#figures.get(pipelineId) ?? NO_FIGURES;
    return bytes + count * LETTER_BYTES;
  }

  #countHeld(): void {
    this.#db.exec('delete from held');
    this.#db.exec(
      `insert into held (pipeline_id, count, bytes)
       select pipeline_id, count(*), sum(length(event)) from letters group by 1`,
    );
  }

  #refresh(): void {
    const version = Number(this.#db.prepare('pragma data_version').get()?.data_version);
    if (version === this.#version) return;
    this.#version = version;
    this.#figures.clear();
    for (const { pipeline_id, count, bytes } of this.#db.prepare('select * from held').all())
      this.#count(String(pipeline_id), { count: Number(count), bytes: Number(bytes) });
    for (const { pipeline_id, dropped, replayed, discarded } of this.#db
      .prepare('select * from totals')
      .all())
      this.#count(String(pipeline_id), {
        dropped: Number(dropped),
        replayed: Number(replayed),
        discarded: Number(discarded),
      });
  }

  /** Atomic, including figures. */
  #change<T>(work: () => T): T {
    let figures = new Map(this.#figures);
    try {
      return this.#transact(() => {
        this.#refresh();
        figures = new Map(this.#figures);
        const result = work();
        const keep = this.#db.prepare(
          'insert or replace into held (pipeline_id, count, bytes) values (?, ?, ?)',
        );
        for (const [pipelineId, now] of this.#figures)
          if (figures.get(pipelineId) !== now) keep.run(pipelineId, now.count, now.bytes);
        return result;
      });
    } catch (error) {
      this.#figures.clear();
      for (const [pipelineId, before] of figures) this.#figures.set(pipelineId, before);
      throw error;
    }
  }

  #transact<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      this.#giveRoomBack();
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  /** The change is durable; freeing space may fail while another process uses the file. */
  #giveRoomBack(): void {
    try {
      this.#db.exec('pragma incremental_vacuum');
    } catch {
      // The next change tries again.
    }
  }
}
