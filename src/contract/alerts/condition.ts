import type { AlertCondition } from '../entities/alert.ts';
import { METRIC_INFO } from './metrics.ts';

/** `ABOVE` and `AT_LEAST`. */
export const isUpward = (operator: AlertCondition['operator']): boolean =>
  operator === 'ABOVE' || operator === 'AT_LEAST';

/** A problem of a condition whose parts are valid each for itself: the field and what is wrong. */
export function findConditionProblem(
  condition: AlertCondition,
): { field: keyof AlertCondition; message: string } | undefined {
  const { metric, aggregation, operator, threshold, clearThreshold, scope } = condition;
  const { aggregations, label, unit, subject } = METRIC_INFO[metric];
  if (!aggregations.includes(aggregation))
    return { field: 'aggregation', message: `must be one of ${aggregations.join(', ')} for '${label}'` };
  if (unit === 'state') {
    if (operator !== 'ABOVE' || threshold !== 0)
      return { field: 'threshold', message: `must be ABOVE 0 for '${label}', which is 0 or 1` };
    if (clearThreshold !== null) return { field: 'clearThreshold', message: `does not apply to '${label}'` };
    return undefined;
  }
  if (subject === 'site' && scope.kind !== 'all')
    return { field: 'scope', message: 'must be all: the rule watches its own site' };
  const isUp = isUpward(operator);
  // Nothing but the optimization can fall below zero.
  const floor = metric === 'optimization' ? Number.NEGATIVE_INFINITY : 0;
  const isBelowAll = !isUp && (threshold < floor || (operator === 'BELOW' && threshold === floor));
  if (isBelowAll)
    return { field: 'threshold', message: `can never be met: '${label}' is never below ${floor}` };
  const most =
    metric === 'bufferShare' || metric === 'diskUsed' || metric === 'optimization'
      ? 100
      : Number.POSITIVE_INFINITY;
  const isAboveAll = isUp && (threshold > most || (operator === 'ABOVE' && threshold === most));
  if (isAboveAll)
    return { field: 'threshold', message: `can never be met: '${label}' is never above ${most}` };
  if (clearThreshold !== null && (isUp ? clearThreshold > threshold : clearThreshold < threshold))
    return {
      field: 'clearThreshold',
      message: `must be ${isUp ? 'at most' : 'at least'} the threshold of ${threshold}`,
    };
  return undefined;
}
