import type { ChannelType, DeliveryState, MessageKind } from '../../contract/alerts/channels.ts';
import { findConditionProblem } from '../../contract/alerts/condition.ts';
import { findTemplateProblem, RULE_VARIABLES } from '../../contract/alerts/message-template.ts';
import type { AlertEventState, AlertSeverity } from '../../contract/alerts/states.ts';
import type { AlertCondition, AlertEvent, AlertRule, AlertTarget } from '../../contract/entities/alert.ts';
import type { AlertDelivery } from '../../contract/entities/alert-channel.ts';
import { toCount } from '../../contract/parameters.ts';
import { discardAlert, parseCondition, parseTimeline } from '../alerts/events.ts';
import { computeRepeatAt, fillRuleMessage } from '../alerts/messages.ts';
import type { Watched } from '../alerts/targets.ts';
import { readAround, tryRule } from '../alerts/trial.ts';
import { parsePlace } from '../analytics/places.ts';
import { toHeld } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toPage, toWindow } from '../store/query.ts';
import type { AlertDeliveryRow, AlertEventRow, AlertRuleRow, AlertSilenceRow } from '../store/schema.ts';

const toMark = (row: AlertSilenceRow | undefined): AlertEvent['silence'] =>
  row ? { id: row.id, createdBy: row.created_by, endsAt: formatTime(row.ends_at), reason: row.reason } : null;

/** @param silences at least those of its alerts */
const toEvent = (
  row: AlertEventRow,
  silences: ReadonlyMap<string, AlertSilenceRow>,
  siteName: string,
): AlertEvent => ({
  id: row.id,
  name: row.name,
  siteId: row.site_id,
  ruleId: row.rule_id,
  severity: row.severity as AlertSeverity,
  state: row.state as AlertEventState,
  target: JSON.parse(row.target) as AlertTarget,
  condition: parseCondition(row.condition),
  value: row.value,
  peak: row.peak,
  runbookUrl: row.runbook_url,
  message: fillRuleMessage(row, siteName),
  startedAt: formatTime(row.started_at),
  firedAt: formatTime(row.fired_at),
  endedAt: formatTime(row.ended_at),
  endReason: row.end_reason,
  lastEventAt: formatTime(row.last_event_at),
  isAcknowledged: row.acknowledged_at > 0,
  acknowledgedBy: row.acknowledged_by,
  acknowledgedAt: formatTime(row.acknowledged_at),
  hasChannel: row.has_channel === 1,
  silence: toMark(silences.get(row.silence_id)),
});

async function toEvents(tx: Repositories, rows: readonly AlertEventRow[]): Promise<AlertEvent[]> {
  const ids = new Set(rows.map(({ silence_id }) => silence_id).filter((id) => id !== ''));
  const silences = new Map((await tx.alertSilences.findMany([...ids])).map((one) => [one.id, one]));
  const names = new Map((await tx.sites.list()).map(({ id, name }) => [id, name]));
  return rows.map((row) => toEvent(row, silences, names.get(row.site_id) ?? ''));
}

/** What went wrong names addresses and what receivers answered; why nothing was sent names neither. */
const describeProblem = ({ state, problem }: AlertDeliveryRow, isAdministrator: boolean): string =>
  isAdministrator || problem === '' || state === 'CANCELED' ? problem : 'Administrators see what went wrong';

const toDelivery = (row: AlertDeliveryRow, isAdministrator: boolean): AlertDelivery => ({
  id: row.id,
  channelName: row.channel_name,
  channelType: row.channel_type as ChannelType,
  kind: row.kind as MessageKind,
  state: row.state as DeliveryState,
  attempts: row.attempts,
  createdAt: formatTime(row.created_at),
  lastAttemptAt: formatTime(row.last_attempt_at),
  nextAttemptAt: formatTime(row.state === 'WAITING' ? row.next_attempt_at : 0),
  sentAt: formatTime(row.sent_at),
  problem: describeProblem(row, isAdministrator),
  advice: row.advice,
});

const toMilliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

/** Rules with what they say now: firing before pending. */
async function toRules(tx: Repositories, rows: readonly AlertRuleRow[]): Promise<AlertRule[]> {
  const states = Map.groupBy(await tx.alerts.states(rows.map(({ id }) => id)), ({ rule_id }) => rule_id);
  const open = [...states.values()].flat().map(({ event_id }) => event_id);
  const page = { offset: 0, limit: Math.max(1, open.length), descending: true };
  const events = open.length === 0 ? [] : (await tx.alerts.listEvents({ ids: open }, page)).rows;
  const eventById = new Map(events.map((event) => [event.id, event]));
  const sites = new Map<string, number>();
  for (const siteId of new Set(rows.map((row) => row.site_id)))
    sites.set(siteId, (await tx.alerts.findSite(siteId))?.evaluated_through ?? 0);
  return rows.map((row) => {
    const own = states.get(row.id) ?? [];
    const state = (['FIRING', 'PENDING'] as const).find((one) => own.some((entry) => entry.state === one));
    const ofState = own.filter((entry) => entry.state === state);
    const since = ofState.map(({ event_id }) => {
      const event = eventById.get(event_id);
      return (state === 'FIRING' ? event?.fired_at : event?.started_at) ?? 0;
    });
    return {
      id: row.id,
      name: row.name,
      siteId: row.site_id,
      condition: parseCondition(row.condition),
      severity: row.severity as AlertSeverity,
      channelIds: JSON.parse(row.channel_ids),
      enabled: row.enabled === 1,
      runbookUrl: row.runbook_url,
      repeatMinutes: row.repeat_minutes,
      message: row.message,
      readyMade: row.ready_made,
      state: state ?? 'INACTIVE',
      stateCount: ofState.length,
      stateSince: formatTime(since.length === 0 ? 0 : Math.min(...since)),
      lastFiredAt: formatTime(row.last_fired_at),
      evaluatedAt: formatTime((sites.get(row.site_id) ?? 0) * 1000),
      revision: row.revision,
      createdAt: formatTime(row.created_at),
      updatedAt: formatTime(row.updated_at),
    };
  });
}

async function requireRule(tx: Repositories, id: string): Promise<AlertRuleRow> {
  const row = await tx.alertRules.find(id);
  if (!row) throw notFound('alert rule', id);
  return row;
}

async function requireFreeRuleName(
  tx: Repositories,
  siteId: string,
  name: string,
  exceptId = '',
): Promise<void> {
  const isTaken = (await tx.alertRules.list([siteId])).some(
    (row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase(),
  );
  requireFreeName(isTaken, 'alertRule.name', 'Another rule of this site has this name');
}

/** @throws ContractError VALIDATION_FAILED for parts that do not go together */
function requireCondition(condition: AlertCondition): void {
  const problem = findConditionProblem(condition);
  if (!problem) return;
  const field = `alertRule.condition.${problem.field}`;
  throw invalid([{ field, rule: 'condition', message: problem.message }]);
}

function requireMessage(message: string): void {
  const problem = findTemplateProblem(message, RULE_VARIABLES);
  if (problem) throw invalid([{ field: 'alertRule.message', rule: 'template', message: problem }]);
}

/** @throws ContractError VALIDATION_FAILED naming the first that does not exist */
async function requireChannels(tx: Repositories, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length === 0) return;
  const known = new Set((await tx.alertChannels.list()).map(({ id }) => id));
  const unknown = channelIds.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = `must name channels; there is none with the id ${unknown}`;
  throw invalid([{ field: 'alertRule.channelIds', rule: 'exists', message }]);
}

const toWatched = (row: AlertEventRow): Watched => {
  const target = JSON.parse(row.target) as AlertTarget;
  const { componentId } = row.target_key.includes('/') ? parsePlace(row.target_key) : { componentId: '' };
  return { ...target, key: row.target_key, id: '', componentId };
};

