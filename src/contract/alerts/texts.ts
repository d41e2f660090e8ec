import type { AlertCondition, AlertTarget } from '../entities/alert.ts';
import {
  type AlertAggregation,
  type AlertGrouping,
  type AlertOperator,
  type AlertSubject,
  type AlertUnit,
  isStateMetric,
  METRIC_INFO,
} from './metrics.ts';
import type { AlertSeverity } from './states.ts';

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

const formatNumber = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });

function formatBytes(value: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3));
  return `${formatNumber(value / 1000 ** power)} ${BYTE_UNITS[power]}`;
}

const formatPlural = (value: number, noun: string): string =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

function formatSeconds(value: number): string {
  if (value < 120) return `${formatNumber(value)} s`;
  if (value < 7200) return `${formatNumber(value / 60)} min`;
  return `${formatNumber(value / 3600)} h`;
}

const FORMATS: Record<AlertUnit, (value: number) => string> = {
  events: (value) => formatPlural(value, 'event'),
  errors: (value) => formatPlural(value, 'error'),
  bytes: formatBytes,
  percent: (value) => `${formatNumber(value)}%`,
  seconds: formatSeconds,
  days: (value) => formatPlural(value, 'day'),
  state: (value) => (value > 0 ? 'yes' : 'no'),
};

/** With its unit; rates per second. */
export function formatAlertValue(
  { metric, aggregation }: Pick<AlertCondition, 'metric' | 'aggregation'>,
  value: number,
): string {
  const text = FORMATS[METRIC_INFO[metric].unit](value);
  return aggregation === 'RATE' ? `${text}/s` : text;
}

export const AGGREGATION_NAMES: Record<AlertAggregation, string> = {
  SUM: 'sum',
  RATE: 'rate per second',
  AVERAGE: 'average per minute',
  MINIMUM: 'lowest minute',
  MAXIMUM: 'highest minute',
  P50: 'median minute',
  P95: '95th percentile',
  LAST: 'latest value',
};

export const OPERATOR_NAMES: Record<AlertOperator, string> = {
  ABOVE: 'above',
  AT_LEAST: 'at least',
  BELOW: 'below',
  AT_MOST: 'at most',
};

export const SEVERITY_WORDS: Record<AlertSeverity, string> = {
  SEVERITY_UNSPECIFIED: 'Alert',
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  CRITICAL: 'Critical',
};

export const formatMinutes = (minutes: number): string =>
  minutes >= 60 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;

export const SUBJECT_NAMES: Record<AlertSubject, { one: string; many: string }> = {
  source: { one: 'source', many: 'sources' },
  destination: { one: 'destination', many: 'destinations' },
  node: { one: 'node', many: 'nodes' },
  pipeline: { one: 'pipeline', many: 'pipelines' },
  site: { one: 'site', many: 'sites' },
  certificate: { one: 'certificate', many: 'certificates' },
  key: { one: 'API key', many: 'API keys' },
  archive: { one: 'archive', many: 'archives' },
};

/** `each by itself`, `by pipeline`, `together`. */
export function describeGrouping(
  { metric, groupField }: Pick<AlertCondition, 'metric' | 'groupField'>,
  grouping: AlertGrouping,
): string {
  const texts: Record<AlertGrouping, string> = {
    THING: 'each by itself',
    CONNECTION: `by ${SUBJECT_NAMES[METRIC_INFO[metric].subject].one}`,
    KIND: 'by kind of node',
    PIPELINE: 'by pipeline',
    FIELD: groupField ? `by ${groupField}` : 'by a field',
    RULE: 'together',
  };
  return texts[grouping];
}

/** `'syslog' in 'web'`, `12 destinations`, `host 'web-1'`. */
export const formatTarget = ({
  kind,
  name,
  pipelineName,
  group,
}: Pick<AlertTarget, 'kind' | 'name' | 'pipelineName' | 'group'>): string => {
  if (group?.field !== undefined) return `${group.field} '${name}'`;
  if (group?.by === 'RULE' || group?.by === 'KIND') return name;
  return pipelineName === '' || kind === 'pipeline' ? `'${name}'` : `'${name}' in '${pipelineName}'`;
};

