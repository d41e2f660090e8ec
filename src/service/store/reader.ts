import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ContractError } from '../../contract/errors.ts';
import { builtAddress } from '../../program/built-module.ts';
import type { Database } from './schema.ts';

export type ReadQuestion = { id: number; text: string; values: readonly unknown[] };
export type ReadAnswer = { id: number; rows: Record<string, unknown>[] } | { id: number; error: string };

type Waiting = {
  question: ReadQuestion;
  timer: NodeJS.Timeout;
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
};

/** Longest query a person waits for. */
export const QUERY_MAX_MS = 10_000;

export const makeTimeoutError = (limitMs: number): ContractError =>
  new ContractError(
    'QUERY_TIMEOUT',
    `Reading this took longer than ${limitMs / 1000} s and was ended. Choose a shorter time range, or ask for less at once`,
  );

/**
 * A thread that reads the database, started on demand. An overlong query ends it; waiting ones use the next.
 */
class ReaderThread {
  readonly #path: string;
  readonly #limitMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  /** The previous thread: SQLite finishes its current step first. */
  #ending: Promise<unknown> | undefined;

  constructor(path: string, limitMs: number) {
    this.#path = path;
    this.#limitMs = limitMs;
  }

  ask(text: string, values: readonly unknown[]): Promise<unknown[]> {
    const id = this.#next++;
    const question: ReadQuestion = { id, text, values };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id), this.#limitMs);
      timer.unref();
      this.#waiting.set(id, { question, timer, resolve, reject });
      if (!this.#ending) this.#post(question);
    });
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    await this.#ending;
  }

  #post(question: ReadQuestion): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(question);
    this.#worker.ref();
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(id);
    return waiting;
  }

  #giveUp(id: number): void {
    const [running] = this.#waiting.keys();
    this.#take(id)?.reject(makeTimeoutError(this.#limitMs));
    const worker = this.#worker;
    if (id !== running || !worker || this.#ending) return;
    this.#worker = undefined;
    this.#ending = worker.terminate().then(() => {
      this.#ending = undefined;
      for (const { question } of this.#waiting.values()) this.#post(question);
    });
  }

  #start(): Worker {
    const worker = new Worker(builtAddress(new URL('./reader.worker.ts', import.meta.url)), {
      workerData: this.#path,
    });
    worker.on('message', (answer: ReadAnswer) => {
      const waiting = this.#take(answer.id);
      // An idle thread must not keep the process alive.
      if (this.#waiting.size === 0) worker.unref();
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.rows);
    });
    const ended = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
    };
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error('The thread that reads the database ended')));
    return worker;
  }
}

class ReaderConnection implements DatabaseConnection {
  readonly #thread: ReaderThread;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#thread.ask(query.sql, query.parameters)) as R[] };
  }

  streamQuery(): never {
    throw new Error('Rows are read whole');
  }
}

const refuse = async () => {
  throw new Error('Nothing is written here');
};

function createDriver(thread: ReaderThread): Driver {
  const connection = new ReaderConnection(thread);
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: () => thread.end(),
  };
}

/**
 * A reader in a separate thread.
 * @throws ContractError QUERY_TIMEOUT after `limitMs`
 */
export function openReader(path: string, limitMs = QUERY_MAX_MS): Kysely<Database> {
  const thread = new ReaderThread(path, limitMs);
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver(thread),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
