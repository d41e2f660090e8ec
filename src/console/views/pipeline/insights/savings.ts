import type { Measured, Measurement } from '../../../../../machines/data-insights/index.ts';
import type { DataInsights, Finding } from '../../../../contract/entities/insights.ts';
import { formatBytes, formatExact, formatFigure, formatPercent } from '../../../lib/format.ts';

/** In percent; undefined of nothing. */
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

function describeDelivered({ deliveredBefore: before, deliveredAfter: after }: Measured): string {
  if (before === 0) return 'destinations received nothing before it either';
  const saved = before - after;
  const figure = formatFigure(formatPercent(Math.abs(computeShare(saved, before) ?? 0)));
  if (figure === '0.0%') return 'destinations get as much as before';
  return `destinations get ${figure} ${saved > 0 ? 'less' : 'more'}`;
}

function describeMeasured({ bytesIn, bytesOut }: Measured): string {
  const saved = bytesIn - bytesOut;
  return saved < 0 ? `adds ${formatAmount(-saved, bytesIn)}` : `saves ${formatAmount(saved, bytesIn)}`;
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
    text: describeMeasured(figures),
    kind: figures.bytesOut < figures.bytesIn ? 'measured' : 'none',
    notes: [`measured${on}, estimated ${formatShare(savedBytes, bytes)}`, describeDelivered(figures)],
  };
}
