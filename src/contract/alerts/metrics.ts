/** What a rule can watch; shared by evaluator, API and form. */

export const ALERT_AGGREGATIONS = [
  'SUM',
  'RATE',
  'AVERAGE',
  'MINIMUM',
  'MAXIMUM',
  'P50',
  'P95',
  'LAST',
] as const;
export type AlertAggregation = (typeof ALERT_AGGREGATIONS)[number];

export const ALERT_OPERATORS = ['ABOVE', 'AT_LEAST', 'BELOW', 'AT_MOST'] as const;
export type AlertOperator = (typeof ALERT_OPERATORS)[number];

/** What missing data means: keep the state, condition met, or condition clear. */
export const ALERT_NO_DATA = ['KEEP', 'FIRE', 'CLEAR'] as const;
export type AlertNoData = (typeof ALERT_NO_DATA)[number];

export const ALERT_SUBJECTS = [
  'source',
  'destination',
  'node',
  'pipeline',
  'site',
  'certificate',
  'key',
  'archive',
] as const;
export type AlertSubject = (typeof ALERT_SUBJECTS)[number];

/** What gets an alert of its own. `CONNECTION`: a source or destination across its pipelines. */
export const ALERT_GROUPINGS = ['THING', 'CONNECTION', 'KIND', 'PIPELINE', 'FIELD', 'RULE'] as const;
export type AlertGrouping = (typeof ALERT_GROUPINGS)[number];

const GROUPINGS: Record<AlertSubject, readonly AlertGrouping[]> = {
  source: ['THING', 'CONNECTION', 'PIPELINE', 'RULE'],
  destination: ['THING', 'CONNECTION', 'PIPELINE', 'RULE'],
  node: ['THING', 'KIND', 'PIPELINE', 'RULE'],
  pipeline: ['THING', 'RULE'],
  site: ['THING'],
  certificate: ['THING', 'RULE'],
  key: ['THING', 'RULE'],
  archive: ['THING', 'FIELD', 'RULE'],
};

/** `state` is 0 or 1; its rules have no threshold. */
export type AlertUnit = 'events' | 'bytes' | 'percent' | 'seconds' | 'days' | 'errors' | 'state';

export const ALERT_METRICS = [
  'sourceEvents',
  'sourceBytes',
  'volumeAgainstUsual',
  'destinationEvents',
  'destinationBytes',
  'destinationFailing',
  'bufferShare',
  'lag',
  'optimization',
  'errors',
  'lostEvents',
  'deploymentFailed',
  'hydrationFailed',
  'engineAway',
  'diskUsed',
  'daysLeft',
  'keyDaysLeft',
  'logMatches',
] as const;
export type AlertMetric = (typeof ALERT_METRICS)[number];

export type MetricInfo = {
  /** Used in a sentence: `events received`. */
  label: string;
  subject: AlertSubject;
  unit: AlertUnit;
  /** The first is the default. Metrics of a whole window have `LAST` only. */
  aggregations: readonly AlertAggregation[];
  stepMinutes: number;
  /** Summed from counts; else a level measured each minute. */
  isCounted: boolean;
  operator: AlertOperator;
  /** A notification already covers it, so the bell does not repeat it. */
  hasNotification?: true;
  advice: string;
};

const COUNTED: readonly AlertAggregation[] = ['SUM', 'RATE', 'AVERAGE', 'MINIMUM', 'MAXIMUM', 'P50', 'P95'];
const MEASURED: readonly AlertAggregation[] = ['MAXIMUM', 'AVERAGE', 'MINIMUM', 'P50', 'P95', 'LAST'];
const LAST: readonly AlertAggregation[] = ['LAST'];

const counted = { aggregations: COUNTED, stepMinutes: 1, isCounted: true } as const;
const measured = { aggregations: MEASURED, stepMinutes: 1, isCounted: false } as const;
const stated = { aggregations: LAST, stepMinutes: 1, isCounted: false, unit: 'state' } as const;

