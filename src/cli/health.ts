import { HEALTH_LABELS, HEALTH_UNKNOWN, type PipelineHealth } from '../contract/entities/health.ts';
import type { Run } from './command.ts';

export type Healths = ReadonlyMap<string, PipelineHealth>;

/** The health of the running pipelines of these sites, by their ids. */
export async function readHealths({ client }: Run, siteIds: Iterable<string>): Promise<Healths> {
  const answers = await Promise.all(
    [...new Set(siteIds)].map((siteId) => client.call('listHealth', { path: { siteId } })),
  );
  return new Map(answers.flatMap(({ data }) => data.pipelines).map((one) => [one.pipelineId, one]));
}

/** In the words of the console; `-` for a pipeline that does not run. */
export function describeHealth(health: PipelineHealth | undefined): string {
  if (health === undefined || health.state === 'notRunning') return '-';
  const isUnknown = health.reasons.some((reason) => reason.unknownSinceUnixTimeSeconds !== undefined);
  return isUnknown ? HEALTH_UNKNOWN : HEALTH_LABELS[health.state];
}
