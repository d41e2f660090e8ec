import { compileCondition } from '../../../event/condition.ts';
import { JsonConstant } from '../../../event/constants.ts';
import { parsePath } from '../../../event/path.ts';
import { keyReader } from '../../shared/event-key.ts';
import { RecentMap } from '../../shared/recent-map.ts';
import type { TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { throttleSchema } from './schema.ts';
import { Summaries } from './summaries.ts';

type Allowance = { left: number; at: number };

const TRUE = new JsonConstant(true);
const DEFAULT_TAG = 'throttled';

/** One token bucket per key, holding `burst` and refilling evenly. Events without the fields share one. */
export const throttleTransform: TransformComponent = {
  create(input, context) {
    const config = throttleSchema.parse(input);
    const { clock } = context;
    const perMs = config.events / (config.seconds * 1000);
    const most = config.burst ?? config.events;
    const readKey = keyReader(config.keyFields.map(parsePath));
    const passes = config.exclude ? compileCondition(config.exclude) : null;
    const drops = config.action === 'drop';
    const tagName = config.tagField ?? DEFAULT_TAG;
    const tag = parsePath(tagName);
    const blocked = inTheWay(tagName);
    const allowances = new RecentMap<Allowance>(config.maxKeys);
    const summaries = config.summary ? new Summaries(config, context) : null;

    const allows = (key: string): boolean => {
      const now = clock.now();
      const allowance = allowances.get(key);
      if (!allowance) {
        allowances.set(key, { left: most - 1, at: now });
        return true;
      }
      const left = Math.min(most, allowance.left + (now - allowance.at) * perMs);
      allowance.at = now;
      allowance.left = left >= 1 ? left - 1 : left;
      return left >= 1;
    };
    return {
      process(batch, event) {
        if (passes?.(batch, event)) return;
        const key = readKey(batch, event) ?? '';
        if (allows(key)) return;
        summaries?.count(key, batch, event);
        if (drops) batch.drop(event);
        else if (!batch.set(event, tag, TRUE)) context.fail(batch, event, blocked);
      },
      ...(summaries && {
        keeper: {
          // Nothing is kept: events are dropped or passed at once.
          acknowledges: 'taken',
          nextAt: () => summaries.nextAt,
          flush: (everything) => summaries.flush(everything ? Number.POSITIVE_INFINITY : clock.now()),
        },
      }),
    };
  },
};
