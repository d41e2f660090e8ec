import type { AlertCondition } from '../../contract/entities/alert.ts';
import { getErrorMessage } from '../../contract/values.ts';
import { type ArchiveCounts, type ArchiveSearches, ArchiveSearchFailed } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import { collectPlaces, listArchivedSources } from '../log-search/archive-folders.ts';
import type { RemoteEngines } from '../remote-engines/remote-engines.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertRunRow, NodeRow } from '../store/schema.ts';
import { openConfig, type Sealer } from '../store/sealing.ts';
import { MINUTE_SECONDS } from '../store/series.ts';
import { FIELD_GROUPS_MAX } from './groups.ts';
import {
  FIELD_MATCHES,
  formatMatchesKey,
  formatValueKey,
  type Matches,
  type MatchesAsked,
} from './match-series.ts';
import { countMinutes, type Span, spreadRuns } from './runs.ts';
import { chooseTargets, type Watched } from './targets.ts';

const TURN_BUDGET_MS = 20_000;
const TRIAL_BUDGET_MS = 30_000;
export const ARCHIVES_MAX = 20;
const ENDED_MAX = 100;
/** When an archive does not limit the age of its open files. */
const FILE_WAIT_MS = 60_000;

type Counted = {
  /** One per minute of the span; null without data. */
  values: (number | null)[];
  groups: Map<string, (number | null)[]>;
  problem: string;
};

type Rule = { id: string; condition: AlertCondition };
type Need = MatchesAsked & { target: Watched; windowMinutes: number; ruleIds: string[] };

const describeOverrun = ({ name }: Watched): string =>
  `The archive of '${name}' is not counted each minute: all searches of the rules of a site may take ${TURN_BUDGET_MS / 1000} s`;

type Tools = {
  searches: Pick<ArchiveSearches, 'counts'>;
  remoteEngines: Pick<RemoteEngines, 'has'>;
  sealer: Sealer;
  steady: Clock;
};

/** Files are written with a delay, and take a moment to write. */
async function readDelayMinutes(tx: Repositories, sealer: Sealer, source: NodeRow): Promise<number> {
  const sink = await tx.nodes.find(source.archive_sink_id);
  const { files } = (sink ? openConfig({ sealer }, sink) : {}) as { files?: { timeoutMs?: number } };
  return Math.ceil((files?.timeoutMs ?? FILE_WAIT_MS) / 60_000) + 1;
}

/** Start of its first archive, in Unix milliseconds. */
async function readBegin(tx: Repositories, source: NodeRow): Promise<number> {
  const { rows } = await tx.endedArchives.list(source.id, ENDED_MAX);
  return Math.min(source.archive_since, ...rows.map(({ since }) => since));
}

/** Runs of equal values; the first may continue a stored one. */
function toRuns(
  place: Pick<AlertRunRow, 'site_id' | 'target_key' | 'metric'>,
  values: readonly (number | null)[],
  from: number,
  before: AlertRunRow | undefined,
): AlertRunRow[] {
  const runs: AlertRunRow[] = [];
  let last = before;
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const minute = from + index * MINUTE_SECONDS;
    const isSame = last?.to_minute === minute && last.value === value;
    if (isSame && last) {
      const longer = { ...last, to_minute: minute + MINUTE_SECONDS };
      if (runs.at(-1) === last) runs.pop();
      last = longer;
    } else {
      const to_minute = minute + MINUTE_SECONDS;
      last = { ...place, from_minute: minute, to_minute, value };
    }
    runs.push(last);
  }
  return runs;
}

/** The commonest values; minutes without matches are in the total. */
function pickValues({ groups }: Counted): [value: string, minutes: (number | null)[]][] {
  const total = (minutes: readonly (number | null)[]) =>
    minutes.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return [...groups]
    .sort(([, one], [, other]) => total(other) - total(one))
    .slice(0, FIELD_GROUPS_MAX)
    .map(([value, minutes]) => [value, minutes.map((count) => count || null)]);
}

/**
 * Counts matches per minute. A minute counts the matches of an earlier one, whose files are complete by then.
 */