export const METRIC_INFO: Record<AlertMetric, MetricInfo> = {
  sourceEvents: {
    ...counted,
    label: 'events received',
    subject: 'source',
    unit: 'events',
    operator: 'BELOW',
    advice: 'Check that its senders run and reach its address; its screen shows who sent last.',
  },
  sourceBytes: {
    ...counted,
    label: 'bytes received',
    subject: 'source',
    unit: 'bytes',
    operator: 'ABOVE',
    advice: 'See on its screen which sender changed, and add a filter or a sample where it is too much.',
  },
  volumeAgainstUsual: {
    aggregations: LAST,
    stepMinutes: 60,
    isCounted: true,
    label: 'volume against the same hour of other days',
    subject: 'source',
    unit: 'percent',
    operator: 'BELOW',
    advice: 'Compare the hour with the days before on Monitoring, and ask what changed at the senders.',
  },
  destinationEvents: {
    ...counted,
    label: 'events delivered',
    subject: 'destination',
    unit: 'events',
    operator: 'BELOW',
    advice: 'Look at its health on Monitoring, and test its connection.',
  },
  destinationBytes: {
    ...counted,
    label: 'bytes delivered',
    subject: 'destination',
    unit: 'bytes',
    operator: 'ABOVE',
    advice: 'See in the analytics of the pipeline which node lets more through than before.',
  },
  destinationFailing: {
    ...stated,
    label: 'is failing',
    subject: 'destination',
    operator: 'ABOVE',
    hasNotification: true,
    advice: 'Test its connection; events wait in its buffer and are delivered when it answers.',
  },
  bufferShare: {
    ...measured,
    label: 'buffer fill',
    subject: 'destination',
    unit: 'percent',
    operator: 'ABOVE',
    advice: 'Find out why the destination is slower than its input, or enlarge its buffer.',
  },
  lag: {
    ...measured,
    label: 'lag',
    subject: 'destination',
    unit: 'seconds',
    operator: 'ABOVE',
    advice: 'The destination takes less than comes in: look at its utilization and errors on Monitoring.',
  },
  optimization: {
    aggregations: LAST,
    stepMinutes: 1,
    isCounted: true,
    label: 'optimization',
    subject: 'pipeline',
    unit: 'percent',
    operator: 'BELOW',
    advice: 'The analytics of the pipeline show which node saves less than before.',
  },
  errors: {
    ...counted,
    label: 'errors',
    subject: 'node',
    unit: 'errors',
    operator: 'ABOVE',
    advice: 'Open the errors of the pipeline: each has its causes and an example event.',
  },
  lostEvents: {
    ...counted,
    label: 'events lost or dead-lettered',
    subject: 'node',
    unit: 'events',
    operator: 'ABOVE',
    advice: 'Dead letters keep each event with its reason: correct the cause, then replay them.',
  },
  deploymentFailed: {
    ...stated,
    label: 'did not deploy',
    subject: 'pipeline',
    operator: 'ABOVE',
    hasNotification: true,
    advice: 'Its screen shows why; correct the version and deploy again.',
  },
  hydrationFailed: {
    ...stated,
    label: 'has a failed hydration',
    subject: 'site',
    operator: 'ABOVE',
    advice: 'Its screen says why: correct the cause and retry it, or delete it.',
  },
  engineAway: {
    ...stated,
    label: 'engine is away',
    subject: 'site',
    operator: 'ABOVE',
    hasNotification: true,
    advice: 'Look at the machine of the engine: its process may have ended, or its network may be cut.',
  },
  diskUsed: {
    ...measured,
    label: 'disk use',
    subject: 'site',
    unit: 'percent',
    operator: 'ABOVE',
    advice: 'Free space on the disk of the data folder; buffers stop taking events when it is full.',
  },
  daysLeft: {
    ...measured,
    aggregations: LAST,
    label: 'days until it ends',
    subject: 'certificate',
    unit: 'days',
    operator: 'BELOW',
    advice: 'Renew it before it ends, and enter the new one where it is used.',
  },
  keyDaysLeft: {
    ...measured,
    aggregations: LAST,
    label: 'days until it ends',
    subject: 'key',
    unit: 'days',
    operator: 'BELOW',
    advice: 'Rotate it and give what uses it the new secret, or revoke it.',
  },
  logMatches: {
    ...counted,
    label: 'events that match',
    subject: 'archive',
    unit: 'events',
    operator: 'ABOVE',
    advice: 'Open the search: it shows the events that match, by time and by field.',
  },
};

export const listGroupings = (metric: AlertMetric): readonly AlertGrouping[] =>
  GROUPINGS[METRIC_INFO[metric].subject];

export const isStateMetric = (metric: AlertMetric): boolean => METRIC_INFO[metric].unit === 'state';

export const ALERT_WINDOWS_MINUTES = [1, 2, 5, 10, 15, 30, 60] as const;
/** Minutes between repeated messages; 0: one message. */
export const ALERT_REPEATS_MINUTES = [0, 30, 60, 240, 720, 1440] as const;
/** Divisors of an hour. */
export const ALERT_EVERY_MINUTES = [1, 2, 5, 10, 15, 20, 30, 60] as const;
export const ALERT_WAITS_MINUTES = [0, 1, 2, 3, 5, 10, 15, 30, 60] as const;

/** What to do first; for volumes it depends on the direction. */
export function getAdvice({ metric, operator }: { metric: AlertMetric; operator: AlertOperator }): string {
  const hasRisen = operator === 'ABOVE' || operator === 'AT_LEAST';
  if (metric === 'sourceEvents' || metric === 'sourceBytes')
    return METRIC_INFO[hasRisen ? 'sourceBytes' : 'sourceEvents'].advice;
  if (metric === 'destinationEvents' || metric === 'destinationBytes')
    return METRIC_INFO[hasRisen ? 'destinationBytes' : 'destinationEvents'].advice;
  return METRIC_INFO[metric].advice;
}
