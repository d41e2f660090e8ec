import type { EngineReport, Gauges } from '../../engine/port.ts';
import { LATENCY_COLUMNS } from '../store/schema-measurements.ts';
import { createDelivery, type Delivery, type EngineUse } from './buckets.ts';

export type CountersReport = Extract<EngineReport, { type: 'counters' }>;
type Measured = { deliveries: Delivery[]; uses: EngineUse[] };

const NOTHING: readonly number[] = [];

function subtractCounts(now: readonly number[], before: readonly number[]): number[] {
  const isAnew = before.some((count, at) => count > (now[at] ?? 0));
  return now.map((count, at) => count - (isAnew ? 0 : (before[at] ?? 0)));
}

function measureDelivery({ buffer, latency }: Gauges, before: readonly number[] | undefined) {
  const figures = createDelivery();
  if (buffer) {
    figures.buffer_share = buffer.maxBytes > 0 ? buffer.bytes / buffer.maxBytes : 0;
    figures.lag_ms = Math.max(0, buffer.oldestAgeMs - buffer.lingerMs);
  }
  // Counts from before the first report have no time.
  if (!latency || !before) return figures;
  const counted = subtractCounts(latency.counts, before);
  for (const [at, name] of LATENCY_COLUMNS.entries()) figures[name] = counted[at] ?? 0;
  return figures;
}

/** Compares each report with the previous one of its process. @param width of a bucket, in seconds */
export function createTaker(width: number) {
  const former = new Map<string, CountersReport>();
  return (report: CountersReport, siteId: string): Measured => {
    const { bootId, sequence, at, gauges, usage, worker = 0 } = report;
    if (report.isFormer || !gauges) return { deliveries: [], uses: [] };
    const key = `${siteId}/${worker}`;
    const last = former.get(key);
    const before = last?.bootId === bootId ? last : undefined;
    if (before && before.sequence >= sequence) return { deliveries: [], uses: [] };
    former.set(key, report);
    const isFirst = sequence === 0;
    const bucket = Math.floor(at / 1000 / width) * width;
    const deliveries = Object.entries(gauges).flatMap(([pipelineId, components]) =>
      Object.entries(components)
        .filter(([, { nodeType }]) => nodeType === 'SINK')
        .map(([componentId, gauge]) => {
          const known = before?.gauges?.[pipelineId]?.[componentId]?.latency?.counts;
          const counts = known ?? (before || isFirst ? NOTHING : undefined);
          return {
            pipeline_id: pipelineId,
            component_id: componentId,
            bucket,
            ...measureDelivery(gauge, counts),
          };
        }),
    );
    if (!usage) return { deliveries, uses: [] };
    const span = before?.usage ? Math.max(0, at - before.at) : 0;
    const cpu = before?.usage && span > 0 ? Math.max(0, usage.cpuMs - before.usage.cpuMs) : 0;
    const use = { cpu_ms: cpu, span_ms: span, memory_bytes: usage.memoryBytes };
    return { deliveries, uses: [{ site_id: siteId, worker, bucket, ...use }] };
  };
}
