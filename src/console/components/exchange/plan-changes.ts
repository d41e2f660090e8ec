import type { DefinitionChange, DefinitionKind, PlanEntry } from '../../../contract/calls/exchange.ts';
import { REPOSITORY_NOUNS } from '../../../contract/requested-change.ts';
import { counted } from '../../../contract/values.ts';
import type { Change, ChangeLine } from '../widgets/change-list/types.ts';

const NOUNS: Record<DefinitionKind, string> = {
  ...REPOSITORY_NOUNS,
  ALERT_RULE: 'alert rule',
};
const ICONS = {
  LOOKUP: 'table',
  SOURCE: 'source',
  SINK: 'destination',
  PIPELINE: 'pipeline',
  ALERT_RULE: 'bellRing',
} as const;

const VALUE_MAX_LENGTH = 300;

function formatPlanValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)} …` : text;
}

/** Turns `graph.[Parse].config.field` into `Parse: config.field`. */
const formatFieldName = (field: string): string =>
  field.replace(/^graph\.\[(.*?)\](\.|$)/, (_, name) => `${name}: `).replace(/: $/, '');

function toPlanLine({ field, before, after, secret }: DefinitionChange): ChangeLine {
  const label = formatFieldName(field);
  if (secret) return { label, before: undefined, after: 'another secret' };
  return { label, before: formatPlanValue(before), after: formatPlanValue(after) };
}

export const toPlanChanges = (entries: readonly PlanEntry[]): Change[] =>
  entries
    .filter(({ action }) => action !== 'unchanged')
    .map(({ kind, name, action, changes, appliesTo }) => ({
      key: `${kind} ${name}`,
      kind: action === 'create' ? 'added' : 'changed',
      title: name,
      note: action === 'create' ? `new ${NOUNS[kind]}` : NOUNS[kind],
      icon: ICONS[kind],
      lines: changes.map(toPlanLine),
      ...(appliesTo.length > 0 ? { warning: `Applies at once to what runs: ${appliesTo.join(', ')}` } : {}),
    }));

const formatThings = (count: number): string => counted(count, 'thing');

export function summarizePlan(entries: readonly PlanEntry[]): string {
  const count = (action: PlanEntry['action']) => entries.filter((one) => one.action === action).length;
  const [created, updated, same] = [count('create'), count('update'), count('unchanged')];
  const parts = [
    created > 0 ? `${formatThings(created)} created` : '',
    updated > 0 ? `${formatThings(updated)} changed` : '',
    same > 0 ? `${formatThings(same)} unchanged` : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'The definition is empty.' : `${parts.join(', ')}.`;
}
