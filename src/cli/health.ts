import { HEALTH_LABELS, HEALTH_UNKNOWN, type PipelineHealth } from '../contract/entities/health.ts';
import type { Run } from './command.ts';

export type Healths = ReadonlyMap<string, PipelineHealth>;

/** Health of running pipelines, by id. */
export async function readHealths({ client }: Run, siteIds: Iterable<string>): Promise<Healths> {
  const answers = await Promise.all(
    [...new Set(siteIds)].map((siteId) => client.call('listHealth', { path: { siteId } })),
  );
  return new Map(answers.flatMap(({ data }) => data.pipelines).map((one) => [one.pipelineId, one]));
}

/** The console's words; `-` when not running. */
export function describeHealth(health: PipelineHealth | undefined): string {
  if (health === undefined || health.state === 'notRunning') return '-';
  const isUnknown = health.reasons.some((reason) => reason.unknownSinceUnixTimeSeconds !== undefined);
  return isUnknown ? HEALTH_UNKNOWN : HEALTH_LABELS[health.state];
}