const SHOWN_QUERY = 80;

export const formatQuery = (query = ''): string =>
  query.length > SHOWN_QUERY ? `${query.slice(0, SHOWN_QUERY)}…` : query;

/** `3 of 12 destinations in 'web' are failing`. */
function describeStates(target: AlertTarget, { metric }: AlertCondition, value: number | null): string {
  const { subject, label } = METRIC_INFO[metric];
  const { by, count = 0 } = target.group ?? {};
  const some = value === null ? 'some' : formatNumber(value);
  if (by === 'CONNECTION') return `${formatTarget(target)} ${label} in ${some} of ${count} pipelines`;
  const where = by === 'PIPELINE' ? ` in ${formatTarget(target)}` : '';
  const verb = value === 1 ? label : label.replace(/^is /, 'are ');
  return `${some} of ${count} ${SUBJECT_NAMES[subject].many}${where} ${verb}`;
}

const describeMatches = (target: AlertTarget, { query }: AlertCondition): string => {
  const { group } = target;
  const place = `in ${group ? '' : 'the archive of '}${formatTarget(target)}`;
  return `vents that match ${formatQuery(query)} ${group?.field === undefined ? place : `with ${formatTarget(target)}`}`;
};

/** A sentence without its period: `Buffer fill of 's3' in 'web': 91%`. */
export function describeAlert(target: AlertTarget, condition: AlertCondition, value: number | null): string {
  const { label } = METRIC_INFO[condition.metric];
  if (condition.metric === 'engineAway') return `The engine of ${formatTarget(target)} is away`;
  if (isStateMetric(condition.metric))
    return target.group ? describeStates(target, condition, value) : `${formatTarget(target)} ${label}`;
  if (condition.metric === 'logMatches') {
    const where = describeMatches(target, condition);
    return value === null
      ? `Nothing is known of e${where}`
      : `E${where}: ${formatAlertValue(condition, value)}`;
  }
  const what = `${label.charAt(0).toUpperCase()}${label.slice(1)} of ${formatTarget(target)}`;
  return value === null ? `Nothing is known of ${what}` : `${what}: ${formatAlertValue(condition, value)}`;
}

export const formatEvery = (minutes: number): string =>
  `evaluated every ${minutes === 1 ? 'minute' : formatMinutes(minutes)}`;

/** `above 80% over 15 min for 5 min`, and `, Low above 60%` where it also warns. */
export function describeCondition(condition: AlertCondition): string {
  const { metric, aggregation, operator, threshold, windowMinutes, forMinutes, warning } = condition;
  const { everyMinutes = 1 } = condition;
  const every = everyMinutes > 1 ? `, ${formatEvery(everyMinutes)}` : '';
  const wait = forMinutes > 0 ? `for ${formatMinutes(forMinutes)}` : '';
  if (isStateMetric(metric)) return `${wait === '' ? 'at once' : wait}${every}`;
  const isWindowed = metric === 'optimization' || (aggregation !== 'LAST' && windowMinutes > 1);
  const window = isWindowed ? `over ${formatMinutes(windowMinutes)}` : '';
  const parts = [OPERATOR_NAMES[operator], formatAlertValue(condition, threshold), window, wait];
  const whole = `${parts.filter(Boolean).join(' ')}${every}`;
  if (!warning) return whole;
  const milder = `${OPERATOR_NAMES[operator]} ${formatAlertValue(condition, warning.threshold)}`;
  return `${whole}, ${SEVERITY_WORDS[warning.severity]} ${milder}`;
}

export function describeFiring(condition: AlertCondition): string {
  if (!isStateMetric(condition.metric)) return `The rule fires ${describeCondition(condition)}.`;
  const { forMinutes } = condition;
  return forMinutes > 0
    ? `The rule fires once this lasts ${formatMinutes(forMinutes)}.`
    : 'The rule fires at once.';
}
