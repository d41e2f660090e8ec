import type { ChannelType, DeliveryState, MessageKind } from '../../contract/alerts/channels.ts';
import type { AlertSeverity } from '../../contract/alerts/states.ts';
import type { AlertTarget } from '../../contract/entities/alert.ts';
import type { AlertDelivery } from '../../contract/entities/alert-channel.ts';
import type { AuditChange } from '../../contract/entities/audit.ts';
import { toCount } from '../../contract/parameters.ts';
import { requireCondition, requireMessage, requireSearch } from '../alerts/checks.ts';
import { toEvents, toRules } from '../alerts/entities.ts';
import { discardOpenAlerts, parseCondition, parseTimeline } from '../alerts/events.ts';
import { type AlertGroup, groupTargets } from '../alerts/groups.ts';
import { computeRepeatAt } from '../alerts/messages.ts';
import { chooseTargets, toTarget, type Watched } from '../alerts/targets.ts';
import { sendRuleTest } from '../alerts/test-message.ts';
import { readAround, tryRule } from '../alerts/trial.ts';
import { parsePlace } from '../analytics/places.ts';
import { toHeld } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { readOwner } from '../log-search/owner.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toPage, toWindow } from '../store/query.ts';
import type { AlertDeliveryRow, AlertEventRow, AlertRuleRow } from '../store/schema.ts';

/** Failures name addresses and receivers' answers; reasons for not sending do not. */
const HIDDEN_PROBLEM = 'Administrators see what went wrong';

const describeProblem = ({ state, problem }: AlertDeliveryRow, isAdministrator: boolean): string =>
  isAdministrator || problem === '' || state === 'CANCELED' ? problem : HIDDEN_PROBLEM;

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

/** @throws ContractError VALIDATION_FAILED naming the first unknown channel */
async function requireChannels(tx: Repositories, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length === 0) return;
  const known = new Set((await tx.alertChannels.list()).map(({ id }) => id));
  const unknown = channelIds.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = `must name channels; there is none with the id ${unknown}`;
  throw invalid([{ field: 'alertRule.channelIds', rule: 'exists', message }]);
}

/** The grouped things as the rule would watch them now. */
async function findGroup(
  { tx, services }: Pick<CallContext<'getAlertEvent'>, 'tx' | 'services'>,
  row: AlertEventRow,
): Promise<AlertGroup> {
  const target = toWatched(row);
  if (!target.group) return { target, things: [target] };
  const condition = parseCondition(row.condition);
  const site = await tx.sites.find(row.site_id);
  const targets = site ? await services.alerts.readTargets(tx, site) : [];
  const chosen = chooseTargets(targets, condition.metric, condition.scope);
  if (target.group.by === 'FIELD') return { target, things: chosen };
  const groups = groupTargets(chosen, condition);
  const now = groups.find((group) => group.target.key === target.key);
  return { target, things: now?.things ?? [] };
}

const toWatched = (row: AlertEventRow): Watched => {
  const target = JSON.parse(row.target) as AlertTarget;
  const { componentId } = row.target_key.includes('/') ? parsePlace(row.target_key) : { componentId: '' };
  return { ...target, key: row.target_key, id: '', componentId };
};

const HISTORY_MAX = 50;

type AlertCalls =
  | 'listAlertEvents'
  | 'countAlertEvents'
  | 'acknowledgeAlertEvents'
  | 'getAlertEvent'
  | 'listAlertRules'
  | 'listAlertRuleHistory'
  | 'createAlertRule'
  | 'updateAlertRule'
  | 'deleteAlertRule'
  | 'testAlertRule'
  | 'tryAlertRule'
  | 'listAlertTargets';

