import { useEffect } from 'react';
import { useStore } from '../../commands/store.ts';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../widgets/lazy/popup-boundary.tsx';
import { refusedDeploy, showRefusedDeploys } from './deploy-gate.ts';

const { Component: DeployRefusedDialog } = lazyCode(() => import('./DeployRefusedDialog.tsx'));

const close = () => refusedDeploy.set(undefined);

/** The place on a screen where a deployment that a test stood against is told; its code comes with the first. */
export function DeployGate({ pipelineId }: { pipelineId?: string }) {
  const refused = useStore(refusedDeploy);
  useEffect(() => showRefusedDeploys(pipelineId), [pipelineId]);
  return (
    <PopupBoundary isOpen={refused !== undefined} onFailed={close}>
      {refused && <DeployRefusedDialog refused={refused} onClose={close} />}
    </PopupBoundary>
  );
}
