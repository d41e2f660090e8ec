import type { Batch } from '../../../event/batch.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import type { KeptEvents } from '../../types.ts';
import { type Gathered, gather } from './operations.ts';
import { type AggregateConfig, getTarget } from './schema.ts';

const GROUP_BYTES = 512;
const EMPTY = Buffer.from('{}');

type Result = { readonly path: Path; readonly target: string; readonly of: Path | null };

export type Recipe = {
  readonly config: AggregateConfig;
  readonly groupBy: readonly Path[];
  readonly results: readonly Result[];
  readonly start: Path | null;
  readonly end: Path | null;
};

export function compileRecipe(config: AggregateConfig): Recipe {
  const parseOptionalPath = (text: string | undefined) => (text === undefined ? null : parsePath(text));
  return {
    config,
    groupBy: config.groupBy.map(parsePath),
    results: config.results.map((result) => ({
      path: parsePath(getTarget(result)),
      target: getTarget(result),
      of: parseOptionalPath(result.field),
    })),
    start: parseOptionalPath(config.startField),
    end: parseOptionalPath(config.endField),
  };
}

export class Group {
  readonly key: string | null;
  /** When the result is emitted, on the clock's `now`. */
  readonly due: number;
  kept: KeptEvents | null = null;
  bytes = GROUP_BYTES;
  readonly #recipe: Recipe;
  readonly #gathered: Gathered[];
  readonly #values: (Buffer | null)[];
  #base: Buffer | null = null;
  #isText = false;
  #from: number;
  #to: number;

  constructor(recipe: Recipe, key: string | null, due: number, batch: Batch, first: number, from: number) {
    this.key = key;
    this.due = due;
    this.#recipe = recipe;
    this.#gathered = recipe.config.results.map(({ operation, field, limit }) =>
      gather(operation, field === undefined, limit),
    );
    this.#values = recipe.groupBy.map((path) => {
      const member = batch.get(first, path);
      return member < 0 ? null : Buffer.from(batch.json(member));
    });
    for (const value of this.#values) this.bytes += value?.length ?? 0;
    this.#from = from;
    this.#to = from;
  }

  /** @param to time of the event, or end of its span. Returns the added bytes. */
  add(batch: Batch, event: number, to: number): number {
    const { results, config } = this.#recipe;
    let grown = 0;
    for (let i = 0; i < results.length; i++) {
      const of = results[i]!.of;
      grown += this.#gathered[i]!.add(batch, of ? batch.get(event, of) : -1);
    }
    if (config.base === 'last' || (config.base === 'first' && !this.#base)) {
      grown -= this.#base?.length ?? 0;
      this.#base = batch.bytesOf(event);
      this.#isText = batch.isRawText(event);
      grown += this.#base.length;
    }
    this.#to = to;
    this.bytes += grown;
    return grown;
  }

  /** Appends the result; calls `blocked` for each field that cannot be set. */
  write(batch: Batch, blocked: (target: string) => void): void {
    const { groupBy, results, start, end, config } = this.#recipe;
    const event = batch.appendTrusted(this.#base ?? EMPTY, this.#base !== null && this.#isText);
    for (let i = 0; i < groupBy.length; i++) {
      const value = this.#values[i];
      if (this.#base === null && value && !batch.setTrusted(event, groupBy[i]!, value))
        blocked(config.groupBy[i]!);
    }
    if (start && !batch.setString(event, start, formatTime(this.#from))) blocked(config.startField ?? '');
    if (end && !batch.setString(event, end, formatTime(this.#to))) blocked(config.endField ?? '');
    for (let i = 0; i < results.length; i++) {
      const value = this.#gathered[i]!.result();
      const { path, target } = results[i]!;
      if (value !== null && !batch.setTrusted(event, path, Buffer.from(value))) blocked(target);
    }
  }
}

const formatTime = (ms: number): string => new Date(ms).toISOString();
