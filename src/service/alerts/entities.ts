import { isOpenAlert } from '../../../machines/alert-event/index.ts';
import { type AlertSubject, METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertEventState, AlertSeverity } from '../../contract/alerts/states.ts';
import type { AlertCondition, AlertEvent, AlertRule, AlertTarget } from '../../contract/entities/alert.ts';
import { formatTime } from '../clock.ts';
import type { SiteEngines } from '../sites/engines.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertEventRow, AlertRuleRow, AlertSilenceRow } from '../store/schema.ts';
import { parseCondition } from './events.ts';
import { isEngineHere } from './measure.ts';
import { FLAP_WINDOW_MS, FLAPS, fillRuleMessage } from './messages.ts';
import { parseChoice } from './silences.ts';

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

type Tools = { tx: Repositories; engine: Pick<SiteEngines, 'stateOf' | 'lastHeartbeatOf'>; now: number };

const UNLIKE_PIPELINES: readonly AlertSubject[] = ['site', 'certificate', 'key', 'archive'];
/** Needs data that is missing while the engine is away. */
const isOfRunning = ({ metric }: AlertCondition, { pipelineId, group }: AlertTarget): boolean =>
  metric !== 'deploymentFailed' &&
  (pipelineId !== '' || (group !== undefined && !UNLIKE_PIPELINES.includes(METRIC_INFO[metric].subject)));

/** Open alerts: whether they flap, and whether they can be evaluated. */
async function findRemarks({ tx, engine, now }: Tools, rows: readonly AlertEventRow[]) {
  const open = rows.filter(({ state }) => isOpenAlert(state as AlertEventState));
  const siteIds = [...new Set(open.map(({ site_id }) => site_id))];
  const firings = await tx.alerts.countFirings(siteIds, now - FLAP_WINDOW_MS, FLAPS);
  const away = new Set(siteIds.filter((id) => !isEngineHere(engine, id, now)));
  return (row: AlertEventRow, event: AlertEvent): Pick<AlertEvent, 'recentFirings' | 'isHeld'> => {
    if (!isOpenAlert(event.state)) return {};
    const recentFirings = firings.get(`${row.rule_id}@${row.target_key}`);
    const isHeld = away.has(row.site_id) && isOfRunning(event.condition, event.target);
    return { ...(recentFirings ? { recentFirings } : {}), ...(isHeld ? { isHeld } : {}) };
  };
}

export async function toEvents(tools: Tools, rows: readonly AlertEventRow[]): Promise<AlertEvent[]> {
  const { tx } = tools;
  const ids = new Set(rows.map(({ silence_id }) => silence_id).filter((id) => id !== ''));
  const silences = new Map((await tx.alertSilences.findMany([...ids])).map((one) => [one.id, one]));
  const names = new Map((await tx.sites.list()).map(({ id, name }) => [id, name]));
  const findRemark = await findRemarks(tools, rows);
  return rows.map((row) => {
    const event = toEvent(row, silences, names.get(row.site_id) ?? '');
    return { ...event, ...findRemark(row, event) };
  });
}

/** A silence over all the rule watches, else over one of its open alerts. */
function findRuleSilence(
  rule: AlertRuleRow,
  active: readonly AlertSilenceRow[],
  ofOpen: readonly string[],
): AlertRule['silence'] {
  const isWhole = (row: AlertSilenceRow) => {
    const { ruleIds, scope } = parseChoice(row);
    return scope.kind === 'all' && (ruleIds.length === 0 || ruleIds.includes(rule.id));
  };
  const whole = active.find(isWhole);
  const row = whole ?? active.find(({ id }) => ofOpen.includes(id));
  if (!row) return undefined;
  const { id, created_by, ends_at } = row;
  return { id, createdBy: created_by, endsAt: formatTime(ends_at), isWhole: whole !== undefined };
}

/**
 * Rules with their state, firing before pending.
 * @param findProblem why data is missing, or empty
 */
export async function toRules(
  tx: Repositories,
  rows: readonly AlertRuleRow[],
  now: number,
  findProblem: (ruleId: string) => string = () => '',
): Promise<AlertRule[]> {
  const states = Map.groupBy(await tx.alerts.states(rows.map(({ id }) => id)), ({ rule_id }) => rule_id);
  const open = [...states.values()].flat().map(({ event_id }) => event_id);
  const page = { offset: 0, limit: Math.max(1, open.length), descending: true };
  const events = open.length === 0 ? [] : (await tx.alerts.listEvents({ ids: open }, page)).rows;
  const eventById = new Map(events.map((event) => [event.id, event]));
  const sites = new Map<string, number>();
  const silences = new Map<string, AlertSilenceRow[]>();
  for (const siteId of new Set(rows.map((row) => row.site_id))) {
    sites.set(siteId, (await tx.alerts.findSite(siteId))?.evaluated_through ?? 0);
    silences.set(siteId, await tx.alertSilences.activeAt(siteId, now));
  }
  return rows.map((row) => {
    const own = states.get(row.id) ?? [];
    const state = (['FIRING', 'PENDING'] as const).find((one) => own.some((entry) => entry.state === one));
    const ofState = own.filter((entry) => entry.state === state);
    const since = ofState.map(({ event_id }) => {
      const event = eventById.get(event_id);
      return (state === 'FIRING' ? event?.fired_at : event?.started_at) ?? 0;
    });
    const ofOpen = own.map(({ event_id }) => eventById.get(event_id)?.silence_id ?? '');
    const silence = findRuleSilence(row, silences.get(row.site_id) ?? [], ofOpen);
    const problem = row.enabled === 1 ? findProblem(row.id) : '';
    return {
      ...(silence ? { silence } : {}),
      ...(problem === '' ? {} : { problem }),
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
