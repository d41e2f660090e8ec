import { Suspense } from 'react';
import { isInAction } from '../../../../../machines/pipeline-lifecycle/index.ts';
import { lazyCode } from '../../../widgets/lazy/lazy-code.ts';
import { useWatch, type WatchedRead } from '../use-watch.ts';
import { useSeen } from './use-seen.ts';

const { Component: DeploymentStrip } = lazyCode(() => import('./DeploymentStrip.tsx'));

type DeploymentWatchProps = {
  stored: WatchedRead;
  /** While it is edited nothing is shown, but a deployment is watched all the same. */
  isShown: boolean;
};

/** Watches the deployments of the pipeline on screen, and shows how they go (E5). */
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
