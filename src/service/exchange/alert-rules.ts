import { findConditionProblem, findWarningProblem } from '../../contract/alerts/condition.ts';
import { findTemplateProblem, RULE_VARIABLES } from '../../contract/alerts/message-template.ts';
import { METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertSeverity } from '../../contract/alerts/states.ts';
import type { PlanEntry } from '../../contract/calls/exchange.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import { discardOpenAlerts, parseCondition } from '../alerts/events.ts';
import { READY_MADE } from '../alerts/ready-made.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertRuleRow } from '../store/schema.ts';
import { type AlertDefinition, type Thing, toAlertValue } from './alert-rule-format.ts';
import { compareNames, type Placed, type PlacedDefinition } from './model.ts';
import type { Problems } from './problems.ts';

export type PlannedRule = { stored: AlertRuleRow | undefined; what: AlertDefinition; entry: PlanEntry };

export type RuleNames = {
  things: ReadonlyMap<string, Thing>;
  ids: ReadonlyMap<string, string>;
  channelNames: ReadonlyMap<string, string>;
  channelIds: ReadonlyMap<string, string>;
};

const formatThing = (thing: Thing): string => Object.entries(thing)[0]?.join(' ') ?? '';

/** @param tx after pipelines, sources and destinations were stored */
export async function readRuleNames(tx: Repositories, siteId: string): Promise<RuleNames> {
  const siteIds = [siteId];
  const things = new Map<string, Thing>();
  for (const row of (await tx.pipelines.list({ siteIds, types: ['USER'] })).rows)
    things.set(row.id, { pipeline: row.name });
  for (const row of (await tx.nodes.list({ kind: 'SOURCE', siteIds })).rows)
    things.set(row.id, { source: row.name });
  for (const row of (await tx.nodes.list({ kind: 'SINK', siteIds })).rows)
    things.set(row.id, { destination: row.name });
  const channels = await tx.alertChannels.list();
  return {
    things,
    ids: new Map([...things].map(([id, thing]) => [formatThing(thing), id])),
    channelNames: new Map(channels.map((row) => [row.id, row.name])),
    channelIds: new Map(channels.map((row) => [row.name, row.id])),
  };
}

export function toAlertDefinition(row: AlertRuleRow, { things, channelNames }: RuleNames): AlertDefinition {
  const { scope, ...condition } = parseCondition(row.condition);
  const named =
    scope.kind === 'selected'
      ? { kind: scope.kind, things: scope.ids.map((id): Thing => things.get(id) ?? { id }) }
      : scope;
  const channelIds: string[] = JSON.parse(row.channel_ids);
  return {
    name: row.name,
    severity: row.severity as AlertSeverity,
    condition: { ...condition, scope: named },
    channels: channelIds.flatMap((id) => channelNames.get(id) ?? []),
    runbookUrl: row.runbook_url,
    repeatMinutes: row.repeat_minutes,
    message: row.message,
    enabled: row.enabled === 1,
  };
}

function isAsMade(row: AlertRuleRow): boolean {
  const made = READY_MADE.find(({ id }) => id === row.ready_made);
  if (!made) return false;
  return row.revision === 1 && row.name === made.name;
}

/** Rules by name; unchanged ready-made ones only when requested by id. */
export async function readAlertDefinitions(
  tx: Repositories,
  siteId: string,
  ids?: readonly string[],
): Promise<AlertDefinition[]> {
  const names = await readRuleNames(tx, siteId);
  const rows = (await tx.alertRules.list([siteId])).filter((row) =>
    ids ? ids.includes(row.id) : !isAsMade(row),
  );
  return rows.map((row) => toAlertDefinition(row, names)).sort(compareNames);
}

type Found = { rules: PlannedRule[]; current: AlertDefinition[] };

function toFullCondition(
  { condition: given }: AlertDefinition,
  ids: (thing: Thing) => string | undefined,
): AlertCondition {
  const { scope, aggregation, ...rest } = given;
  const whole =
    scope.kind === 'selected'
      ? { kind: scope.kind, ids: scope.things.flatMap((thing) => ids(thing) ?? []) }
      : scope;
  return {
    ...rest,
    scope: whole,
    aggregation: aggregation ?? METRIC_INFO[given.metric].aggregations[0] ?? 'LAST',
  };
}

const findThing =
  (names: RuleNames) =>
  (thing: Thing): string | undefined =>
    'id' in thing ? thing.id : names.ids.get(formatThing(thing));

