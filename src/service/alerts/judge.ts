import {
  type AlertProgress,
  applyAlertEvent,
  isOpenAlert,
  NO_ALERT,
} from '../../../machines/alert-event/index.ts';
import { findFiringThreshold, findStepMinutes, isUpward } from '../../contract/alerts/condition.ts';
import type { AlertAggregation } from '../../contract/alerts/metrics.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';

/** One value per minute. Null: no data. Undefined: not evaluated, since the metric has wider steps. */
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

/**
 * Stored per target. `severeMinutes`: consecutive minutes past the threshold itself, when there is a warning.
 */
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
 * Evaluates the window that ends at `index`. With gaps, a sum counts only when missing data cannot change the
 * result; other values need half of the window.
 * @returns undefined when the minute is not evaluated
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

export function pickWorse(
  condition: AlertCondition,
  one: number | null,
  other: number | null,
): number | null {
  if (one === null || other === null) return one ?? other;
  return isUpward(condition.operator) ? Math.max(one, other) : Math.min(one, other);
}

/**
 * Progress after one minute.
 * @param isAway the engine is away: missing data then never fires
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

export type Transition = {
  state: AlertProgress['state'];
  index: number;
  value: number | null;
  isWarning: boolean;
};

export type Followed = {
  progress: RuleProgress;
  /** With a warning, it fires again when the threshold itself is passed. */
  transitions: Transition[];
  value: number | null;
  /** Farthest past the threshold while an alert was open. */
  peak: number | null;
};

/**
 * Evaluates one target over the minutes `from` to `to` (exclusive), for running rules and trials alike.
 * @param span indexes of `points`; `firstEnd`: the end of the minute of the first point, in minutes since
 * 1970
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
    // Once severe for long enough, it stays so until the alert ends.
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
