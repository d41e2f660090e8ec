import { isOpenAlert } from '../../../machines/alert-event/index.ts';
import { METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertEventState, AlertSeverity } from '../../contract/alerts/states.ts';
import { describeAlert, describeFiring } from '../../contract/alerts/texts.ts';
import {
  type AlertCondition,
  type AlertTarget,
  alertConditionSchema,
} from '../../contract/entities/alert.ts';
import type { IdSource } from '../ids.ts';
import { raise, resolve } from '../notifications/raising.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertEventRow, AlertRuleRow, AlertStateRow } from '../store/schema.ts';
import { pickWorse, type RuleProgress } from './judge.ts';
import { toTarget, type Watched } from './targets.ts';

export type TimelineEntry = {
  state: AlertEventState;
  at: number;
  value: number | null;
  /** With a warning: from the passed threshold. */
  severity?: AlertSeverity;
};

/** `repeat_at`: the alert became more severe, so channels get a message at once. */
export const TOLD_AS_WORSE = 1;

export const parseCondition = (text: string): AlertCondition => alertConditionSchema.parse(JSON.parse(text));
export const parseTimeline = (text: string): TimelineEntry[] => JSON.parse(text) as TimelineEntry[];

const formatKey = (ruleId: string, targetKey: string): string => `alert:${ruleId}:${targetKey}`;

/** Rules with the bell or without a sending channel, unless another notification covers them. */
async function usesBell(tx: Repositories, rule: AlertRuleRow): Promise<boolean> {
  if (METRIC_INFO[parseCondition(rule.condition).metric].hasNotification) return false;
  const ids: string[] = JSON.parse(rule.channel_ids);
  if (ids.length === 0) return true;
  const named = (await tx.alertChannels.list()).filter(
    ({ id, enabled }) => enabled === 1 && ids.includes(id),
  );
  return named.length === 0 || named.some(({ type }) => type === 'CHANNEL_DEFAULT');
}

async function ringBell(
  tx: Repositories,
  ids: IdSource,
  rule: AlertRuleRow,
  target: AlertTarget & { key: string },
  { value, severity }: Pick<AlertEventRow, 'value' | 'severity'>,
  now: number,
) {
  const condition = parseCondition(rule.condition);
  await raise(
    tx,
    ids,
    {
      siteId: rule.site_id,
      key: formatKey(rule.id, target.key),
      category: 'ALERTS',
      subCategory: 'ALERT_FIRING',
      severity: severity === 'LOW' || severity === 'SEVERITY_UNSPECIFIED' ? 'warning' : 'error',
      message: `${rule.name}: ${describeAlert(target, condition, value)}`,
      reason: describeFiring(condition),
      pipelineId: target.pipelineId,
      nodeId: target.nodeId,
    },
    now,
  );
}

/** Rings after a silence for an alert that still fires, unless it rang before. */
export async function ringHeldBell(
  tx: Repositories,
  ids: IdSource,
  event: AlertEventRow,
  now: number,
): Promise<void> {
  const rule = await tx.alertRules.find(event.rule_id);
  if (!rule || !(await usesBell(tx, rule))) return;
  const isRung = await tx.notifications.findActive(event.site_id, formatKey(event.rule_id, event.target_key));
  if (isRung) return;
  const target = { ...(JSON.parse(event.target) as AlertTarget), key: event.target_key };
  await ringBell(tx, ids, rule, target, event, now);
}

export type Outcome = {
  rule: AlertRuleRow;
  target: Watched;
  before: AlertStateRow | undefined;
  progress: RuleProgress;
  transitions: readonly TimelineEntry[];
  value: number | null;
  peak: number | null;
};

/**
 * Stores alert, bell and progress.
 * @param findSilenceId for a new alert; may return an empty id
 */
