import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { getErrorMessage } from '../../contract/values.ts';
import type { ReadAnswer, ReadQuestion } from './reader.ts';

type Value = string | number | null;

const database = new DatabaseSync(String(workerData), { readOnly: true });
database.exec('PRAGMA busy_timeout=5000; PRAGMA mmap_size=268435456;');

function answer({ id, text, values }: ReadQuestion): ReadAnswer {
  try {
    return { id, rows: database.prepare(text).all(...(values as Value[])) };
  } catch (error) {
    return { id, error: getErrorMessage(error) };
  }
}

parentPort?.on('message', (question: ReadQuestion) => parentPort?.postMessage(answer(question)));
