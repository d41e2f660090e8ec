import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { deploymentWatchMachine } from '../../../../machines/deployment-watch/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { notify } from '../../actors/toasts.ts';
import { queryClient } from '../../api/query-client.ts';
import { onActionAccepted } from './action-actor.ts';

type Read = { pipeline: Pipeline; isError: boolean; refetch: () => void };

/** Reads the status while it can change, tells a failed deployment, and refreshes when one ends (E5). */
export function useWatch(stored: Read | undefined): void {
  const watch = useActorRef(deploymentWatchMachine);
  const { status, pendingAction, deployedGraphVersion = 0, id } = stored?.pipeline ?? {};
  const isError = stored?.isError ?? false;
  const refetch = stored?.refetch;

  useEffect(() => {
    if (!status || !pendingAction) return;
    watch.send({ type: 'status.read', read: { status, pendingAction, deployedGraphVersion } });
  }, [watch, status, pendingAction, deployedGraphVersion]);
  useEffect(() => {
    if (isError) watch.send({ type: 'status.failed' });
  }, [watch, isError]);
  useEffect(() => {
    const subscriptions = [
      watch.on('watch.poll', () => refetch?.()),
      watch.on('watch.refresh', () => void queryClient.invalidateQueries()),
      watch.on('watch.toast', ({ message }) => notify({ message, status: 'error' })),
    ];
    const stop = onActionAccepted((request) => {
      if (request.pipelineId !== id || request.action !== 'DEPLOY') return;
      watch.send({ type: 'deploy.scheduled', deployedGraphVersion });
    });
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      stop();
    };
  }, [watch, refetch, id, deployedGraphVersion]);
}