export async function storeOutcome(
  tx: Repositories,
  ids: IdSource,
  outcome: Outcome,
  now: number,
  findSilenceId: (event: AlertEventRow) => string,
): Promise<void> {
  const { rule, target, progress, transitions, value } = outcome;
  const condition = parseCondition(rule.condition);
  const known = outcome.before?.event_id;
  let event = known === undefined ? undefined : await tx.alerts.findEvent(known);
  for (const entry of transitions) {
    const { state, at } = entry;
    const isWorse = state === 'FIRING' && event?.state === 'FIRING';
    if (!event || !isOpenAlert(event.state as AlertEventState)) {
      if (!isOpenAlert(state)) continue;
      event = {
        id: ids('alert'),
        site_id: rule.site_id,
        rule_id: rule.id,
        name: rule.name,
        severity: entry.severity ?? rule.severity,
        state,
        target_key: target.key,
        target: JSON.stringify(toTarget(target)),
        condition: rule.condition,
        runbook_url: rule.runbook_url,
        end_reason: '',
        timeline: '[]',
        acknowledged_by: '',
        has_channel: JSON.parse(rule.channel_ids).length > 0 ? 1 : 0,
        started_at: at,
        fired_at: 0,
        ended_at: 0,
        last_event_at: at,
        acknowledged_at: 0,
        told_at: 0,
        repeat_at: 0,
        message: rule.message,
        ended_told_at: 0,
        silence_id: '',
        value: entry.value,
        peak: entry.value,
      };
      event.silence_id = findSilenceId(event);
      await tx.alerts.insertEvent(event);
    }
    const change: Partial<AlertEventRow> = {
      state,
      last_event_at: at,
      timeline: JSON.stringify([...parseTimeline(event.timeline), entry]),
      ...(entry.value === null ? {} : { value: entry.value }),
      ...(state === 'FIRING' ? { severity: entry.severity ?? event.severity } : {}),
      ...(state === 'FIRING' && !isWorse ? { fired_at: at } : {}),
      // It was acknowledged while it was milder.
      ...(isWorse ? { acknowledged_at: 0, acknowledged_by: '' } : {}),
      ...(isWorse && event.told_at > 0 ? { repeat_at: TOLD_AS_WORSE } : {}),
      ...(isOpenAlert(state) ? {} : { ended_at: at }),
    };
    await tx.alerts.updateEvent(event.id, change);
    event = { ...event, ...change };
    if (state === 'FIRING') {
      if (!isWorse) await tx.alertRules.setLastFired(rule.id, at);
      const rings = event.silence_id === '' && (await usesBell(tx, rule));
      if (rings) await ringBell(tx, ids, rule, target, event, now);
    } else if (!isOpenAlert(state)) await resolve(tx, rule.site_id, formatKey(rule.id, target.key), now);
  }
  if (!isOpenAlert(progress.state) || !event) {
    if (outcome.before) await tx.alerts.removeState(rule.id, target.key);
    return;
  }
  const peak = pickWorse(condition, event.peak, outcome.peak);
  if ((value !== null && value !== event.value) || peak !== event.peak)
    await tx.alerts.updateEvent(event.id, { value: value ?? event.value, peak });
  await tx.alerts.putState({
    rule_id: rule.id,
    target_key: target.key,
    event_id: event.id,
    state: progress.state,
    met_minutes: progress.metMinutes,
    clear_minutes: progress.clearMinutes,
    severe_minutes: progress.severeMinutes ?? 0,
  });
}

export async function discardOpenAlerts(
  tx: Repositories,
  ruleId: string,
  reason: string,
  now: number,
): Promise<void> {
  for (const state of await tx.alerts.states([ruleId])) await discardAlert(tx, state, reason, now);
}

export async function discardAlert(
  tx: Repositories,
  state: AlertStateRow,
  reason: string,
  now: number,
): Promise<void> {
  await tx.alerts.removeState(state.rule_id, state.target_key);
  const event = await tx.alerts.findEvent(state.event_id);
  if (!event) return;
  const entry: TimelineEntry = { state: 'DISCARDED', at: now, value: null };
  await tx.alerts.updateEvent(event.id, {
    state: 'DISCARDED',
    ended_at: now,
    last_event_at: now,
    end_reason: reason,
    timeline: JSON.stringify([...parseTimeline(event.timeline), entry]),
  });
  await resolve(tx, event.site_id, formatKey(state.rule_id, state.target_key), now);
}