export const alertHandlers = {
  listAlertEvents: async ({ query, tx, services, now }) => {
    const filter = {
      siteIds: query.siteIds,
      states: query.states,
      ruleIds: query.ruleIds,
      from: toMilliseconds(query['timeRange.startUnixTimeSeconds']),
      to: toMilliseconds(query['timeRange.endUnixTimeSeconds']),
      orOpen: query.orOpen,
    };
    const { rows, totalCount } = await tx.alerts.listEvents(filter, toPage(query));
    return { events: await toEvents({ tx, engine: services.engine, now }, rows), pagination: { totalCount } };
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
    const around = { siteId: row.site_id, condition, group: await findGroup({ tx, services }, row) };
    const lasted = { startMs: row.started_at, endMs: row.ended_at };
    const series = await readAround({ analytics: services.analytics, tx }, around, lasted, now);
    const timeline = parseTimeline(row.timeline).map((entry) => ({ ...entry, at: formatTime(entry.at) }));
    const { isAdministrator } = toHeld(principal);
    const deliveries = (await tx.alertDeliveries.ofEvent(row.id)).map((one) =>
      toDelivery(one, isAdministrator),
    );
    const [event] = await toEvents({ tx, engine: services.engine, now }, [row]);
    if (!event) throw notFound('alert event', row.id);
    return { event, timeline, series, deliveries };
  },

  listAlertRules: async ({ query, tx, now, services }) => {
    const rows = await tx.alertRules.list(query.siteIds);
    const alertRules = await toRules(
      tx,
      toWindow(rows, query, 'desc'),
      now,
      services.alerts.matches.findProblem,
    );
    return { alertRules, pagination: { totalCount: rows.length } };
  },

  listAlertRuleHistory: async ({ path, tx }) => {
    const rule = await requireRule(tx, path.alertRuleId);
    const rows = await tx.audit.ofEntity(rule.site_id, rule.id, HISTORY_MAX);
    const entries = rows.map((row) => ({
      sequence: row.sequence,
      at: formatTime(row.at),
      userName: row.user_name,
      keyName: row.key_name,
      action: row.action,
      changes: (JSON.parse(row.changes) as AuditChange[]).filter(({ id }) => id === rule.id),
    }));
    return { entries };
  },

  createAlertRule: async ({ body, tx, services, now, principal, afterCommit }) => {
    const { name, siteId, condition, severity, channelIds, enabled } = body.alertRule;
    const { runbookUrl, repeatMinutes, message } = body.alertRule;
    await requireSite(tx, siteId);
    requireCondition(condition, severity);
    requireSearch(principal, condition, siteId);
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

  updateAlertRule: async ({ body, tx, services, now, principal, ifMatch, setEtag, afterCommit }) => {
    const { id, name, condition, severity, channelIds, enabled } = body.alertRule;
    const { runbookUrl, repeatMinutes, message } = body.alertRule;
    const row = await requireRule(tx, id);
    const [current] = await toRules(tx, [row], now);
    requireVersion(ifMatch, row.revision, () => current);
    if (condition || severity)
      requireCondition(
        condition ?? parseCondition(row.condition),
        severity ?? (row.severity as AlertSeverity),
      );
    if (condition) requireSearch(principal, condition, row.site_id);
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
      await discardOpenAlerts(tx, id, isPaused ? 'Its rule was paused' : 'Its rule was changed', now);
    setEtag(changed.revision);
    afterCommit(() => {
      services.hub.publish({ type: 'notification.changed', siteId: row.site_id });
    });
    const [alertRule] = await toRules(tx, [changed], now);
    if (!alertRule) throw notFound('alert rule', id);
    return { alertRule };
  },

  deleteAlertRule: async ({ path, tx, services, now, ifMatch, afterCommit }) => {
    const row = await requireRule(tx, path.alertRuleId);
    const [current] = await toRules(tx, [row], now);
    requireVersion(ifMatch, row.revision, () => current);
    await discardOpenAlerts(tx, row.id, 'Its rule was deleted', now);
    await tx.alertRules.delete(row.id);
    afterCommit(() => {
      services.hub.publish({ type: 'notification.changed', siteId: row.site_id });
    });
    return {};
  },

  tryAlertRule: async ({ body, tx, services, now, principal, note }) => {
    const { siteId, condition } = body.alertRule;
    requireCondition(condition);
    requireSearch(principal, condition, siteId);
    const { query } = condition;
    // Reads archives like a search.
    if (query !== undefined && services.searchNotes.isNew(readOwner(principal), siteId, query))
      await note({
        entity: 'logSearch',
        id: '',
        name: '',
        siteId,
        before: null,
        after: { query, sources: '' },
      });
    const targets = await services.alerts.readTargets(tx, await requireSite(tx, siteId));
    const tools = { analytics: services.analytics, tx, matches: services.alerts.matches };
    const trial = await services.apart.inTurn('trial', () =>
      tryRule(tools, { siteId, condition }, targets, now),
    );
    return { trial };
  },

  testAlertRule: async ({ path, tx, services, principal, now, note }) => {
    const rule = await requireRule(tx, path.alertRuleId);
    const site = await requireSite(tx, rule.site_id);
    const found = await Promise.all(
      (JSON.parse(rule.channel_ids) as string[]).map((id) => tx.alertChannels.find(id)),
    );
    const channels = found.filter((channel) => channel !== undefined);
    const condition = parseCondition(rule.condition);
    const { metric, scope } = condition;
    const chosen = chooseTargets(await services.alerts.readTargets(tx, site), metric, scope);
    const [first] = groupTargets(chosen, condition);
    const ofSite = { kind: 'site', name: site.name, pipelineId: '', pipelineName: '', nodeId: '' } as const;
    const target = first ? toTarget(first.target) : ofSite;
    const sent = await sendRuleTest(services, { rule, site, channels, target }, now);
    const { isAdministrator } = toHeld(principal);
    await note({
      entity: 'alertRule',
      id: rule.id,
      name: rule.name,
      siteId: site.id,
      before: null,
      after: {
        tested: true,
        channels: sent.map(
          ({ channel, outcome }) => `${channel.name}: ${outcome.isAccepted ? 'sent' : 'not sent'}`,
        ),
      },
    });
    return {
      results: sent.map(({ channel, outcome }) => {
        const problem = outcome.isAccepted ? '' : outcome.problem;
        return {
          channelName: channel.name,
          isAccepted: outcome.isAccepted,
          problem: isAdministrator || problem === '' ? problem : HIDDEN_PROBLEM,
          advice: outcome.isAccepted ? '' : outcome.advice,
        };
      }),
    };
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
