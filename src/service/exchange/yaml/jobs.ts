import type { Apart } from '../../apart/apart.ts';
import { type Job, JobOverrun } from '../../apart/pool.ts';
import { editYaml, type YamlEdit } from './edit.ts';
import { findExcess, type ParsedYaml, parseYaml } from './parse.ts';
import { writeYaml } from './write.ts';

const TIME_LIMIT_MS = 20_000;
const READ: Job<string, ParsedYaml> = {
  module: new URL('./parse.ts', import.meta.url),
  name: 'parseYaml',
  limitMs: TIME_LIMIT_MS,
};
const WRITE: Job<unknown, string> = {
  module: new URL('./write.ts', import.meta.url),
  name: 'writeYaml',
  limitMs: TIME_LIMIT_MS,
};
const EDIT: Job<YamlEdit, string> = {
  module: new URL('./edit.ts', import.meta.url),
  name: 'editYaml',
  limitMs: TIME_LIMIT_MS,
};
/** Smaller texts take some milliseconds. */
const INLINE_MAX = { length: 20_000, tokens: 4000 };

const tooMuch = (message: string): ParsedYaml => ({
  problems: [{ line: 1, column: 1, field: '', rule: 'effort', message }],
});

/** @throws ContractError TOO_MANY_REQUESTS */
export async function readYaml(apart: Apart, text: string): Promise<ParsedYaml> {
  const isSmall = text.length <= INLINE_MAX.length && !findExcess(text, INLINE_MAX.tokens);
  if (isSmall) return parseYaml(text);
  try {
    return await apart.run(READ, text);
  } catch (error) {
    if (!(error instanceof JobOverrun)) throw error;
    return tooMuch(
      error.what === 'memory'
        ? 'The text needs more memory to read than is allowed; split it'
        : `The text takes over ${TIME_LIMIT_MS / 1000} s to read; split it`,
    );
  }
}

/** @throws ContractError TOO_MANY_REQUESTS */
export async function toYaml(apart: Apart, value: unknown): Promise<string> {
  if (JSON.stringify(value).length <= INLINE_MAX.length) return writeYaml(value);
  return apart.run(WRITE, value);
}

/** @throws ContractError TOO_MANY_REQUESTS */
export async function toEdited(apart: Apart, edit: YamlEdit): Promise<string> {
  return edit.text.length <= INLINE_MAX.length ? editYaml(edit) : apart.run(EDIT, edit);
}
