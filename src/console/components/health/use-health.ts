import {
  type ComponentHealth,
  type HealthState,
  type PipelineHealth,
  TROUBLE_STATES,
} from '../../../contract/entities/health.ts';
import { useCall } from '../../api/use-call.ts';

/** Interval for counters; state changes are pushed. */
const POLL_HEALTH_MS = 10_000;
const NO_PIPELINES: readonly PipelineHealth[] = [];
const NO_COMPONENTS: readonly ComponentHealth[] = [];

export type SiteHealth = {
  pipelines: readonly PipelineHealth[];
  components: readonly ComponentHealth[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
};

type Asked = { pipelineIds?: string[]; states?: HealthState[] };

/** Pipelines whose health says more than their status: few, even among thousands. */
export const SAYS_MORE: Asked = { states: ['starting', ...TROUBLE_STATES] };

/** All pipelines of the site unless filtered. */
export function useHealth(siteId: string | undefined, query: Asked = {}): SiteHealth {
  const answer = useCall(
    'listHealth',
    { path: { siteId: siteId ?? '' }, query },
    { enabled: siteId !== undefined, keepPrevious: true, isSuppressed: true, poll: POLL_HEALTH_MS },
  );
  return {
    pipelines: answer.data?.pipelines ?? NO_PIPELINES,
    components: answer.data?.components ?? NO_COMPONENTS,
    isLoading: answer.isPending,
    error: answer.data ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}
