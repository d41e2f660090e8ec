import type { AlertMetric } from '../../contract/alerts/metrics.ts';
import type { AlertSeverity } from '../../contract/alerts/states.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories } from '../store/index.ts';

type ReadyMade = {
  id: string;
  name: string;
  severity: AlertSeverity;
  condition: AlertCondition;
  since?: number;
};

const build = (metric: AlertMetric, more: Partial<AlertCondition> = {}): AlertCondition => ({
  metric,
  scope: { kind: 'all' },
  aggregation: 'LAST',
  windowMinutes: 1,
  operator: 'ABOVE',
  threshold: 0,
  forMinutes: 0,
  clearThreshold: null,
  clearMinutes: 0,
  noData: 'KEEP',
  ...more,
});

/** Sites start with these rules; a new version adds its own. */
export const READY_MADE_VERSION = 3;

export const READY_MADE: readonly ReadyMade[] = [
  {
    id: 'sourceSilent',
    name: 'Source receives nothing',
    severity: 'HIGH',
    condition: build('sourceEvents', {
      aggregation: 'SUM',
      operator: 'BELOW',
      threshold: 1,
      windowMinutes: 15,
    }),
  },
  {
    id: 'volumeLow',
    name: 'Volume far below the same hour of other days',
    severity: 'MEDIUM',
    condition: build('volumeAgainstUsual', { operator: 'BELOW', threshold: 30 }),
  },
  {
    id: 'volumeHigh',
    name: 'Volume far above the same hour of other days',
    severity: 'MEDIUM',
    condition: build('volumeAgainstUsual', { operator: 'ABOVE', threshold: 300 }),
  },
  {
    id: 'destinationFailing',
    name: 'Destination is failing',
    severity: 'CRITICAL',
    condition: build('destinationFailing', { forMinutes: 3, clearMinutes: 2 }),
  },
  {
    id: 'bufferFilling',
    name: 'Buffer nearly full',
    severity: 'HIGH',
    condition: build('bufferShare', {
      aggregation: 'MAXIMUM',
      threshold: 80,
      forMinutes: 5,
      clearThreshold: 60,
      clearMinutes: 5,
    }),
  },
  {
    id: 'optimizationLow',
    name: 'Optimization below 20%',
    severity: 'LOW',
    condition: build('optimization', { operator: 'BELOW', threshold: 20, windowMinutes: 60, forMinutes: 15 }),
  },
  {
    id: 'errorsHigh',
    name: 'More than 100 errors in 5 min',
    severity: 'MEDIUM',
    condition: build('errors', { aggregation: 'SUM', threshold: 100, windowMinutes: 5, clearMinutes: 5 }),
  },
  {
    id: 'eventsLost',
    name: 'Events lost or dead-lettered',
    severity: 'HIGH',
    condition: build('lostEvents', { aggregation: 'SUM', threshold: 0, windowMinutes: 5, clearMinutes: 5 }),
  },
  {
    id: 'engineAway',
    name: 'Engine is away',
    severity: 'CRITICAL',
    condition: build('engineAway', { forMinutes: 2 }),
  },
  {
    id: 'deploymentFailed',
    name: 'Deployment failed',
    severity: 'HIGH',
    condition: build('deploymentFailed'),
  },
  {
    id: 'hydrationFailed',
    name: 'Hydration failed',
    severity: 'MEDIUM',
    condition: build('hydrationFailed'),
    since: 2,
  },
  {
    id: 'daysLeft',
    name: 'Certificate ends within 14 days',
    severity: 'MEDIUM',
    condition: build('daysLeft', { operator: 'BELOW', threshold: 14 }),
  },
  {
    id: 'keyDaysLeft',
    name: 'API key ends within 7 days',
    severity: 'MEDIUM',
    condition: build('keyDaysLeft', { operator: 'BELOW', threshold: 7 }),
    since: 3,
  },
  {
    id: 'diskFilling',
    name: 'Disk nearly full',
    severity: 'CRITICAL',
    condition: build('diskUsed', {
      aggregation: 'MAXIMUM',
      threshold: 90,
      forMinutes: 5,
      clearThreshold: 85,
    }),
  },
];

/** @returns whether rules were added */
export async function addReadyMadeRules(
  tx: Repositories,
  ids: IdSource,
  siteId: string,
  now: number,
): Promise<boolean> {
  const known = await tx.alerts.findSite(siteId);
  const version = known?.ready_made_version ?? 0;
  if (version >= READY_MADE_VERSION) return false;
  const added = READY_MADE.filter(({ since = 1 }) => since > version);
  // So that the first is first in a list of the newest.
  for (const { id, name, severity, condition } of added.toReversed())
    await tx.alertRules.insert({
      id: ids('alert'),
      site_id: siteId,
      name,
      ready_made: id,
      condition: JSON.stringify(condition),
      severity,
      channel_ids: '[]',
      runbook_url: '',
      repeat_minutes: 0,
      message: '',
      // Not every pipeline is meant to save.
      enabled: id === 'optimizationLow' ? 0 : 1,
      last_fired_at: 0,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
  await tx.alerts.putSite(siteId, { ready_made_version: READY_MADE_VERSION });
  return true;
}
