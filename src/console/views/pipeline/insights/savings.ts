import type { Measured, Measurement } from '../../../../../machines/data-insights/index.ts';
import type { DataInsights, Finding } from '../../../../contract/entities/insights.ts';
import { figureText, formatBytes, formatExact, formatPercent } from '../../../lib/format.ts';

const share = (part: number, whole: number): number | undefined =>
  whole > 0 ? (100 * part) / whole : undefined;

const percentText = (part: number, whole: number): string => figureText(formatPercent(share(part, whole)));

/** `31.2% (412 kB)` of the inspected events. */
const amountText = (savedBytes: number, bytes: number): string =>
  `${percentText(savedBytes, bytes)} (${figureText(formatBytes(savedBytes))})`;

/** Estimated without a run. */
export const estimateText = (savedBytes: number, bytes: number): string =>
  `saves about ${amountText(savedBytes, bytes)}`;

function deliveredText({ deliveredBefore: before, deliveredAfter: after }: Measured): string {
  if (before === 0) return 'destinations got nothing before it either';
  const saved = before - after;
  const figure = figureText(formatPercent(Math.abs(share(saved, before) ?? 0)));
  if (figure === '0.0%') return 'destinations get as much as before';
  return `destinations get ${figure} ${saved > 0 ? 'less' : 'more'}`;
}

function measuredText({ bytesIn, bytesOut }: Measured): string {
  const saved = bytesIn - bytesOut;
  return saved < 0 ? `adds ${amountText(-saved, bytesIn)}` : `saves ${amountText(saved, bytesIn)}`;
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
  const estimated = { text: estimateText(savedBytes, bytes), kind: 'estimated' as const };
  if (!measurement) return { ...estimated, notes: ['estimated, being measured'] };
  const { figures, error } = measurement;
  if (!figures) return { ...estimated, notes: ['estimated, not measured'], problem: error };
  const on = figures.events < events ? ` on the first ${formatExact(figures.events)}` : '';
  return {
    text: measuredText(figures),
    kind: figures.bytesOut < figures.bytesIn ? 'measured' : 'none',
    notes: [`measured${on}, estimated ${percentText(savedBytes, bytes)}`, deliveredText(figures)],
  };
}
