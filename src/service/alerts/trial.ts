import { isOpenAlert, NO_ALERT } from '../../../machines/alert-event/index.ts';
import { isUpward } from '../../contract/alerts/condition.ts';
import { METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertCondition, AlertSeries, AlertTrial } from '../../contract/entities/alert.ts';
import { MINUTE_SECONDS } from '../store/series.ts';
import { type AlertGroup, groupByField, groupTargets } from './groups.ts';
import { followMinutes, judgeMinute, type Points, pickWorse } from './judge.ts';
import { ARCHIVES_MAX, type LogMatches } from './log-matches.ts';
import type { Span } from './runs.ts';
import { createSeriesView, type SeriesTools, type SeriesView } from './series.ts';
import { chooseTargets, toTarget, type Watched } from './targets.ts';

const TRIAL_DAYS = 7;
const DAY_MINUTES = 1440;
const DAY_SECONDS = 86_400;
/** A trial reads seven days of each thing, also of grouped ones. */
const COMPUTED_MAX = 50;
const COMPUTED_THINGS_MAX = 200;
const SHOWN_FIRINGS = 100;
const SHOWN_SERIES = 5;
const CHART_POINTS = 288;

type Tools = Pick<SeriesTools, 'analytics' | 'tx'> & { matches: Pick<LogMatches, 'createTrial'> };

/** A limited number of points: each shows its worst minute, so that no firing is hidden. */
function drawPoints(
  condition: AlertCondition,
  values: readonly (number | null)[],
  span: Span,
): AlertSeries['points'] {
  const width = Math.max(1, Math.ceil(values.length / CHART_POINTS));
  const points: AlertSeries['points'] = [];
  for (let begin = 0; begin < values.length; begin += width) {
    const worst = values
      .slice(begin, begin + width)
      .reduce<number | null>((one, other) => pickWorse(condition, one, other), null);
    if (worst === null) continue;
    // A minute's value is at its end.
    const end = Math.min(values.length, begin + width);
    points.push({
      unixTimeSeconds: span.from + end * MINUTE_SECONDS,
      value: Math.round(worst * 1000) / 1000,
    });
  }
  return points;
}

const judgeValues = (condition: AlertCondition, points: Points, from: number): (number | null)[] =>
  points.slice(from).map((_, index) => judgeMinute(condition, points, from + index)?.value ?? null);

function findGaps(known: readonly boolean[], from: number): AlertTrial['gaps'] {
  const gaps: AlertTrial['gaps'] = [];
  for (const [index, isKnown] of known.entries()) {
    if (isKnown) continue;
    const start = from + index * MINUTE_SECONDS;
    const last = gaps.at(-1);
    if (last && last.endUnixTimeSeconds === start) last.endUnixTimeSeconds = start + MINUTE_SECONDS;
    else gaps.push({ startUnixTimeSeconds: start, endUnixTimeSeconds: start + MINUTE_SECONDS });
  }
  return gaps;
}

type Firing = AlertTrial['firings'][number];

type Picked = {
  computed: AlertGroup[];
  count: number;
  problem: string;
};

/** The first groups that fit completely. */
function pickComputed(chosen: readonly Watched[], condition: AlertCondition): Picked {
  const groups = groupTargets(chosen, condition);
  const isSearch = condition.metric === 'logMatches';
  const most = isSearch ? ARCHIVES_MAX : COMPUTED_THINGS_MAX;
  let things = 0;
  const computed = groups.slice(0, isSearch ? ARCHIVES_MAX : COMPUTED_MAX).filter((group) => {
    things += group.things.length;
    return things <= most;
  });
  const isNone = computed.length === 0 && groups.length > 0;
  const problem = isNone ? `More than ${most} share an alert: too many to compute ${TRIAL_DAYS} days of` : '';
  return { computed, count: groups.length, problem };
}

async function pickValues(
  view: SeriesView,
  chosen: readonly Watched[],
  condition: AlertCondition,
  field: string,
): Promise<Picked> {
  const archives = chosen.slice(0, ARCHIVES_MAX);
  if (archives.length === 0)
    return {
      computed: [],
      count: 0,
      problem: 'Its scope has no archived source of a running pipeline',
    };
  const values = (await view.readValues(condition, archives)).map(([value]) => value);
  return { computed: groupByField(archives, field, values, []), count: values.length, problem: '' };
}

