import type { AlertScope, AlertTarget } from '../../contract/entities/alert.ts';
import type { SilenceState } from '../../contract/entities/alert-silence.ts';
import { parsePlace } from '../analytics/places.ts';
import { formatTime } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertEventRow, AlertSilenceRow } from '../store/schema.ts';
import { ringHeldBell } from './events.ts';
import { compileNamePattern } from './name-pattern.ts';

type Choice = { ruleIds: readonly string[]; scope: AlertScope };
type Silenced = Pick<AlertEventRow, 'rule_id' | 'target' | 'target_key'>;

export const parseChoice = (row: Pick<AlertSilenceRow, 'rule_ids' | 'scope'>) => ({
  ruleIds: JSON.parse(row.rule_ids) as string[],
  scope: JSON.parse(row.scope) as AlertScope,
});

function listIds({ target_key }: Silenced, { pipelineId, nodeId }: AlertTarget): string[] {
  const { componentId } = target_key.includes('/') ? parsePlace(target_key) : { componentId: target_key };
  return [componentId, pipelineId, nodeId].filter((id) => id !== '');
}

export function createSilenceTest({ ruleIds, scope }: Choice): (event: Silenced) => boolean {
  const rules = new Set(ruleIds);
  const isOfRule = ({ rule_id }: Silenced) => rules.size === 0 || rules.has(rule_id);
  if (scope.kind === 'all') return isOfRule;
  const parseTarget = (event: Silenced) => JSON.parse(event.target) as AlertTarget;
  if (scope.kind === 'selected') {
    const ids = new Set(scope.ids);
    return (event) => isOfRule(event) && listIds(event, parseTarget(event)).some((id) => ids.has(id));
  }
  const fits = compileNamePattern(scope.pattern);
  return (event) => {
    if (!isOfRule(event)) return false;
    const { name, pipelineName } = parseTarget(event);
    return fits(name) || (pipelineName !== '' && fits(pipelineName));
  };
}

export function computeSilenceState(
  row: Pick<AlertSilenceRow, 'starts_at' | 'ends_at'>,
  now: number,
): SilenceState {
  if (row.ends_at <= now) return 'ENDED';
  return row.starts_at <= now ? 'ACTIVE' : 'PLANNED';
}

export type FindSilence = (event: Silenced) => AlertSilenceRow | undefined;

export const createSilenceFinder = (active: readonly AlertSilenceRow[]): FindSilence => {
  const tests = active.map((row) => ({ row, isCovered: createSilenceTest(parseChoice(row)) }));
  return (event) => tests.find(({ isCovered }) => isCovered(event))?.row;
};

/**
 * Marks open alerts with current silences. Alerts that still fire after a silence ring the bell if their rule
 * uses it; channel messages are made from the stored marks.
 * @returns how many marks changed
 */
export async function markSilenced(
  tx: Repositories,
  ids: IdSource,
  siteId: string,
  now: number,
): Promise<number> {
  const active = await tx.alertSilences.activeAt(siteId, now);
  const find = createSilenceFinder(active);
  let changed = 0;
  for (const event of await tx.alerts.listOpen(siteId, active.length === 0)) {
    const silence_id = find(event)?.id ?? '';
    if (silence_id === event.silence_id) continue;
    await tx.alerts.updateEvent(event.id, { silence_id });
    changed += 1;
    if (silence_id === '' && event.state === 'FIRING') await ringHeldBell(tx, ids, event, now);
  }
  return changed;
}

export const describeSilence = ({ created_by, ends_at }: AlertSilenceRow): string =>
  `Silenced by ${created_by} until ${formatTime(ends_at).slice(0, 16).replace('T', ' ')} UTC`;
