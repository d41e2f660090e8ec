import { runInWorker } from '../../run-in-worker.ts';
import { type ParsedYaml, parseYaml } from './parse.ts';
import { writeYaml } from './write.ts';

export type YamlJob = { text: string } | { value: unknown };

const TIME_LIMIT_MS = 20_000;
/** Shorter texts take some tens of milliseconds and need no worker. */
const INLINE_MAX_LENGTH = 20_000;

const inWorker = <T>(job: YamlJob): Promise<T | undefined> =>
  runInWorker<T>(new URL('./yaml.worker.ts', import.meta.url), job, TIME_LIMIT_MS);

const tooMuch = (message: string): ParsedYaml => ({
  problems: [{ line: 1, column: 1, field: '', rule: 'effort', message }],
});

export async function readYaml(text: string): Promise<ParsedYaml> {
  if (text.length <= INLINE_MAX_LENGTH) return parseYaml(text);
  const parsed = await inWorker<ParsedYaml>({ text }).catch(() =>
    tooMuch('The text takes more memory to read than a definition may; split it'),
  );
  return parsed ?? tooMuch(`The text takes over ${TIME_LIMIT_MS / 1000} s to read; split it`);
}

export async function toYaml(value: unknown): Promise<string> {
  if (JSON.stringify(value).length <= INLINE_MAX_LENGTH) return writeYaml(value);
  const text = await inWorker<string>({ value });
  if (text === undefined) throw new Error('writing a definition took too long');
  return text;
}
