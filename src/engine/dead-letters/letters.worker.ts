import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { getErrorMessage } from '../../contract/values.ts';
import { LETTERS_FILE, LetterStore } from './letter-store.ts';
import type { LetterMethod, LetterQuestion, LetterReply, LetterThreadData } from './letter-thread.ts';

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const FULL = 13;
const DAMAGED = [11, 26];
const CHANGES: readonly string[] = ['open', 'append', 'edit', 'settle', 'discard', 'sweep'] satisfies (
  | LetterMethod
  | 'open'
)[];

const { folder, limits, keeper } = workerData as LetterThreadData;
let store: LetterStore | null = null;

const readCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** Sets a damaged file aside, so that new letters can be stored. */
function openStore(): LetterStore {
  try {
    return new LetterStore(folder, limits, keeper);
  } catch (error) {
    if (!DAMAGED.includes(readCode(error))) throw error;
    for (const suffix of ['', '-wal', '-shm']) {
      const path = join(folder, `${LETTERS_FILE}${suffix}`);
      if (existsSync(path)) renameSync(path, join(folder, `damaged-${Date.now()}-${LETTERS_FILE}${suffix}`));
    }
    return new LetterStore(folder, limits, keeper);
  }
}

function answer({ call, method, values }: LetterQuestion): LetterReply {
  try {
    store ??= openStore();
    const value =
      method === 'open' ? null : (store[method] as (...given: unknown[]) => unknown).apply(store, values);
    return CHANGES.includes(method) ? { call, value, figures: store.figures() } : { call, value };
  } catch (error) {
    const code =
      readCode(error) === FULL
        ? 'ENOSPC'
        : error instanceof Error && 'code' in error
          ? String(error.code)
          : '';
    return { call, error: { message: getErrorMessage(error), code } };
  }
}

parentPort?.on('message', (question: LetterQuestion) => parentPort?.postMessage(answer(question)));
