import { Worker } from 'node:worker_threads';
import { type ParsedYaml, parseYaml } from './parse.ts';
import { writeYaml } from './write.ts';

export type YamlJob = { text: string } | { value: unknown };

const TIME_LIMIT_MS = 20_000;
/** Up to here the thread that answers requests does it itself, in some tens of milliseconds. */
const INLINE_MAX_LENGTH = 20_000;

/** Carries out a job beside the thread that answers requests; undefined when it takes too long. */
async function inWorker<T>(job: YamlJob): Promise<T | undefined> {
  const worker = new Worker(new URL('./yaml.worker.ts', import.meta.url), { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(() => resolve(undefined), TIME_LIMIT_MS);
  worker.once('message', resolve).once('error', reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const tooMuch = (message: string): ParsedYaml => ({
  problems: [{ line: 1, column: 1, field: '', rule: 'effort', message }],
});

/** Reads a YAML text of any size and shape without holding up other requests. */
export async function readYaml(text: string): Promise<ParsedYaml> {
  if (text.length <= INLINE_MAX_LENGTH) return parseYaml(text);
  const parsed = await inWorker<ParsedYaml>({ text }).catch(() =>
    tooMuch('The text takes more memory to read than a definition may; split it'),
  );
  return parsed ?? tooMuch(`The text takes over ${TIME_LIMIT_MS / 1000} s to read; split it`);
}

/** Writes a value as YAML without holding up other requests. */
export async function toYaml(value: unknown): Promise<string> {
  if (JSON.stringify(value).length <= INLINE_MAX_LENGTH) return writeYaml(value);
  const text = await inWorker<string>({ value });
  if (text === undefined) throw new Error('writing a definition took too long');
  return text;
}
