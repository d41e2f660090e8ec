import { useCallback } from 'react';
import type { HydrationJob } from '../../../contract/entities/hydration.ts';
import type { HydrationAction } from '../../../contract/enums.ts';
import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';

const TOLD: Record<HydrationAction, string> = {
  TERMINATE: 'The hydration was terminated.',
  PAUSE: 'The hydration is paused.',
  RESUME: 'The hydration is resumed.',
  RETRY: 'The hydration is retried.',
};

/** Actions on the list and on one job. @param onRemoved called after a deletion */
export function useHydrationWrites(onRemoved?: () => void) {
  const action = useSingleWrite({
    call: 'runHydrationAction',
    write: async ({ action, job }: { action: HydrationAction; job: HydrationJob }) => {
      await callApi('runHydrationAction', { body: { id: job.id, action } });
    },
    succeed: (_, { action }) => notify({ message: TOLD[action], status: 'success', shouldTimeout: true }),
  });
  const removal = useSingleWrite({
    call: 'deleteHydration',
    write: async (job: HydrationJob) => {
      await callApi('deleteHydration', { path: { id: job.id } });
    },
    succeed: () => notify({ message: 'The hydration was deleted.', status: 'success', shouldTimeout: true }),
    follow: onRemoved,
  });
  const { start } = action;
  const act = useCallback(
    (name: HydrationAction, job: HydrationJob) => start({ action: name, job }),
    [start],
  );
  return { act, remove: removal.start };
}
