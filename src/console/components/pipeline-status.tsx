import type { HealthState } from '../../contract/entities/health.ts';
import { getPipelineLook } from './health/pipeline-look.ts';
import type { StatusFacts } from './status-look.ts';
import { StatusBadge } from './widgets/status/status-badge.tsx';

type PipelineStatusProps = {
  pipeline: StatusFacts;
  /** Undefined while unknown, or when it says no more than the status. */
  health: HealthState | undefined;
  look?: 'text' | 'pill';
};

export function PipelineStatus({ pipeline, health, look }: PipelineStatusProps) {
  return <StatusBadge {...getPipelineLook(pipeline, health)} {...(look ? { look } : {})} />;
}
