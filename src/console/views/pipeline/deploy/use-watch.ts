import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { deploymentWatchMachine, selectIsOverdue } from '../../../../../machines/deployment-watch/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { queryClient } from '../../../api/query-client.ts';
import { windowFocus } from '../../../lib/window-focus.ts';
import { notify } from '../../../state/toasts.ts';
import { addActionAcceptedListener } from './request-action.ts';

export type WatchedRead = {
  pipeline: Pipeline;
  isError: boolean;
  /** Milliseconds of the last answer. */
  readAt: number;
  refetch: () => void;
};

export type Watched = {
  /** The action did not end in time. */
  isOverdue: boolean;
  /** The last read failed, so the status is outdated. */
  isStale: boolean;
};

/** Polls the status while it can change, and refreshes when a deployment ends. */
export function useWatch(stored: WatchedRead): Watched {
  const watch = useActorRef(deploymentWatchMachine);
  const { status, pendingAction, deployedGraphVersion, id } = stored.pipeline;
  const { isError, readAt, refetch } = stored;

  // React to every answer, even an equal one: a deployment may have ended in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of the answer is a reason
  useEffect(() => {
    if (isError) watch.send({ type: 'status.failed' });
    else watch.send({ type: 'status.read', read: { status, pendingAction, deployedGraphVersion } });
  }, [watch, status, pendingAction, deployedGraphVersion, isError, readAt]);
  useEffect(() => {
    const tell = () => watch.send({ type: windowFocus.get() ? 'window.focused' : 'window.blurred' });
    tell();
    return windowFocus.subscribe(tell);
  }, [watch]);
  useEffect(() => {
    const subscriptions = [
      watch.on('watch.poll', () => {
        refetch();
        void queryClient.invalidateQueries({ queryKey: ['getDeployment'] });
      }),
      watch.on('watch.refresh', () => void queryClient.invalidateQueries()),
      watch.on('watch.toast', ({ message }) => notify({ message, status: 'error' })),
    ];
    const stop = addActionAcceptedListener((request) => {
      if (request.pipelineId !== id || request.action !== 'DEPLOY') return;
      watch.send({ type: 'deploy.scheduled', deployedGraphVersion });
    });
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      stop();
    };
  }, [watch, refetch, id, deployedGraphVersion]);

  const isOverdue = useSelector(watch, selectIsOverdue);
  const isStale = useSelector(watch, ({ context }) => context.isStale);
  return { isOverdue, isStale };
}
