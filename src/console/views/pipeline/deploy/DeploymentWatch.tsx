import { Suspense, useEffect, useState } from 'react';
import { isInAction } from '../../../../../machines/pipeline-lifecycle/index.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { addActionAcceptedListener } from './request-action.ts';
import { useWatch, type WatchedRead } from './use-watch.ts';

/** How long a finished deployment stays on screen. */
const ENDED_SHOWN_MS = 20_000;

/**
 * True until `ENDED_SHOWN_MS` after the end of an action. A deployment requested here counts even when it
 * ended before its status was read.
 */
function useSeen(pipelineId: string, isActing: boolean): boolean {
  const [isSeen, setSeen] = useState(isActing);
  const [asked, setAsked] = useState(0);
  useEffect(
    () =>
      addActionAcceptedListener((request) => {
        if (request.pipelineId === pipelineId && request.action === 'DEPLOY') setAsked((count) => count + 1);
      }),
    [pipelineId],
  );
  useEffect(() => {
    if (isActing || asked > 0) setSeen(true);
    if (isActing) return;
    const timer = setTimeout(() => setSeen(false), ENDED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isActing, asked]);
  return isSeen;
}

const { Component: DeploymentStrip } = createLazyCode(() => import('./DeploymentStrip.tsx'));

type DeploymentWatchProps = {
  stored: WatchedRead;
  /** False in edit mode, where deployments are watched without being shown. */
  isShown: boolean;
};

export function DeploymentWatch({ stored, isShown }: DeploymentWatchProps) {
  const watched = useWatch(stored);
  const { pipeline } = stored;
  const wasSeen = useSeen(pipeline.id, isInAction(pipeline));
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <DeploymentStrip pipeline={pipeline} watched={watched} wasSeen={wasSeen} />
    </Suspense>
  );
}
