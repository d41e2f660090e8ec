import type { AgentSeries } from '../../../contract/entities/fleet-agent.ts';
import { chartResolutionSeconds } from '../../../contract/limits.ts';
import { type Coverage, computeCoverage, toCoverageEntity } from '../../analytics/ranges.ts';
import { formatTime } from '../../clock.ts';
import type { CallContext } from '../../http/call-context.ts';
import type { VolumeColumn } from './counters.ts';
import { type AgentVolumes, HOUR_SECONDS, MINUTE_SECONDS, MINUTES_KEPT_SECONDS } from './volumes.ts';

type Asked = { ownerId: string; query: CallContext<'getAgentSeries'>['query']; now: number };

/**
 * A point where there were reports.
 * @throws ContractError VALIDATION_FAILED for a range that ends before it starts
 */
export async function readVolumeSeries(
  volumes: AgentVolumes,
  { ownerId, query, now }: Asked,
): Promise<Omit<AgentSeries, 'canReport'>> {
  const { metricType } = query;
  const coverage = computeVolumeCoverage(query, now);
  const points = await volumes.read(coverage, ownerId);
  const isOfBytes = metricType === 'AGENT_EVENTS_BYTES';
  const toSeries = (column: VolumeColumn | undefined) => ({
    timeSeriesTuple:
      column === undefined
        ? []
        : points
            .filter(({ counts }) => counts.has(column))
            .map((point) => ({ unixTimeSeconds: point.at, value: Math.round(point[column]) })),
  });
  return {
    metricType,
    receivedDataSeries: toSeries(isOfBytes ? 'received_bytes' : 'received'),
    sentDataSeries: toSeries(isOfBytes ? 'sent_bytes' : 'sent'),
    refusedDataSeries: toSeries(isOfBytes ? undefined : 'refused'),
    failedDataSeries: toSeries(isOfBytes ? undefined : 'failed'),
    reportedAt: formatTime(volumes.reportedAt(ownerId)),
    coverage: toCoverageEntity(coverage),
  };
}

type RangeQuery = Parameters<typeof computeCoverage>[0];

/**
 * Whole points that cover a range: minutes while they exist, else hours.
 * @param nowMs Unix milliseconds
 * @throws ContractError VALIDATION_FAILED for a range that ends before it starts
 */
function computeVolumeCoverage(query: RangeQuery, nowMs: number): Coverage {
  const start = query['timeRange.startUnixTimeSeconds'];
  const span = query['timeRange.endUnixTimeSeconds'] - start;
  const asked = query.resolution ?? chartResolutionSeconds(span);
  const width = start >= nowMs / 1000 - (MINUTES_KEPT_SECONDS - HOUR_SECONDS) ? MINUTE_SECONDS : HOUR_SECONDS;
  const resolution = Math.ceil(Math.max(asked, 1) / width) * width;
  return computeCoverage({ ...query, resolution }, nowMs, 'series');
}
