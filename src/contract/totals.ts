import {
  NOTHING_COUNTED,
  type PipelineSummary,
  percentOfTotals,
  type SiteComponent,
} from './entities/analytics.ts';
import { fromCount } from './parameters.ts';

type CountName = Exclude<keyof PipelineSummary, 'percentDataOptimized'>;

/** The percentage is of the sums, and null when unknown. */
export type Totals = Record<CountName, number> & { percentDataOptimized: number | null };

const NAMES = Object.keys(NOTHING_COUNTED).filter((name) => name !== 'percentDataOptimized') as CountName[];

export function sumTotals(summaries: readonly PipelineSummary[]): Totals {
  const sums = Object.fromEntries(
    NAMES.map((name) => [name, summaries.reduce((sum, one) => sum + fromCount(one[name]), 0)]),
  ) as Record<CountName, number>;
  return { ...sums, percentDataOptimized: percentOfTotals(sums) };
}

export const GIGABYTE = 1e9;

export type ConnectionTotal = {
  id: string;
  name: string;
  bytes: number;
  parts: SiteComponent[];
};

/** Over all pipelines, by total bytes, then name. */
export function rankConnections(
  components: readonly SiteComponent[],
  kind: 'SOURCE' | 'SINK',
): ConnectionTotal[] {
  const sums = new Map<string, ConnectionTotal>();
  for (const one of components) {
    if (one.nodeType !== kind) continue;
    const { totalInputDataBytes, totalOutputDataBytes } = one.dataProcessed;
    const bytes = fromCount(kind === 'SOURCE' ? totalInputDataBytes : totalOutputDataBytes);
    const sum = sums.get(one.componentId) ?? { id: one.componentId, name: one.name, bytes: 0, parts: [] };
    sum.bytes += bytes;
    sum.parts.push(one);
    sums.set(one.componentId, { ...sum, name: one.name });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}
