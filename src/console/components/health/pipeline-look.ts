import { type HealthState, isTrouble } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { getStatusLook, type StatusLook } from '../status-look.ts';
import { HEALTH_LOOKS } from './health-look.ts';

export const formatLook = ({ label, note }: StatusLook): string => (note ? `${label}, ${note}` : label);

/** What is in trouble or only starting says so before its status, so that it is nowhere green and narrow windows show it. */
export function getPipelineLook(
  pipeline: Pick<Pipeline, 'status' | 'pendingAction'>,
  health: HealthState | undefined,
): StatusLook {
  const status = getStatusLook(pipeline);
  const saysMore = status.tone === 'err' || pipeline.pendingAction !== 'NOP';
  if (saysMore || health === undefined || !(isTrouble(health) || health === 'starting')) return status;
  return { ...HEALTH_LOOKS[health], note: formatLook(status) };
}