type AlertCalls =
  | 'listAlertEvents'
  | 'countAlertEvents'
  | 'acknowledgeAlertEvents'
  | 'getAlertEvent'
  | 'listAlertRules'
  | 'createAlertRule'
  | 'updateAlertRule'
  | 'deleteAlertRule'
  | 'tryAlertRule'
  | 'listAlertTargets';

export const alertHandlers = {
  listAlertEvents: async ({ query, tx }) => {
    const filter = {
      siteIds: query.siteIds,
      states: query.states,
      ruleIds: query.ruleIds,
      from: toMilliseconds(query['timeRange.startUnixTimeSeconds']),
      to: toMilliseconds(query['timeRange.endUnixTimeSeconds']),
      orOpen: query.orOpen,
    };
    const { rows, totalCount } = await tx.alerts.listEvents(filter, toPage(query));
    return { events: await toEvents(tx, rows), pagination: { totalCount } };
  },

  countAlertEvents: async ({ query, tx }) => {
    const count = await tx.alerts.countEvents({
      siteIds: [query.siteId],
      from: toMilliseconds(query['timeRange.startUnixTimeSeconds']),
      to: toMilliseconds(query['timeRange.endUnixTimeSeconds']),
      isUnacknowledged: true,
      isHeard: true,
    });
    return { alertEventCount: toCount(count) };
  },

  acknowledgeAlertEvents: async ({ body, tx, principal, now, services, afterCommit }) => {
    const { siteId, acknowledgeAll, alertEventIds } = body;
    if (!acknowledgeAll && !alertEventIds) {
      const message = 'is needed, unless acknowledgeAll is true';
      throw invalid([{ field: 'alertEventIds', rule: 'required', message }]);
    }
    await requireSite(tx, siteId);
    const asked = { siteIds: [siteId], ...(alertEventIds ? { ids: alertEventIds } : {}) };
    const known = new Set(await tx.alerts.idsOfEvents(asked));
    const unknown = alertEventIds?.find((id) => !known.has(id));
    if (unknown !== undefined) throw notFound('alert event', unknown);
    const open = await tx.alerts.idsOfEvents({ ...asked, isUnacknowledged: true });
    await tx.alerts.acknowledge(open, { at: now, name: principal.user.name });
    if (open.length > 0) afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId }));
    return {};
  },

  getAlertEvent: async ({ path, tx, services, now, principal }) => {
    const row = await tx.alerts.findEvent(path.alertEventId);
    if (!row) throw notFound('alert event', path.alertEventId);
    const condition = parseCondition(row.condition);
    const around = { siteId: row.site_id, condition, target: toWatched(row) };
    const lasted = { startMs: row.started_at, endMs: row.ended_at };
    const series = await readAround({ analytics: services.analytics, tx }, around, lasted, now);
    const timeline = parseTimeline(row.timeline).map((entry) => ({ ...entry, at: formatTime(entry.at) }));
    const { isAdministrator } = toHeld(principal);
    const deliveries = (await tx.alertDeliveries.ofEvent(row.id)).map((one) =>
      toDelivery(one, isAdministrator),
    );
    const [event] = await toEvents(tx, [row]);
    if (!event) throw notFound('alert event', row.id);
    return { event, timeline, series, deliveries };
  },

  listAlertRules: async ({ query, tx }) => {
    const rows = await tx.alertRules.list(query.siteIds);
    const alertRules = await toRules(tx, toWindow(rows, query, 'desc'));
    return { alertRules, pagination: { totalCount: rows.length } };
  },

  createAlertRule: async ({ body, tx, services, now, afterCommit }) => {
    const { name, siteId, condition, severity, channelIds, enabled } = body.alertRule;
    const { runbookUrl, repeatMinutes, message } = body.alertRule;
    await requireSite(tx, siteId);
    requireCondition(condition);
    requireMessage(message);
    await requireChannels(tx, channelIds);
    await requireFreeRuleName(tx, siteId, name);
    const id = services.ids('alert');
    await tx.alertRules.insert({
      id,
      site_id: siteId,
      name,
      ready_made: '',
      condition: JSON.stringify(condition),
      severity,
      channel_ids: JSON.stringify(channelIds),
      runbook_url: runbookUrl,
      repeat_minutes: repeatMinutes,
      message,
      enabled: enabled ? 1 : 0,
      last_fired_at: 0,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId }));
    return { id };
  },

  updateAlertRule: async ({ body, tx, services, now, ifMatch, setEtag, afterCommit }) => {
    const { id, name, condition, severity, channelIds, enabled } = body.alertRule;
    const { runbookUrl, repeatMinutes, message } = body.alertRule;
    const row = await requireRule(tx, id);
    const [current] = await toRules(tx, [row]);
    requireVersion(ifMatch, row.revision, () => current);
    if (condition) requireCondition(condition);
    if (message) requireMessage(message);
    if (channelIds) await requireChannels(tx, channelIds);
    if (name !== undefined) await requireFreeRuleName(tx, row.site_id, name, id);
    const changed: AlertRuleRow = {
      ...row,
      name: name ?? row.name,
      condition: condition ? JSON.stringify(condition) : row.condition,
      severity: severity ?? row.severity,
      channel_ids: channelIds ? JSON.stringify(channelIds) : row.channel_ids,
      runbook_url: runbookUrl ?? row.runbook_url,
      repeat_minutes: repeatMinutes ?? row.repeat_minutes,
      message: message ?? row.message,
      enabled: enabled === undefined ? row.enabled : enabled ? 1 : 0,
      revision: row.revision + 1,
      updated_at: now,
    };
    await tx.alertRules.update(changed);
    if (changed.repeat_minutes !== row.repeat_minutes)
      await tx.alerts.setRepeat(id, computeRepeatAt(changed, now));
    const isOther = changed.condition !== row.condition;
    const isPaused = row.enabled === 1 && changed.enabled === 0;
    if (isOther || isPaused)
      for (const state of await tx.alerts.states([id]))
        await discardAlert(tx, state, isPaused ? 'Its rule was paused' : 'Its rule was changed', now);
    setEtag(changed.revision);
    afterCommit(() => {
      services.hub.publish({ type: 'notification.changed', siteId: row.site_id });
    });
    const [alertRule] = await toRules(tx, [changed]);
    if (!alertRule) throw notFound('alert rule', id);
    return { alertRule };
  },

  deleteAlertRule: async ({ path, tx, services, now, ifMatch, afterCommit }) => {
    const row = await requireRule(tx, path.alertRuleId);
    const [current] = await toRules(tx, [row]);
    requireVersion(ifMatch, row.revision, () => current);
    for (const state of await tx.alerts.states([row.id]))
      await discardAlert(tx, state, 'Its rule was deleted', now);
    await tx.alertRules.delete(row.id);
    afterCommit(() => {
      services.hub.publish({ type: 'notification.changed', siteId: row.site_id });
    });
    return {};
  },

  tryAlertRule: async ({ body, tx, services, now }) => {
    const { siteId, condition } = body.alertRule;
    requireCondition(condition);
    const targets = await services.alerts.readTargets(tx, await requireSite(tx, siteId));
    const tools = { analytics: services.analytics, tx };
    const trial = await services.apart.inTurn('trial', () =>
      tryRule(tools, { siteId, condition }, targets, now),
    );
    return { trial };
  },

  listAlertTargets: async ({ query, tx, services }) => {
    const targets = await services.alerts.readTargets(tx, await requireSite(tx, query.siteId));
    return {
      targets: targets.map(({ id, kind, name, pipelineId, pipelineName, nodeId }) => ({
        id,
        kind,
        name,
        pipelineId,
        pipelineName,
        nodeId,
      })),
    };
  },
} satisfies Pick<Handlers, AlertCalls>;
