import {
  type AlertProgress,
  applyAlertEvent,
  isOpenAlert,
  NO_ALERT,
} from '../../../machines/alert-event/index.ts';
import { findFiringThreshold, findStepMinutes, isUpward } from '../../contract/alerts/condition.ts';
import type { AlertAggregation } from '../../contract/alerts/metrics.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';

/**
 * A value for each minute. Null: nothing is known about the minute. Undefined: it is not judged, since the metric
 * has wider steps.
 */
export type Points = readonly (number | null | undefined)[];

export type Verdict = 'met' | 'between' | 'clear' | 'unknown';

const SECONDS = 60;

/** @param values at least one */
export const pickRank = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

/** @param values at least one */
function aggregate(values: readonly number[], kind: AlertAggregation, minutes: number): number {
  const sum = () => values.reduce((total, value) => total + value, 0);
  switch (kind) {
    case 'SUM':
      return sum();
    case 'RATE':
      return sum() / (minutes * SECONDS);
    case 'AVERAGE':
      return sum() / values.length;
    case 'MINIMUM':
      return Math.min(...values);
    case 'MAXIMUM':
      return Math.max(...values);
    case 'P50':
      return pickRank(values, 0.5);
    case 'P95':
      return pickRank(values, 0.95);
    case 'LAST':
      return values.at(-1) ?? 0;
  }
}

const compare = (operator: AlertCondition['operator'], value: number, threshold: number): boolean => {
  switch (operator) {
    case 'ABOVE':
      return value > threshold;
    case 'AT_LEAST':
      return value >= threshold;
    case 'BELOW':
      return value < threshold;
    case 'AT_MOST':
      return value <= threshold;
  }
};

export type Judgement = { verdict: Verdict; value: number | null };

/** What is stored of a target. With a warning: minutes in a row in which the threshold itself was passed. */
export type RuleProgress = AlertProgress & { severeMinutes?: number };

const UNKNOWN: Judgement = { verdict: 'unknown', value: null };

function judgeValue(condition: AlertCondition, value: number): Verdict {
  const { operator, clearThreshold } = condition;
  const threshold = findFiringThreshold(condition);
  if (compare(operator, value, threshold)) return 'met';
  if (clearThreshold === null || clearThreshold === threshold) return 'clear';
  const isPast = isUpward(operator) ? value <= clearThreshold : value >= clearThreshold;
  return isPast ? 'clear' : 'between';
}

/**
 * Judges the minute at `index` by the window that ends with it. A sum over a window with a gap is judged only
 * when it is certain although it may be larger: above the threshold already, or no longer below it. Other values
 * need half of the window.
 * @returns undefined when the minute is not judged
 */
export function judgeMinute(condition: AlertCondition, points: Points, index: number): Judgement | undefined {
  const { aggregation, windowMinutes, operator } = condition;
  const last = points[index];
  if (last === undefined) return undefined;
  if (aggregation === 'LAST')
    return last === null ? UNKNOWN : { verdict: judgeValue(condition, last), value: last };
  const known: number[] = [];
  for (let at = Math.max(0, index - windowMinutes + 1); at <= index; at++) {
    const value = points[at];
    if (value !== null && value !== undefined) known.push(value);
  }
  const missing = windowMinutes - known.length;
  if (known.length === 0) return UNKNOWN;
  const value = aggregate(known, aggregation, windowMinutes);
  if (missing > 0) {
    const isSummed = aggregation === 'SUM' || aggregation === 'RATE';
    const isCertain = isSummed
      ? isUpward(operator) === compare(operator, value, findFiringThreshold(condition))
      : known.length * 2 >= windowMinutes;
    if (!isCertain) return UNKNOWN;
  }
  return { verdict: judgeValue(condition, value), value };
}

/** Whichever is farther past the threshold. */
export function pickWorse(
  condition: AlertCondition,
  one: number | null,
  other: number | null,
): number | null {
  if (one === null || other === null) return one ?? other;
  return isUpward(condition.operator) ? Math.max(one, other) : Math.min(one, other);
}

