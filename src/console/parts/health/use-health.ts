import type { ComponentHealth, PipelineHealth } from '../../../contract/entities/health.ts';
import { useCall } from '../../api/use-call.ts';

/** Changes are pushed; figures move with the polling. */
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

/** How the pipelines of a site and their nodes fare now; of one pipeline where its id is given. */
export function useHealth(siteId: string | undefined, pipelineId?: string): SiteHealth {
  const answer = useCall(
    'listHealth',
    {
      path: { siteId: siteId ?? '' },
      query: pipelineId === undefined ? {} : { pipelineIds: [pipelineId] },
    },
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
