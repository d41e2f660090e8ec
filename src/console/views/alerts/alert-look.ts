import type { ChartUnit } from '../../../charts/chart-unit.ts';
import { type AlertMetric, isStateMetric, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import {
  ALERT_EVENT_STATES,
  type AlertEventState,
  type AlertSeverity,
} from '../../../contract/alerts/states.ts';
import { describeAlert, formatAlertValue } from '../../../contract/alerts/texts.ts';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { formatDuration, formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';

type Look = { label: string; shape: ShapeName; tone: Tone };

/** Worst first. */
export const SEVERITIES: readonly AlertSeverity[] = [
  'CRITICAL',
  'HIGH',
  'MEDIUM',
  'LOW',
  'SEVERITY_UNSPECIFIED',
];

/** Words distinguish them; only urgent ones are colored. */
export const SEVERITY_LOOKS: Record<AlertSeverity, Look> = {
  CRITICAL: { label: 'Critical', shape: 'octagon', tone: 'err' },
  HIGH: { label: 'High', shape: 'triangle', tone: 'warn' },
  MEDIUM: { label: 'Medium', shape: 'triangle', tone: 'text2' },
  LOW: { label: 'Low', shape: 'info', tone: 'text2' },
  SEVERITY_UNSPECIFIED: { label: 'Unspecified', shape: 'dashed', tone: 'text3' },
};

export const STATE_LOOKS: Record<AlertEventState, Look> = {
  FIRING: { label: 'Firing', shape: 'octagon', tone: 'err' },
  PENDING: { label: 'Pending', shape: 'dashed', tone: 'info' },
  RESOLVED: { label: 'Resolved', shape: 'check', tone: 'ok' },
  DISCARDED: { label: 'Discarded', shape: 'deleted', tone: 'text3' },
  INACTIVE: { label: 'OK', shape: 'check', tone: 'ok' },
};

/** A silenced alert needs no attention now, so its color is quiet. */
export const SILENCED_LOOK = { shape: 'paused', tone: 'text3' } as const;

type Silence = NonNullable<AlertEvent['silence']>;

/** Open and covered by a silence. */
export const isSilenced = <Event extends AlertEvent>(event: Event): event is Event & { silence: Silence } =>
  event.silence !== null && (event.state === 'FIRING' || event.state === 'PENDING');

/** `Silenced until 26 Nov 14:00 by Ann`. */
export const formatSilence = ({ createdBy, endsAt }: Pick<Silence, 'createdBy' | 'endsAt'>): string =>
  `Silenced until ${formatMinute(new Date(endsAt))} by ${createdBy}`;

/** Remarks on an open alert: flapping, or not evaluable. Mostly empty. */
export function describeRemarks({ recentFirings, isHeld }: AlertEvent): string {
  const remarks: string[] = [];
  if (recentFirings !== undefined)
    remarks.push(
      `Flapping: it fired ${recentFirings} times within an hour, so channels are told only of what lasts 15 minutes.`,
    );
  if (isHeld === true)
    remarks.push('The engine of its site is away: it is not judged meanwhile, and does not end.');
  return remarks.join(' ');
}

/** States of events; inactive is only for rules. */
export const EVENT_STATES = ALERT_EVENT_STATES.filter((state) => state !== 'INACTIVE');

const CHART_UNIT: Record<(typeof METRIC_INFO)[AlertMetric]['unit'], ChartUnit> = {
  events: 'eventLevel',
  errors: 'eventLevel',
  bytes: 'byteLevel',
  percent: 'percent',
  seconds: 'seconds',
  days: 'days',
  state: 'state',
};

export function findChartUnit({
  metric,
  aggregation,
  groupBy = 'THING',
}: AlertEvent['condition']): ChartUnit {
  const { unit } = METRIC_INFO[metric];
  // Counts when grouped.
  if (unit === 'state' && groupBy !== 'THING') return 'eventLevel';
  if (aggregation !== 'RATE') return CHART_UNIT[unit];
  return unit === 'bytes' ? 'bytesPerSecond' : 'eventsPerSecond';
}

/** `peak 91%`; empty if meaningless. */
export const formatPeak = (condition: AlertEvent['condition'], peak: number | null): string =>
  peak === null || isStateMetric(condition.metric) ? '' : `peak ${formatAlertValue(condition, peak)}`;

export const describeEvent = (event: AlertEvent): string =>
  describeAlert(event.target, event.condition, event.value);

const isEmptyTime = (time: string): boolean => time.startsWith('0001');

/** Milliseconds; until now if open. */
export const computeAlertDuration = ({ startedAt, endedAt }: AlertEvent, now: number): number =>
  Math.max(0, (isEmptyTime(endedAt) ? now : Date.parse(endedAt)) - Date.parse(startedAt));

export const formatAlertDuration = (event: AlertEvent, now: number): string =>
  formatDuration(computeAlertDuration(event, now));

const COUNTED_AFTER_MINUTES = 5;

/** When it fired, else began: changes around it may be the cause. In Unix seconds. */
export function getExplainedTime({
  startedAt,
  firedAt,
  target: { pipelineId },
}: Pick<AlertEvent, 'startedAt' | 'firedAt' | 'target'>) {
  const start = Math.floor(Date.parse(startedAt) / 1000);
  const end = isEmptyTime(firedAt) ? start : Math.ceil(Date.parse(firedAt) / 1000);
  return { start, end, pipelineId: pipelineId === '' ? undefined : pipelineId };
}

/** The screen where it can be fixed. */
export function findAlertLink({
  target: { kind, pipelineId, nodeId, group },
  condition,
  siteId,
  startedAt,
  endedAt,
}: Pick<AlertEvent, 'target' | 'condition' | 'siteId' | 'startedAt' | 'endedAt'>):
  | { to: string; label: string }
  | undefined {
  const { metric } = condition;
  if (metric === 'logMatches') {
    // A minute is counted once its files are written, a few minutes later.
    const before = (condition.windowMinutes + COUNTED_AFTER_MINUTES) * 60;
    const start = Math.floor(Date.parse(startedAt) / 1000) - before;
    const end = Math.ceil((isEmptyTime(endedAt) ? Date.now() : Date.parse(endedAt)) / 1000);
    const view = {
      q: condition.query,
      source: nodeId === '' ? undefined : nodeId,
      time: `${start}-${Math.max(end, start + 60)}`,
    };
    return { to: paths.logSearch(view), label: 'Open the search' };
  }
  if (metric === 'hydrationFailed') return { to: paths.hydrations(), label: 'Open the hydrations' };
  if (kind === 'key') return { to: paths.apiKeys(), label: 'Open the API keys' };
  if (kind === 'site') return { to: paths.site(siteId), label: 'Open the site' };
  const isOfSeveral = group !== undefined && pipelineId === '';
  if (metric === 'errors' && isOfSeveral) return { to: paths.monitoringErrors(), label: 'Open the errors' };
  if (metric === 'errors') return { to: paths.pipelineErrors(pipelineId, siteId), label: 'Open the errors' };
  if (metric === 'lostEvents')
    return {
      to: paths.deadLetters({ ...(isOfSeveral ? {} : { pipelineIds: pipelineId }), period: 'any' }),
      label: 'Open the dead letters',
    };
  if (pipelineId !== '') {
    const node = nodeId === '' ? {} : { node: nodeId };
    return { to: paths.pipeline(pipelineId, { site: siteId, ...node }), label: 'Open the pipeline' };
  }
  if (isOfSeveral && kind !== 'certificate') return { to: paths.monitoring(), label: 'Open Monitoring' };
  return undefined;
}

type Fix = { label: string } & ({ destinationId: string } | { pipelineId: string } | { to: string });

/** Remedy: testing its destination, a deployment, or a screen with details. */
export function findAlertFix(
  event: Pick<AlertEvent, 'target' | 'condition' | 'siteId' | 'startedAt' | 'endedAt'>,
): Fix | undefined {
  const { kind, nodeId, pipelineId } = event.target;
  if (event.condition.metric === 'deploymentFailed') return { label: 'Deploy again', pipelineId };
  if (kind === 'destination' && nodeId !== '') return { label: 'Test connection', destinationId: nodeId };
  return findAlertLink(event);
}
