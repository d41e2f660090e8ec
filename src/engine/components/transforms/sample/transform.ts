import { compileCondition } from '../../../event/condition.ts';
import { parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { sampleSchema } from './schema.ts';

/** Further values share one counter, to bound memory. */
const MAX_KEYS = 10_000;
const REST = Symbol('rest');

/**
 * Keeps exactly `share` of `whole` events, evenly spread, starting with the first: each adds `share` to a
 * sum, and one is kept whenever the sum reaches `whole`.
 */
export const sampleTransform: TransformComponent = {
  onlyDrops: true,
  create(config) {
    const { mode, rate, percent, keyField, exclude } = sampleSchema.parse(config);
    const whole = mode === 'one_in' ? rate : 10_000;
    const share = mode === 'one_in' ? 1 : Math.round(percent * 100);
    const start = share === 0 ? 0 : whole - share;
    const key = keyField === undefined ? null : parsePath(keyField);
    const passes = exclude ? compileCondition(exclude) : null;
    const counts = new Map<string | symbol, number>();
    return {
      process(batch, event) {
        if (passes?.(batch, event)) return;
        const member = key ? batch.get(event, key) : -1;
        const value = member < 0 ? REST : batch.text(member);
        const counted = counts.has(value) || counts.size < MAX_KEYS ? value : REST;
        const sum = (counts.get(counted) ?? start) + share;
        if (sum >= whole) counts.set(counted, sum - whole);
        else {
          counts.set(counted, sum);
          batch.drop(event);
        }
      },
    };
  },
};