export function createLogMatches({ searches, remoteEngines, sealer, steady }: Tools) {
  /** By site and key: end of the newest minute tried. */
  const tried = new Map<string, Map<string, number>>();
  const problems = new Map<string, string>();

  const count = async (
    tx: Repositories,
    { siteId, target, query, field, span }: MatchesAsked & { siteId: string; target: Watched; span: Span },
    limitMs: number,
  ): Promise<Counted> => {
    const nothing = (problem: string): Counted => ({
      values: new Array(countMinutes(span)).fill(null),
      groups: new Map(),
      problem: `Nothing is known of the archive of '${target.name}': ${problem}`,
    });
    const sources = await listArchivedSources({ sealer, remoteEngines }, tx, siteId, [target.nodeId]);
    const { folders, unread } = collectPlaces(sources);
    const [first] = unread;
    if (first) return nothing(first.reason);
    const source = sources[0]?.source;
    if (!source?.archive_id || folders.length === 0) return nothing('it is not archived any more');
    const delay = (await readDelayMinutes(tx, sealer, source)) * MINUTE_SECONDS;
    const begin = (await readBegin(tx, source)) / 1000;
    const seen = { from: span.from - delay, to: span.to - delay };
    const away = spreadRuns(
      (await tx.alerts.runs(siteId, ['engineAway'], seen.from, seen.to)).filter(
        (run) => run.target_key === siteId,
      ),
      seen,
    );
    let found: ArchiveCounts | undefined;
    let isLate = false;
    try {
      found = await searches.counts(
        {
          want: 'counts',
          query,
          folders,
          from: seen.from * 1_000_000,
          to: seen.to * 1_000_000,
          bucketSeconds: MINUTE_SECONDS,
          groupBy: field,
          skipsFacets: true,
        },
        {
          signal: AbortSignal.timeout(Math.max(1, Math.round(limitMs))),
          onProgress: (counts) => {
            found = counts;
          },
        },
      );
      isLate = !found.isComplete;
    } catch (error) {
      if (!(error instanceof ArchiveSearchFailed) || !found) return nothing(getErrorMessage(error));
      isLate = true;
    }
    const [fault] = found.reading.unread;
    if (fault) return nothing(`${fault.file}: ${fault.reason}`);
    const { countedFrom, groups } = found;
    const all = new Map(found.buckets);
    const isKnown = away.map((isAway, index) => {
      const minute = seen.from + index * MINUTE_SECONDS;
      const isCounted = minute * 1_000_000 >= countedFrom && (isAway ?? 0) === 0;
      return isCounted && (minute >= begin || all.has(minute));
    });
    const toMinutes = (byMinute: ReadonlyMap<number, number>): (number | null)[] =>
      isKnown.map((one, index) => (one ? (byMinute.get(seen.from + index * MINUTE_SECONDS) ?? 0) : null));
    const problem = isLate
      ? `Only a part of the archive of '${target.name}' was counted: that takes longer than ${Math.round(limitMs / 1000)} s`
      : '';
    return {
      values: toMinutes(all),
      groups: new Map(groups?.values.map(({ value, buckets }) => [value, toMinutes(new Map(buckets))])),
      problem,
    };
  };

  const collectNeeds = (rules: readonly Rule[], targets: readonly Watched[]) => {
    const needs = new Map<string, Need>();
    for (const { id, condition } of rules) {
      const { metric, scope, query = '', groupField: field, windowMinutes } = condition;
      if (metric !== 'logMatches') continue;
      problems.delete(id);
      const chosen = chooseTargets(targets, metric, scope);
      if (chosen.length > ARCHIVES_MAX)
        problems.set(id, `It counts in the first ${ARCHIVES_MAX} of ${chosen.length} archives`);
      for (const target of chosen.slice(0, ARCHIVES_MAX)) {
        const key = formatMatchesKey(target.key, query, field);
        const need = needs.get(key) ?? { target, query, field, windowMinutes, ruleIds: [] };
        need.windowMinutes = Math.max(need.windowMinutes, windowMinutes);
        need.ruleIds.push(id);
        needs.set(key, need);
      }
    }
    return needs;
  };

  return {
    /**
     * Counts and stores each needed minute once; what cannot be counted stays unknown.
     * @param span evaluated minutes
     */
    follow: async (
      tx: Repositories,
      siteId: string,
      { rules, targets, span }: { rules: readonly Rule[]; targets: readonly Watched[]; span: Span },
    ): Promise<void> => {
      const needs = collectNeeds(rules, targets);
      const before = tried.get(siteId) ?? new Map<string, number>();
      const now = new Map<string, number>();
      tried.set(siteId, now);
      if (needs.size === 0) return;
      const widest = Math.max(...[...needs.values()].map(({ windowMinutes }) => windowMinutes));
      const from = span.from - widest * MINUTE_SECONDS;
      const stored = Map.groupBy(
        await tx.alerts.runs(siteId, ['logMatches', FIELD_MATCHES], from, span.to),
        (run) => run.target_key,
      );
      const deadline = steady() + TURN_BUDGET_MS;
      // Longest wait first, so that too many searches take turns.
      const inTurn = [...needs].toSorted(([a], [b]) => (before.get(a) ?? 0) - (before.get(b) ?? 0));
      for (const [key, { target, query, field, windowMinutes, ruleIds }] of inTurn) {
        if (steady() >= deadline) {
          now.set(key, before.get(key) ?? 0);
          const problem = describeOverrun(target);
          for (const id of ruleIds) problems.set(id, problem);
          continue;
        }
        now.set(key, span.to);
        const runs = stored.get(key) ?? [];
        const begin = span.from - (windowMinutes - 1) * MINUTE_SECONDS;
        const last = before.get(key) ?? 0;
        const counted = runs.at(-1)?.to_minute ?? 0;
        const start = Math.max(begin, last > span.to ? 0 : last, counted > span.to ? 0 : counted);
        if (start >= span.to) continue;
        const asked = { siteId, target, query, field, span: { from: start, to: span.to } };
        const found = await count(tx, asked, Math.max(1, deadline - steady()));
        if (found.problem !== '') for (const id of ruleIds) problems.set(id, found.problem);
        const metric = field === undefined ? 'logMatches' : FIELD_MATCHES;
        const place = { site_id: siteId, target_key: key, metric };
        const rows = toRuns(place, found.values, start, runs.at(-1));
        for (const [value, minutes] of pickValues(found))
          rows.push(
            ...toRuns({ ...place, target_key: formatValueKey(key, value) }, minutes, start, undefined),
          );
        if (rows.length > 0) await tx.alerts.putRuns(rows);
      }
    },
    /** Counts without storing. @returns a reader for the minutes of a span, and its first problem */
    createTrial: (tx: Repositories, siteId: string) => {
      const deadline = steady() + TRIAL_BUDGET_MS;
      let problem = '';
      return {
        read: async (target: Watched, asked: MatchesAsked, span: Span): Promise<Matches> => {
          const found = await count(tx, { ...asked, siteId, target, span }, deadline - steady());
          if (problem === '') problem = found.problem;
          return found;
        },
        problem: () => problem,
      };
    },
    findProblem: (ruleId: string): string => problems.get(ruleId) ?? '',
  };
}

export type LogMatches = ReturnType<typeof createLogMatches>;