/**
 * The progress after one minute. An alert that ended is followed by none.
 * @param isAway the engine that would know is away: what is unknown then never fires
 */
export function followMinute(
  condition: AlertCondition,
  progress: AlertProgress,
  { verdict }: Pick<Judgement, 'verdict'>,
  isAway = false,
): AlertProgress {
  const { noData, forMinutes, clearMinutes } = condition;
  const stepMinutes = findStepMinutes(condition);
  const isOver = !isOpenAlert(progress.state);
  const from = isOver ? NO_ALERT : progress;
  const toSteps = (minutes: number) => Math.ceil(minutes / stepMinutes);
  let judged = verdict;
  if (verdict === 'unknown') {
    if (noData === 'KEEP' || isAway) return from;
    judged = noData === 'FIRE' ? 'met' : 'clear';
  }
  if (judged === 'met') return applyAlertEvent(from, { type: 'minute.met', forMinutes: toSteps(forMinutes) });
  if (judged === 'between') return applyAlertEvent(from, { type: 'minute.between' });
  return applyAlertEvent(from, { type: 'minute.clear', clearMinutes: toSteps(clearMinutes) });
}

/** A change of state, at the end of a minute. */
export type Transition = {
  state: AlertProgress['state'];
  index: number;
  value: number | null;
  /** Of a firing: past the milder threshold alone. */
  isWarning: boolean;
};

export type Followed = {
  progress: RuleProgress;
  /** With a warning, firing comes twice when the threshold itself is passed later. */
  transitions: Transition[];
  /** The newest. */
  value: number | null;
  /** Farthest past the threshold while an alert was open. */
  peak: number | null;
};

/**
 * Follows one target over the minutes `from` to `to` (exclusive): the one evaluator, for rules that run and for
 * what a rule would have done.
 * @param span indexes of `points`; `firstEnd`: the end of the minute of the first point, in minutes since 1970
 */
export function followMinutes(
  condition: AlertCondition,
  points: Points,
  span: { from: number; to: number; firstEnd?: number },
  begin: RuleProgress,
  isAway: (index: number) => boolean = () => false,
): Followed {
  const followed: Followed = { progress: begin, transitions: [], value: null, peak: null };
  const { warning, operator, threshold, forMinutes } = condition;
  const { everyMinutes = 1 } = condition;
  const { firstEnd = 1 } = span;
  const severeAfter = Math.max(1, Math.ceil(forMinutes / findStepMinutes(condition)));
  let severe = begin.severeMinutes ?? 0;
  let wasSevere = severe >= severeAfter;
  for (let index = span.from; index < span.to; index++) {
    if ((firstEnd + index) % everyMinutes !== 0) continue;
    const judged = judgeMinute(condition, points, index);
    if (!judged) continue;
    if (judged.value !== null) followed.value = judged.value;
    const before = followed.progress;
    const isHeld = judged.verdict === 'unknown' && isAway(index);
    const after = followMinute(condition, before, judged, isHeld);
    if (!isOpenAlert(after.state)) severe = 0;
    // Once passed for long enough it stays so until the alert ends.
    else if (warning && severe < severeAfter) {
      const isPassed = judged.value === null ? null : compare(operator, judged.value, threshold);
      const isMet = isPassed ?? (condition.noData === 'FIRE' && !isHeld);
      if (isMet) severe += 1;
      else if (isPassed === false) severe = 0;
    }
    const isSevere = severe >= severeAfter;
    followed.progress = severe === 0 ? after : { ...after, severeMinutes: severe };
    if (isOpenAlert(after.state) && judged.verdict === 'met')
      followed.peak = pickWorse(condition, isOpenAlert(before.state) ? followed.peak : null, judged.value);
    const isWorse = after.state === 'FIRING' && isSevere && !wasSevere;
    if ((after.state !== before.state && after.state !== 'INACTIVE') || isWorse) {
      const isWarning = Boolean(warning) && !isSevere;
      followed.transitions.push({ state: after.state, index, value: judged.value, isWarning });
    }
    wasSevere = isSevere;
  }
  return followed;
}
