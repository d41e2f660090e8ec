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
import type { Database } from './schema.ts';

export type ReadQuestion = { id: number; text: string; values: readonly unknown[] };
export type ReadAnswer = { id: number; rows: Record<string, unknown>[] } | { id: number; error: string };

type Waiting = { resolve(rows: unknown[]): void; reject(error: Error): void };

/** Asks a thread that reads the database; it is started with the first question, and again when it ended. */
class ReaderThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  constructor(path: string) {
    this.#path = path;
  }

  ask(text: string, values: readonly unknown[]): Promise<unknown[]> {
    this.#worker ??= this.#start();
    const id = this.#next++;
    const question: ReadQuestion = { id, text, values };
    this.#worker.postMessage(question);
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { workerData: this.#path });
    worker.on('message', (answer: ReadAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      // Alone it keeps no process running.
      if (this.#waiting.size === 0) worker.unref();
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.rows);
    });
    const ended = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const all = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of all) reject(error);
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

function driverOf(thread: ReaderThread): Driver {
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

/** The SQLite file at `path` for long queries: they run in a thread beside the one that answers requests. */
export function openReader(path: string): Kysely<Database> {
  const thread = new ReaderThread(path);
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driverOf(thread),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
