import type { AlertCondition } from '../../../src/contract/entities/alert.ts';
import type { AlertDeliveryRow, AlertEventRow, AlertSilenceRow } from '../../../src/service/store/schema.ts';
import type { TestService } from './service.ts';

export const CONDITION: AlertCondition = {
  metric: 'errors',
  scope: { kind: 'all' },
  aggregation: 'SUM',
  windowMinutes: 1,
  operator: 'ABOVE',
  threshold: 5,
  forMinutes: 0,
  clearThreshold: null,
  clearMinutes: 0,
  noData: 'KEEP',
};

/** A rule without its site. */
export const RULE = { name: 'Many errors', condition: CONDITION, severity: 'HIGH' };

/** An alert that fires. */
export async function insertAlertEvent(
  api: TestService,
  ruleId: string,
  siteId = api.siteId,
  more: Partial<AlertEventRow> = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('alert'), clock()];
  const target = { kind: 'node', name: 'Parse', pipelineId: '', pipelineName: 'web', nodeId: '' };
  await api.store.alerts.insertEvent({
    id,
    site_id: siteId,
    rule_id: ruleId,
    name: RULE.name,
    severity: RULE.severity,
    state: 'FIRING',
    target_key: 'a/b',
    target: JSON.stringify(target),
    condition: JSON.stringify(CONDITION),
    runbook_url: '',
    end_reason: '',
    timeline: '[]',
    acknowledged_by: '',
    has_channel: 0,
    started_at: now,
    fired_at: now,
    ended_at: 0,
    last_event_at: now,
    acknowledged_at: 0,
    told_at: 0,
    repeat_at: 0,
    message: '',
    ended_told_at: 0,
    silence_id: '',
    value: 9,
    peak: 9,
    ...more,
  });
  return id;
}

const SILENCE = {
  ruleIds: [] as string[],
  scope: { kind: 'pattern', pattern: 'none' },
  reason: 'Planned work',
};

/** Of what there is not, for an hour. */
export const createSilenceBody = (siteId: string, now = Date.now()) => ({
  alertSilence: {
    ...SILENCE,
    siteId,
    endUnixTimeSeconds: Math.floor(now / 1000) + 3600,
  },
});

/** One that is active. */
export async function insertAlertSilence(
  api: TestService,
  siteId = api.siteId,
  more: Partial<AlertSilenceRow> = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('alert'), clock()];
  await api.store.alertSilences.insert({
    id,
    site_id: siteId,
    rule_ids: '[]',
    scope: JSON.stringify(SILENCE.scope),
    reason: SILENCE.reason,
    created_by: 'Ada',
    ended_by: '',
    starts_at: now,
    ends_at: now + 3600_000,
    created_at: now,
    revision: 1,
    ...more,
  });
  return id;
}

/** A message about an alert that its channel did not take. */
export async function insertAlertDelivery(
  api: TestService,
  eventId: string,
  siteId = api.siteId,
  more: Partial<AlertDeliveryRow> = {},
): Promise<void> {
  const { ids, clock } = api.service.services;
  const now = clock();
  await api.store.alertDeliveries.insert(
    {
      id: ids('alert'),
      site_id: siteId,
      rule_id: '',
      channel_id: '',
      channel_name: 'ops',
      channel_type: 'WEBHOOK',
      kind: 'FIRING',
      state: 'FAILED',
      message: '{}',
      problem: '',
      advice: '',
      attempts: 1,
      created_at: now,
      expires_at: now,
      last_attempt_at: now,
      next_attempt_at: 0,
      leased_until: 0,
      sent_at: 0,
      ...more,
    },
    [eventId],
  );
}
