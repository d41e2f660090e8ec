import { type HealthState, isTrouble } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { getStatusLook, type StatusLook } from '../status-look.ts';
import { HEALTH_LOOKS } from './health-look.ts';

export const formatLook = ({ label, note }: StatusLook): string => (note ? `${label}, ${note}` : label);

/** Problems and *starting* override the status: a faulty pipeline is never green. */
export function getPipelineLook(
  pipeline: Pick<Pipeline, 'status' | 'pendingAction'>,
  health: HealthState | undefined,
): StatusLook {
  const status = getStatusLook(pipeline);
  const saysMore = status.tone === 'err' || pipeline.pendingAction !== 'NOP';
  if (saysMore || health === undefined || !(isTrouble(health) || health === 'starting')) return status;
  return { ...HEALTH_LOOKS[health], note: formatLook(status) };
}
