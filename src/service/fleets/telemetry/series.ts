import type { AgentSeries } from '../../../contract/entities/fleet-agent.ts';
import { toCoverageEntity } from '../../analytics/ranges.ts';
import { formatTime } from '../../clock.ts';
import type { CallContext } from '../../http/call-context.ts';
import type { VolumeColumn } from './counters.ts';
import { computeVolumeCoverage } from './coverage.ts';
import type { AgentVolumes } from './volumes.ts';

type Asked = { ownerId: string; query: CallContext<'getAgentSeries'>['query']; now: number };

/**
 * Volumes over time, a point where there were reports.
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