export async function tryRule(
  { analytics, tx, matches }: Tools,
  { siteId, condition }: { siteId: string; condition: AlertCondition },
  targets: readonly Watched[],
  nowMs: number,
): Promise<AlertTrial> {
  const to = Math.floor(nowMs / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
  const span = { from: to - TRIAL_DAYS * DAY_SECONDS, to };
  const chosen = chooseTargets(targets, condition.metric, condition.scope);
  const { groupField } = condition;
  const picked = groupField === undefined ? pickComputed(chosen, condition) : undefined;
  const things = picked?.computed.flatMap((group) => group.things) ?? [];
  const pipelineIds = [...new Set(things.map(({ pipelineId }) => pipelineId).filter(Boolean))];
  const trial = matches.createTrial(tx, siteId);
  const tools = { analytics, tx, countMatches: trial.read };
  const view = createSeriesView(tools, { siteId, span, pipelineIds, isNarrow: true });
  const { computed, count, problem } =
    picked ?? (await pickValues(view, chosen, condition, groupField ?? ''));
  const isAway = condition.metric === 'engineAway' ? undefined : await view.readAway();
  const firings: Firing[] = [];
  const drawn: { series: AlertSeries; worst: number | null }[] = [];
  const chartFrom = view.length - DAY_MINUTES;
  const known: boolean[] = new Array(DAY_MINUTES).fill(false);
  let tooShortCount = 0;
  let firstKnown = Number.POSITIVE_INFINITY;
  let worstNow: number | null = null;
  const toTime = (index: number) => span.from + (index + 1) * MINUTE_SECONDS;
  for (const group of computed) {
    const { target } = group;
    const points = await view.read(condition, group);
    const minutes = { from: 0, to: points.length, firstEnd: span.from / MINUTE_SECONDS + 1 };
    const { transitions: all, value, progress } = followMinutes(condition, points, minutes, NO_ALERT, isAway);
    let open: Firing | undefined;
    // Rising severity is no new firing.
    const transitions = all.filter(
      ({ state }, at) => state !== 'FIRING' || all.at(at - 1)?.state !== 'FIRING' || at === 0,
    );
    const judged = judgeValues(condition, points, 0);
    for (const [at, { state, index }] of transitions.entries()) {
      if (state === 'FIRING') {
        const until = transitions[at + 1]?.index ?? points.length - 1;
        const peak = judged
          .slice(index, until + 1)
          .reduce<number | null>((one, other) => pickWorse(condition, one, other), null);
        open = {
          target: toTarget(target),
          startUnixTimeSeconds: toTime(index),
          endUnixTimeSeconds: null,
          peak,
        };
        firings.push(open);
      } else if (open) {
        open.endUnixTimeSeconds = toTime(index);
        open = undefined;
      } else if (state === 'DISCARDED') tooShortCount += 1;
    }
    const first = points.findIndex((one) => typeof one === 'number');
    if (first !== -1) firstKnown = Math.min(firstKnown, span.from + first * MINUTE_SECONDS);
    if (isOpenAlert(progress.state) || value !== null) worstNow = pickWorse(condition, worstNow, value);
    const day = judged.slice(chartFrom);
    for (const [index, one] of day.entries())
      if (one !== null || points[chartFrom + index] === undefined) known[index] = true;
    const worst = day.reduce<number | null>((one, other) => pickWorse(condition, one, other), null);
    const chart = { from: to - DAY_SECONDS, to };
    drawn.push({ series: { target: toTarget(target), points: drawPoints(condition, day, chart) }, worst });
    // A thousand rules must not block other requests.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const isUp = isUpward(condition.operator);
  const rank = ({ worst }: { worst: number | null }) =>
    worst === null ? Number.NEGATIVE_INFINITY : isUp ? worst : -worst;
  const newest = firings.toSorted((a, b) => b.startUnixTimeSeconds - a.startUnixTimeSeconds);
  const isHourly = METRIC_INFO[condition.metric].stepMinutes > 1;
  const reason = problem === '' ? trial.problem() : problem;
  return {
    days: TRIAL_DAYS,
    firings: newest.slice(0, SHOWN_FIRINGS),
    firingCount: firings.length,
    firingSeconds: firings.reduce(
      (sum, one) => sum + (one.endUnixTimeSeconds ?? to) - one.startUnixTimeSeconds,
      0,
    ),
    tooShortCount,
    series: drawn
      .toSorted((a, b) => rank(b) - rank(a))
      .filter(({ series }) => series.points.length > 0)
      .slice(0, SHOWN_SERIES)
      .map(({ series }) => series),
    gaps: isHourly ? [] : findGaps(known, to - DAY_SECONDS),
    chart: { startUnixTimeSeconds: to - DAY_SECONDS, endUnixTimeSeconds: to },
    value: worstNow,
    targetCount: count,
    computedCount: computed.length,
    knownSinceUnixTimeSeconds: Number.isFinite(firstKnown) ? firstKnown : null,
    ...(reason === '' ? {} : { problem: reason }),
  };
}

const BEFORE_SECONDS = 3600;
const AFTER_SECONDS = 1800;
const LONGEST_SECONDS = DAY_SECONDS;

/** From an hour before an alert until half an hour after it, at most a day. */
export async function readAround(
  { analytics, tx }: Pick<SeriesTools, 'analytics' | 'tx'>,
  { siteId, condition, group }: { siteId: string; condition: AlertCondition; group: AlertGroup },
  lasted: { startMs: number; endMs: number },
  nowMs: number,
): Promise<AlertSeries> {
  const toMinute = (seconds: number) => Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  const end = lasted.endMs === 0 ? nowMs / 1000 : Math.min(nowMs / 1000, lasted.endMs / 1000 + AFTER_SECONDS);
  const to = toMinute(end);
  const from = Math.max(toMinute(lasted.startMs / 1000) - BEFORE_SECONDS, to - LONGEST_SECONDS);
  const lead = condition.windowMinutes;
  const span = { from: from - lead * MINUTE_SECONDS, to };
  const { target, things } = group;
  const pipelineIds = [...new Set(things.map(({ pipelineId }) => pipelineId).filter(Boolean))];
  const view = createSeriesView({ analytics, tx }, { siteId, span, pipelineIds, isNarrow: true });
  const points = await view.read(condition, group);
  const values = judgeValues(condition, points, lead);
  return { target: toTarget(target), points: drawPoints(condition, values, { from, to }) };
}
