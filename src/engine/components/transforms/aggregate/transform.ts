import type { Batch } from '../../../event/batch.ts';
import { compileCondition } from '../../../event/condition.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import { keyReader } from '../../shared/event-key.ts';
import { OldestFirst } from '../../shared/oldest-first.ts';
import type { ComponentProblem, TransformComponent, TransformContext } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { compileRecipe, Group, type Recipe } from './group.ts';
import { type AggregateConfig, aggregateSchema, PATIENT_SECONDS } from './schema.ts';

/** Larger numbers are milliseconds: as seconds they would be after the year 5000. */
const SECONDS_BELOW = 1e11;
const MOST_MS = 8.64e15;

/** Unix milliseconds; NaN when the event has no time. */
function eventTime(batch: Batch, event: number, path: Path): number {
  const member = batch.get(event, path);
  if (member < 0) return Number.NaN;
  const text = batch.text(member);
  const number = batch.isNumber(member)
    ? batch.number(member)
    : /^\d+(\.\d+)?$/.test(text)
      ? Number(text)
      : null;
  const ms = number === null ? Date.parse(text) : Math.abs(number) < SECONDS_BELOW ? number * 1000 : number;
  return Math.abs(ms) <= MOST_MS ? ms : Number.NaN;
}

const MOST_BYTES = 64 << 20;

const noTime = (path: string): ComponentProblem => ({
  errorName: 'NoEventTime',
  message: `The field ${path} holds no time`,
  causes: ['The field is missing, or its text is neither ISO 8601 nor a number of seconds or milliseconds'],
  resolutions: [`Parse the time into ${path} before this step`, 'Group by the time of arrival instead'],
});

/** Open groups of a node. All have the same lifetime, so the oldest is due first. */
class Groups {
  readonly #recipe: Recipe;
  readonly #context: TransformContext;
  readonly #open = new OldestFirst<string | null, Group>();
  readonly #waitMs: number;
  #bytes = 0;

  constructor(config: AggregateConfig, context: TransformContext) {
    this.#recipe = compileRecipe(config);
    this.#context = context;
    this.#waitMs = (config.seconds + (config.time === 'event' ? config.lateSeconds : 0)) * 1000;
  }

  get nextAt(): number {
    return this.#open.oldest()?.[1].due ?? Number.POSITIVE_INFINITY;
  }

  find(key: string | null): Group | undefined {
    return this.#open.get(key);
  }

  begin(key: string | null, batch: Batch, event: number, from: number): Group {
    if (this.#open.size >= this.#recipe.config.maxGroups) this.endOldest();
    const group = new Group(this.#recipe, key, this.#context.clock.now() + this.#waitMs, batch, event, from);
    this.#open.add(key, group);
    this.#bytes += group.bytes;
    return group;
  }

  take(group: Group, batch: Batch, event: number, to: number, isLast: boolean): void {
    this.#bytes += group.add(batch, event, to);
    group.kept = this.#context.keep(batch, event, group.kept);
    if (isLast || group.kept.count >= this.#recipe.config.maxEvents) this.end(group);
    while (this.#bytes > MOST_BYTES) this.endOldest();
  }

  end(group: Group): void {
    this.#open.delete(group.key);
    this.#bytes -= group.bytes;
    this.#context.emit(group.kept, (batch) =>
      group.write(batch, (target) => this.#context.report(inTheWay(target))),
    );
  }

  endOldest(): void {
    const oldest = this.#open.oldest();
    if (oldest) this.end(oldest[1]);
  }

  endDue(now: number): void {
    for (let at = this.#open.oldest(); at && at[1].due <= now; at = this.#open.oldest()) this.end(at[1]);
  }
}

const waitsForResults = ({ acknowledge, seconds, time, lateSeconds }: AggregateConfig): boolean =>
  acknowledge === 'delivered' ||
  (acknowledge === 'auto' && seconds + (time === 'event' ? lateSeconds : 0) <= PATIENT_SECONDS);

export const aggregateTransform: TransformComponent = {
  losesKept: (config) => !waitsForResults(aggregateSchema.parse(config)),
  create(input, context) {
    const config = aggregateSchema.parse(input);
    const { clock } = context;
    const groups = new Groups(config, context);
    const readKey = keyReader(config.groupBy.map(parsePath));
    const starts = config.startsWhen ? compileCondition(config.startsWhen) : null;
    const ends = config.endsWhen ? compileCondition(config.endsWhen) : null;
    const timePath = config.time === 'event' ? parsePath(config.timeField) : null;
    const missingTime = noTime(config.timeField);
    const spanMs = config.seconds * 1000;

    return {
      process(batch, event) {
        groups.endDue(clock.now());
        let key = readKey(batch, event);
        let from = clock.date();
        let to = from;
        if (timePath) {
          const at = eventTime(batch, event, timePath);
          if (Number.isNaN(at)) {
            context.fail(batch, event, missingTime);
            return;
          }
          from = Math.floor(at / spanMs) * spanMs;
          to = from + spanMs;
          key = key === null ? `${from}` : `${from} ${key}`;
        }
        let group = groups.find(key);
        if (group && starts?.(batch, event)) {
          groups.end(group);
          group = undefined;
        }
        const isLast = ends?.(batch, event) === true;
        groups.take(group ?? groups.begin(key, batch, event, from), batch, event, to, isLast);
      },
      keeper: {
        acknowledges: waitsForResults(config) ? 'delivered' : 'taken',
        nextAt: () => groups.nextAt,
        flush: (everything) => groups.endDue(everything ? Number.POSITIVE_INFINITY : clock.now()),
      },
    };
  },
};
