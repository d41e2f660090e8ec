import { NO_ALERT } from '../../../machines/alert-event/index.ts';
import type { AlertCondition, AlertOccasion, AlertTarget } from '../../contract/entities/alert.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertChannelRow, AlertEventRow, SiteRow } from '../store/schema.ts';
import { MINUTE_SECONDS } from '../store/series.ts';
import type { AlertMessage } from './channels/message.ts';
import { FIELD_GROUPS_MAX, groupByField, groupTargets } from './groups.ts';
import { followMinutes, pickWorse } from './judge.ts';
import { isBell, toMessage } from './messages.ts';
import { createSeriesView, type SeriesTools } from './series.ts';
import { chooseTargets, toTarget, type Watched } from './targets.ts';
import { createExampleEvent, type ToldRule } from './test-message.ts';

const SEEN_MINUTES = 60;
const GROUPS_MAX = 50;

type Tools = Pick<SeriesTools, 'analytics' | 'tx'>;
export type Example = {
  kind: 'ALERT' | 'VALUE' | 'THRESHOLD';
  target: AlertTarget;
  value: number;
  at: number;
};

/** Newest fired alert of the rule with the same kind of condition. */
async function findAlert(
  tx: Repositories,
  ruleId: string,
  { metric, aggregation, groupBy }: AlertCondition,
): Promise<Example | undefined> {
  const page = { offset: 0, limit: 1, descending: true };
  const { rows } = await tx.alerts.listEvents({ ruleIds: [ruleId], states: ['FIRING', 'RESOLVED'] }, page);
  const [event] = rows;
  const value = event?.peak ?? event?.value ?? null;
  if (!event || value === null || event.fired_at === 0) return undefined;
  const before = JSON.parse(event.condition) as AlertCondition;
  const isSame = before.metric === metric && before.aggregation === aggregation && before.groupBy === groupBy;
  if (!isSame) return undefined;
  return { kind: 'ALERT', target: JSON.parse(event.target) as AlertTarget, value, at: event.fired_at };
}

/** The newest value of the last hour that is farthest past the threshold, or closest to it. */
async function findValue(
  tools: Tools,
  siteId: string,
  condition: AlertCondition,
  targets: readonly Watched[],
  now: number,
): Promise<Example | undefined> {
  const to = Math.floor(now / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
  const lead = condition.windowMinutes;
  const span = { from: to - (SEEN_MINUTES + lead) * MINUTE_SECONDS, to };
  const chosen = chooseTargets(targets, condition.metric, condition.scope);
  const pipelineIds = [...new Set(chosen.map(({ pipelineId }) => pipelineId).filter(Boolean))];
  const view = createSeriesView(tools, { siteId, span, pipelineIds });
  const { groupField } = condition;
  const groups =
    groupField === undefined
      ? groupTargets(chosen, condition).slice(0, GROUPS_MAX)
      : groupByField(
          chosen,
          groupField,
          (await view.readValues(condition, chosen)).map(([value]) => value).slice(0, FIELD_GROUPS_MAX),
          [],
        );
  let worst: Example | undefined;
  for (const group of groups) {
    const points = await view.read(condition, group);
    const { value } = followMinutes(condition, points, { from: lead, to: points.length }, NO_ALERT);
    if (value === null || (worst && pickWorse(condition, worst.value, value) === worst.value)) continue;
    worst = { kind: 'VALUE', target: toTarget(group.target), value, at: to * 1000 };
  }
  return worst;
}

/** Example for previews: real values where there are any. */
export async function findExample(
  tools: Tools,
  site: SiteRow,
  { id, condition }: { id: string | undefined; condition: AlertCondition },
  targets: readonly Watched[],
  now: number,
): Promise<Example> {
  const known = id === undefined ? undefined : await findAlert(tools.tx, id, condition);
  const found = known ?? (await findValue(tools, site.id, condition, targets, now));
  if (found) return found;
  const [first] = groupTargets(chooseTargets(targets, condition.metric, condition.scope), condition);
  const ofSite = { kind: 'site', name: site.name, pipelineId: '', pipelineName: '', nodeId: '' } as const;
  const target = first ? toTarget(first.target) : ofSite;
  return { kind: 'THRESHOLD', target, value: condition.threshold, at: now };
}

export function createExampleMessage(
  rule: ToldRule,
  site: SiteRow,
  { target, value, at }: Example,
  occasion: AlertOccasion,
  { now, publicUrl }: { now: number; publicUrl: string },
): AlertMessage {
  const firing = createExampleEvent(rule, target, { value, at });
  const ended = { state: 'RESOLVED', ended_at: now } satisfies Partial<AlertEventRow>;
  const event = occasion === 'RESOLVED' ? { ...firing, ...ended } : firing;
  return toMessage(occasion === 'RESOLVED' ? 'RESOLVED' : 'FIRING', [event], site, { publicUrl, note: '' });
}

export const listTold = (channels: readonly AlertChannelRow[]): AlertChannelRow[] =>
  channels.filter((channel) => !isBell(channel));
