import { useEffect, useState } from 'react';
import { isInAction } from '../../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { useCall } from '../../../api/use-call.ts';
import { ProgressStrip } from '../../../components/widgets/progress/progress-strip.tsx';
import { describeStrip } from './deployment-face.ts';
import type { Watched } from './use-watch.ts';

/** Current milliseconds, updated each second while `isOn`. */
function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}

type DeploymentStripProps = {
  pipeline: Pipeline;
  watched: Watched;
  /** The deployment ran while this screen was open, so its success is shown. */
  wasSeen: boolean;
};

export default function DeploymentStrip({ pipeline, watched, wasSeen }: DeploymentStripProps) {
  const isActing = isInAction(pipeline);
  const { data } = useCall(
    'getDeployment',
    { path: { pipelineId: pipeline.id } },
    { isSuppressed: true, enabled: pipeline.latestGraphVersion > 0 },
  );
  const now = useSeconds(isActing);
  const deployment = data?.deployment ?? null;
  const face = describeStrip({ pipeline, deployment, isOverdue: watched.isOverdue, wasSeen, now });
  if (!face) return null;
  return <ProgressStrip {...face} />;
}
