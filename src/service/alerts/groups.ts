import { isUpward } from '../../contract/alerts/condition.ts';
import { type AlertAggregation, isStateMetric, METRIC_INFO } from '../../contract/alerts/metrics.ts';
import { SUBJECT_NAMES } from '../../contract/alerts/texts.ts';
import type { AlertCondition, AlertTarget } from '../../contract/entities/alert.ts';
import { type Points, pickRank } from './judge.ts';
import type { Watched } from './targets.ts';

/** A group with an alert of its own, and its members. */
export type AlertGroup = { target: Watched; things: readonly Watched[] };

type Grouped = Pick<AlertCondition, 'metric' | 'groupBy' | 'aggregation' | 'operator'>;

const NOWHERE = { pipelineId: '', pipelineName: '', nodeId: '', componentId: '', id: '' };

const KIND_NAMES: Partial<Record<AlertTarget['kind'], string>> = {
  source: 'sources',
  node: 'transforms',
  destination: 'destinations',
};

/** Without a slash, so that no group is mistaken for a place. */
function formatGroupKey({ kind, pipelineId, nodeId }: Watched, groupBy: AlertCondition['groupBy']): string {
  switch (groupBy) {
    case 'PIPELINE':
      return `pipeline:${pipelineId}`;
    case 'CONNECTION':
      return `node:${nodeId}`;
    case 'KIND':
      return `kind:${kind}`;
    default:
      return 'all';
  }
}

function describeGroup(key: string, things: readonly Watched[], { metric, groupBy }: Grouped): Watched {
  const [first] = things;
  if (!first) throw new Error('A group is made of things');
  const group = { by: groupBy ?? 'THING', count: things.length };
  const { kind, name, pipelineId, pipelineName, nodeId } = first;
  switch (groupBy) {
    case 'PIPELINE':
      return { ...NOWHERE, kind: 'pipeline', name: pipelineName, pipelineId, pipelineName, key, group };
    case 'CONNECTION':
      return { ...NOWHERE, kind, name, nodeId, key, group };
    case 'KIND':
      return { ...NOWHERE, kind, name: KIND_NAMES[kind] ?? kind, key, group };
    default: {
      const { subject } = METRIC_INFO[metric];
      const { one, many } = SUBJECT_NAMES[subject];
      const count = things.length;
      return { ...NOWHERE, kind: subject, name: `${count} ${count === 1 ? one : many}`, key, group };
    }
  }
}

const FIELD_KEY = 'field:';
/** Field values evaluated at once, besides open ones. */
export const FIELD_GROUPS_MAX = 50;

const createFieldGroup = (value: string, things: readonly Watched[], field: string): AlertGroup => ({
  target: {
    ...NOWHERE,
    kind: 'archive',
    name: value,
    key: `${FIELD_KEY}${encodeURIComponent(value)}`,
    group: { by: 'FIELD', count: things.length, field },
  },
  things,
});

/**
 * The commonest values of the span, and those with an open alert.
 * @param values commonest first
 * @param openKeys of the rule's alerts
 */
export function groupByField(
  things: readonly Watched[],
  field: string,
  values: readonly string[],
  openKeys: readonly string[],
): AlertGroup[] {
  const open = openKeys
    .filter((key) => key.startsWith(FIELD_KEY))
    .map((key) => decodeURIComponent(key.slice(FIELD_KEY.length)));
  const chosen = new Set([...values.slice(0, FIELD_GROUPS_MAX), ...open]);
  return [...chosen].map((value) => createFieldGroup(value, things, field));
}

export function groupTargets(chosen: readonly Watched[], condition: Grouped): AlertGroup[] {
  const { groupBy = 'THING' } = condition;
  if (groupBy === 'THING') return chosen.map((target) => ({ target, things: [target] }));
  const byKey = Map.groupBy(chosen, (target) => formatGroupKey(target, groupBy));
  return [...byKey].map(([key, things]) => ({ target: describeGroup(key, things, condition), things }));
}

type Combine = (values: readonly number[]) => number;

const sum: Combine = (values) => values.reduce((total, value) => total + value, 0);
const MEASURED: Partial<Record<AlertAggregation, Combine>> = {
  MAXIMUM: (values) => Math.max(...values),
  MINIMUM: (values) => Math.min(...values),
  AVERAGE: (values) => sum(values) / values.length,
  P50: (values) => pickRank(values, 0.5),
  P95: (values) => pickRank(values, 0.95),
};

/** Counts and states add up; measurements combine as over the window, latest values by the worst. */
function findCombine({ metric, aggregation, operator }: Grouped): Combine {
  if (METRIC_INFO[metric].isCounted || isStateMetric(metric)) return sum;
  return (
    MEASURED[aggregation] ?? ((values) => (isUpward(operator) ? Math.max(...values) : Math.min(...values)))
  );
}

/**
 * Combines several things minute by minute. Missing data adds nothing; a minute without any is unknown.
 * @param all equally long
 */
export function combinePoints(condition: Grouped, all: readonly Points[]): Points {
  const combine = findCombine(condition);
  return (all[0] ?? []).map((_, index) => {
    const known = all.map((points) => points[index]).filter((value) => typeof value === 'number');
    return known.length === 0 ? null : combine(known);
  });
}
