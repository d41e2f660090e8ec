import type { AlertRule, AlertScope, AlertTarget } from '../../../contract/entities/alert.ts';
import type { AlertSilence, SilenceState } from '../../../contract/entities/alert-silence.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { formatDateTimeInput, readDateTime } from '../../components/widgets/time-range/date-time-text.ts';

/** As edited; times as typed. */
export type SilenceConfig = {
  /** None: every rule. */
  ruleIds: string[];
  scope: AlertScope;
  /** Empty: now. */
  start: string;
  /** 0: until `end`. */
  minutes: number;
  end: string;
};

export const SILENCE_MINUTES = [15, 30, 60, 120, 240, 480, 1440, 2880, 10_080] as const;

export const createSilenceConfig = (ruleIds: string[], scope: AlertScope): SilenceConfig => ({
  ruleIds,
  scope,
  start: '',
  minutes: 60,
  end: '',
});

/** A stored silence for editing, with its end. */
export const toSilenceConfig = ({ ruleIds, scope, startsAt, endsAt }: AlertSilence): SilenceConfig => ({
  ruleIds,
  scope,
  start: formatDateTimeInput(Date.parse(startsAt) / 1000),
  minutes: 0,
  end: formatDateTimeInput(Date.parse(endsAt) / 1000),
});

export const formatSilenceMinutes = (minutes: number): string => {
  if (minutes === 0) return 'until';
  if (minutes < 60) return `for ${minutes} min`;
  if (minutes < 1440) return `for ${minutes / 60} h`;
  return minutes === 1440 ? 'for 1 day' : `for ${minutes / 1440} days`;
};

/** Unix seconds; undefined if unreadable. `start` is null for now. */
export function readSilenceTimes(
  { start, minutes, end }: SilenceConfig,
  now: number,
): { start: number | null | undefined; end: number | undefined } {
  const begins = start.trim() === '' ? null : readDateTime(start, now);
  if (minutes === 0) return { start: begins, end: readDateTime(end, now) };
  return { start: begins, end: begins === undefined ? undefined : (begins ?? now) + minutes * 60 };
}

/** Something that a silence can select. */
export type SilenceTarget = AlertTarget & { id: string };

const KIND_NAMES: Record<AlertTarget['kind'], string> = {
  source: 'Source',
  destination: 'Destination',
  node: 'Node',
  pipeline: 'Pipeline',
  site: 'Site',
  certificate: 'Certificate',
  key: 'API key',
  archive: 'Archive',
};

/** Unique, pipelines first: a source shared by pipelines appears once. */
export function listSilenceOptions(targets: readonly SilenceTarget[]) {
  const byId = new Map<string, { value: string; label: string; detail: string }>();
  const isPipeline = ({ kind }: SilenceTarget) => kind === 'pipeline';
  for (const target of [...targets.filter(isPipeline), ...targets.filter((one) => !isPipeline(one))]) {
    if (target.kind === 'site' || byId.has(target.id)) continue;
    byId.set(target.id, { value: target.id, label: target.name, detail: KIND_NAMES[target.kind] });
  }
  return [...byId.values()];
}

type Names = { rules: readonly Pick<AlertRule, 'id' | 'name'>[]; targets: readonly SilenceTarget[] };

const NAMED = 3;
const joinNames = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** `Every rule`, or their names. */
export const formatSilencedRules = (ruleIds: readonly string[], rules: Names['rules']): string =>
  ruleIds.length === 0
    ? 'Every rule'
    : joinNames(ruleIds.map((id) => rules.find((rule) => rule.id === id)?.name ?? 'a deleted rule'));

export function formatSilencedScope(scope: AlertScope, targets: Names['targets']): string {
  if (scope.kind === 'all') return 'everything on this site';
  if (scope.kind === 'pattern') return `everything named ${scope.pattern}`;
  const options = listSilenceOptions(targets);
  return joinNames(
    scope.ids.map((id) => options.find(({ value }) => value === id)?.label ?? 'a deleted item'),
  );
}

/** `Every rule, everything on this site`. */
export const describeSilenced = (
  { ruleIds, scope }: Pick<AlertSilence, 'ruleIds' | 'scope'>,
  { rules, targets }: Names,
): string => `${formatSilencedRules(ruleIds, rules)}: ${formatSilencedScope(scope, targets)}`;

export const SILENCE_LOOKS: Record<SilenceState, { label: string; shape: ShapeName; tone: Tone }> = {
  ACTIVE: { label: 'Active', shape: 'paused', tone: 'info' },
  PLANNED: { label: 'Planned', shape: 'dashed', tone: 'text2' },
  ENDED: { label: 'Ended', shape: 'check', tone: 'text3' },
};
