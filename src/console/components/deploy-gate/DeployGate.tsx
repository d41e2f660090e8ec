import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';
import { refusedDeploy, showRefusedDeploys } from './deploy-gate.ts';

const { Component: DeployRefusedDialog } = createLazyCode(() => import('./DeployRefusedDialog.tsx'));

const close = () => refusedDeploy.set(undefined);

export function DeployGate({ pipelineId }: { pipelineId?: string }) {
  const refused = useStore(refusedDeploy);
  useEffect(() => showRefusedDeploys(pipelineId), [pipelineId]);
  return (
    <PopupBoundary isOpen={refused !== undefined} onFailed={close}>
      {refused && <DeployRefusedDialog refused={refused} onClose={close} />}
    </PopupBoundary>
  );
}
