import type { Batch } from '../../../event/batch.ts';
import { createPath, type Path, parsePath } from '../../../event/path.ts';
import { OldestFirst } from '../../shared/oldest-first.ts';
import type { TransformContext } from '../../types.ts';
import type { ThrottleConfig } from './schema.ts';

/** Events over one key's limit, and when to report them. */
type Beyond = { readonly due: number; readonly values: readonly (Buffer | null)[]; events: number };

/** Longer values are omitted, to bound memory. */
const LONGEST_VALUE = 1024;
const EMPTY = Buffer.from('{}');
const MESSAGE = createPath('message');
const COUNT = createPath('throttled_events');

/** Counts events over each key's limit and emits summary events. */
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
