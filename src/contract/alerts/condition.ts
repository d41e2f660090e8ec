import type { AlertCondition } from '../entities/alert.ts';
import { parseLogQuery } from '../log-query/index.ts';
import { listGroupings, METRIC_INFO } from './metrics.ts';
import type { AlertSeverity } from './states.ts';

export const isUpward = (operator: AlertCondition['operator']): boolean =>
  operator === 'ABOVE' || operator === 'AT_LEAST';

export const findFiringThreshold = ({ warning, threshold }: AlertCondition): number =>
  warning ? warning.threshold : threshold;

export const findStepMinutes = ({ metric, everyMinutes = 1 }: AlertCondition): number =>
  Math.max(METRIC_INFO[metric].stepMinutes, everyMinutes);

const SEVERITY_RANK: Record<AlertSeverity, number> = {
  SEVERITY_UNSPECIFIED: 0,
  LOW: 1,
  MEDIUM: 2,
  HIGH: 3,
  CRITICAL: 4,
};

/** Why the warning's severity does not fit the rule's. */
export function findWarningProblem(
  { warning }: Pick<AlertCondition, 'warning'>,
  severity: AlertSeverity,
): string | undefined {
  if (!warning || SEVERITY_RANK[warning.severity] < SEVERITY_RANK[severity]) return undefined;
  return `must be milder than the ${severity} of the rule`;
}

function findQueryProblem({ metric, query }: AlertCondition): string | undefined {
  const { label } = METRIC_INFO[metric];
  if (metric !== 'logMatches')
    return query === undefined ? undefined : `does not apply to '${label}'; leave it out`;
  if (query === undefined || query.trim() === '') return 'is required, such as level:error';
  const { error } = parseLogQuery(query);
  return error && `cannot be read: ${error.message} (character ${error.at + 1})`;
}

const FIELD_NAME = /^@?[^\s:()"*?]+$/;

function findGroupingProblem({
  metric,
  groupBy = 'THING',
  groupField,
}: AlertCondition): { field: 'groupBy' | 'groupField'; message: string } | undefined {
  const { label } = METRIC_INFO[metric];
  const known = listGroupings(metric);
  if (!known.includes(groupBy))
    return { field: 'groupBy', message: `must be one of ${known.join(', ')} for '${label}'` };
  if (groupBy !== 'FIELD')
    return groupField === undefined
      ? undefined
      : { field: 'groupField', message: 'goes with groupBy FIELD alone; leave it out' };
  if (groupField === undefined || groupField.trim() === '')
    return { field: 'groupField', message: 'is required, such as host' };
  return FIELD_NAME.test(groupField)
    ? undefined
    : {
        field: 'groupField',
        message: 'must be the name of a field as in a query, such as host or http.status',
      };
}

/** The field and the problem of parts that are each valid, but not together. */
export function findConditionProblem(
  condition: AlertCondition,
): { field: keyof AlertCondition; message: string } | undefined {
  const { metric, aggregation, operator, threshold, clearThreshold, scope, warning } = condition;
  const { aggregations, label, unit, subject, stepMinutes } = METRIC_INFO[metric];
  const unreadable = findQueryProblem(condition);
  if (unreadable !== undefined) return { field: 'query', message: unreadable };
  const grouping = findGroupingProblem(condition);
  if (grouping) return grouping;
  if (!aggregations.includes(aggregation))
    return { field: 'aggregation', message: `must be one of ${aggregations.join(', ')} for '${label}'` };
  if (stepMinutes > 1 && (condition.everyMinutes ?? 1) > 1)
    return { field: 'everyMinutes', message: `does not apply to '${label}', which has a value each hour` };
  if (unit === 'state') {
    if (operator !== 'ABOVE' || threshold !== 0)
      return { field: 'threshold', message: `must be ABOVE 0 for '${label}', which is 0 or 1` };
    if (clearThreshold !== null) return { field: 'clearThreshold', message: `does not apply to '${label}'` };
    if (warning) return { field: 'warning', message: `does not apply to '${label}', which is 0 or 1` };
    return undefined;
  }
  if (subject === 'site' && scope.kind !== 'all')
    return { field: 'scope', message: 'must be all: the rule watches its own site' };
  const isUp = isUpward(operator);
  // Only the optimization can be negative.
  const floor = metric === 'optimization' ? Number.NEGATIVE_INFINITY : 0;
  if (warning && (isUp ? warning.threshold >= threshold : warning.threshold <= threshold))
    return { field: 'warning', message: `must be ${isUp ? 'below' : 'above'} the threshold of ${threshold}` };
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
  const first = findFiringThreshold(condition);
  if (clearThreshold !== null && (isUp ? clearThreshold > first : clearThreshold < first))
    return {
      field: 'clearThreshold',
      message: `must be ${isUp ? 'at most' : 'at least'} the ${warning ? 'warning threshold' : 'threshold'} of ${first}`,
    };
  return undefined;
}