/** Planned changes of rules. Faults go to `problems`. */
export async function planAlertRules(
  tx: Repositories,
  problems: Problems,
  { alerts, pipelines, connections }: PlacedDefinition,
  siteId: string,
  listChanges: (before: unknown, after: unknown) => PlanEntry['changes'],
): Promise<Found> {
  if (alerts.length === 0) return { rules: [], current: [] };
  const names = await readRuleNames(tx, siteId);
  const stored = new Map((await tx.alertRules.list([siteId])).map((row) => [row.name.toLowerCase(), row]));
  const made = new Set([
    ...pipelines.map(({ what }) => `pipeline ${what.name}`),
    ...connections.map(({ what }) => `${what.kind === 'SOURCE' ? 'source' : 'destination'} ${what.name}`),
  ]);
  const checkOne = ({ what, path }: Placed<AlertDefinition>): PlannedRule => {
    const { scope } = what.condition;
    if (scope.kind === 'selected')
      for (const [index, thing] of scope.things.entries())
        if (findThing(names)(thing) === undefined && !made.has(formatThing(thing)))
          problems.add(
            [...path, 'condition', 'scope', 'things', index],
            'unknown',
            `There is no ${formatThing(thing).replace(' ', " '")}', neither in this definition nor in the site`,
          );
    for (const [index, channel] of what.channels.entries())
      if (!names.channelIds.has(channel))
        problems.add(
          [...path, 'channels', index],
          'unknown',
          `There is no channel '${channel}': administrators make channels`,
        );
    const condition = toFullCondition(what, (thing) => findThing(names)(thing) ?? 'new');
    const problem = findConditionProblem(condition);
    if (problem) problems.add([...path, 'condition', problem.field], 'condition', problem.message);
    const warning = findWarningProblem(condition, what.severity);
    if (warning) problems.add([...path, 'condition', 'warning', 'severity'], 'condition', warning);
    const message = findTemplateProblem(what.message, RULE_VARIABLES);
    if (message) problems.add([...path, 'message'], 'template', message);
    const row = stored.get(what.name.toLowerCase());
    const before = row && toAlertValue(toAlertDefinition(row, names));
    const changes = before ? listChanges(before, toAlertValue(what)) : [];
    const action = row ? (changes.length > 0 ? 'update' : 'unchanged') : 'create';
    const entry: PlanEntry = {
      kind: 'ALERT_RULE',
      name: what.name,
      action,
      id: row?.id ?? '',
      changes,
      appliesTo: [],
    };
    return { stored: row, what, entry };
  };
  const rules = alerts.map(checkOne);
  const current = rules.flatMap(({ stored: row }) => (row ? [toAlertDefinition(row, names)] : []));
  return { rules, current: current.sort(compareNames) };
}

/** Runs in the caller's transaction, after what rules name is stored. */
export async function applyAlertRules(
  services: Services,
  tx: Repositories,
  rules: readonly PlannedRule[],
  by: { siteId: string; now: number },
): Promise<void> {
  const changed = rules.filter(({ entry }) => entry.action !== 'unchanged');
  if (changed.length === 0) return;
  const names = await readRuleNames(tx, by.siteId);
  for (const { stored, what, entry } of changed) {
    const condition = JSON.stringify(toFullCondition(what, findThing(names)));
    const fields = {
      name: what.name,
      condition,
      severity: what.severity,
      channel_ids: JSON.stringify(what.channels.flatMap((channel) => names.channelIds.get(channel) ?? [])),
      runbook_url: what.runbookUrl,
      repeat_minutes: what.repeatMinutes,
      message: what.message,
      enabled: what.enabled ? 1 : 0,
      updated_at: by.now,
    };
    if (!stored) {
      entry.id = services.ids('alert');
      const blank = { ready_made: '', last_fired_at: 0, revision: 1, created_at: by.now };
      await tx.alertRules.insert({ ...blank, ...fields, id: entry.id, site_id: by.siteId });
      continue;
    }
    await tx.alertRules.update({ ...stored, ...fields, revision: stored.revision + 1 });
    const isPaused = stored.enabled === 1 && fields.enabled === 0;
    if (stored.condition !== condition || isPaused)
      await discardOpenAlerts(
        tx,
        stored.id,
        isPaused ? 'Its rule was paused' : 'Its rule was changed',
        by.now,
      );
  }
}
