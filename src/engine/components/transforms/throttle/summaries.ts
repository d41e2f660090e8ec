import type { Batch } from '../../../event/batch.ts';
import { type Path, parsePath, pathOf } from '../../../event/path.ts';
import { OldestFirst } from '../../shared/oldest-first.ts';
import type { TransformContext } from '../../types.ts';
import type { ThrottleConfig } from './schema.ts';

/** What was beyond the allowance of one value, and when that is told. */
type Beyond = { readonly due: number; readonly values: readonly (Buffer | null)[]; events: number };

/** Longer values are left out of the event, so that they cannot fill the memory. */
const LONGEST_VALUE = 1024;
const EMPTY = Buffer.from('{}');
const MESSAGE = pathOf('message');
const COUNT = pathOf('throttled_events');

/** Counts the events beyond the allowance of each value, to tell of them in an event of their own. */
export class Summaries {
  readonly #config: ThrottleConfig;
  readonly #context: TransformContext;
  readonly #fields: readonly Path[];
  readonly #beyond = new OldestFirst<string, Beyond>();

  constructor(config: ThrottleConfig, context: TransformContext) {
    this.#config = config;
    this.#context = context;
    this.#fields = config.keyFields.map(parsePath);
  }

  get nextAt(): number {
    return this.#beyond.oldest()?.[1].due ?? Number.POSITIVE_INFINITY;
  }

  count(key: string, batch: Batch, event: number): void {
    const known = this.#beyond.get(key);
    if (known) {
      known.events++;
      return;
    }
    if (this.#beyond.size >= this.#config.maxKeys) this.#tellOldest();
    const values = this.#fields.map((field) => {
      const member = batch.get(event, field);
      const json = member < 0 ? null : batch.json(member);
      return json !== null && json.length <= LONGEST_VALUE ? Buffer.from(json) : null;
    });
    const due = this.#context.clock.now() + this.#config.seconds * 1000;
    this.#beyond.add(key, { due, values, events: 1 });
  }

  flush(now: number): void {
    for (let at = this.#beyond.oldest(); at && at[1].due <= now; at = this.#beyond.oldest())
      this.#tellOldest();
  }

  #tellOldest(): void {
    const oldest = this.#beyond.oldest();
    if (!oldest) return;
    const [key, { values, events }] = oldest;
    this.#beyond.delete(key);
    const what = this.#config.action === 'drop' ? 'were dropped' : 'were tagged';
    this.#context.emit(null, (batch) => {
      const event = batch.appendTrusted(EMPTY, false);
      batch.setString(event, MESSAGE, `${events} events ${what} by '${this.#context.name}'`);
      for (const [index, value] of values.entries())
        if (value) batch.setTrusted(event, this.#fields[index]!, value);
      batch.setJsonText(event, COUNT, String(events));
    });
  }
}
