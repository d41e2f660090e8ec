import type { Measured, Measurement } from '../../../../../machines/data-insights/index.ts';
import type { DataInsights, Finding } from '../../../../contract/entities/insights.ts';
import { formatBytes, formatExact, formatFigure, formatPercent } from '../../../lib/format.ts';

/** In percent; undefined for zero. */
export const computeShare = (part: number, whole: number): number | undefined =>
  whole > 0 ? (100 * part) / whole : undefined;

const formatShare = (part: number, whole: number): string =>
  formatFigure(formatPercent(computeShare(part, whole)));

/** `31.2% (412 kB)` of the inspected events. */
const formatAmount = (savedBytes: number, bytes: number): string =>
  `${formatShare(savedBytes, bytes)} (${formatFigure(formatBytes(savedBytes))})`;

/** Estimated without a run. */
export const describeEstimate = (savedBytes: number, bytes: number): string =>
  `saves about ${formatAmount(savedBytes, bytes)}`;

/** Savings at destinations: a field that a later transform removes anyway saves nothing. */
function describeDelivered({ deliveredBefore: before, deliveredAfter: after }: Measured): string {
  if (before === after)
    return before === 0 ? 'destinations get nothing' : 'destinations get as much as before';
  const saved = before - after;
  const amount =
    before === 0 ? formatFigure(formatBytes(Math.abs(saved))) : formatAmount(Math.abs(saved), before);
  return `destinations get ${amount} ${saved > 0 ? 'less' : 'more'}`;
}

function describeHere({ bytesIn, bytesOut }: Measured): string {
  const saved = bytesIn - bytesOut;
  return `${saved < 0 ? 'adds' : 'removes'} ${formatAmount(Math.abs(saved), bytesIn)} here`;
}

export type SavingFace = {
  text: string;
  /** `none` when a run showed no saving. */
  kind: 'estimated' | 'measured' | 'none';
  notes: readonly string[];
  problem?: string;
};

export function describeFindingSaving(
  { savedBytes }: Pick<Finding, 'savedBytes'>,
  { events, bytes }: Pick<DataInsights, 'events' | 'bytes'>,
  measurement: Measurement | undefined,
): SavingFace {
  const estimated = { text: describeEstimate(savedBytes, bytes), kind: 'estimated' as const };
  if (!measurement) return { ...estimated, notes: ['estimated, being measured'] };
  const { figures, error } = measurement;
  if (!figures) return { ...estimated, notes: ['estimated, not measured'], problem: error };
  const on = figures.events < events ? ` on the first ${formatExact(figures.events)}` : '';
  return {
    text: describeDelivered(figures),
    kind: figures.deliveredAfter < figures.deliveredBefore ? 'measured' : 'none',
    notes: [`measured${on}, estimated ${formatShare(savedBytes, bytes)}`, describeHere(figures)],
  };
}

type Measurements = Readonly<Record<string, Measurement>>;

/**
 * Largest measured savings first, once all are measured, so that no row moves while reading; before, by
 * estimate. Unmeasurable ones are last.
 */
export function rankFindings(findings: readonly Finding[], measured: Measurements): readonly Finding[] {
  if (findings.some(({ id }) => measured[id] === undefined)) return findings;
  const savedAt = ({ id }: Finding): number => {
    const figures = measured[id]?.figures;
    if (!figures) return Number.NEGATIVE_INFINITY;
    // Per event, since large events are measured in small numbers.
    return (figures.deliveredBefore - figures.deliveredAfter) / Math.max(1, figures.events);
  };
  return findings.toSorted((a, b) => {
    const [left, right] = [savedAt(a), savedAt(b)];
    return left === right ? b.savedBytes - a.savedBytes : right - left;
  });
}
