import { DeployGate } from '../../../components/deploy-gate/DeployGate.tsx';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../components/widgets/lazy/popup-boundary.tsx';
import { usePreviewOnScreen } from './preview-context.ts';

const { Component: CaptureDialog } = createLazyCode(() => import('./CaptureDialog.tsx'));
const { Component: PasteDialog } = createLazyCode(() => import('./PasteDialog.tsx'));
const { Component: SamplesDialog } = createLazyCode(() => import('./SamplesDialog.tsx'));

export function PreviewDialogs() {
  const { dialog, pipelineId, closeDialog } = usePreviewOnScreen();
  return (
    <>
      {pipelineId !== undefined && <DeployGate pipelineId={pipelineId} />}
      <PopupBoundary isOpen={dialog !== undefined} onFailed={closeDialog}>
        {dialog === 'capture' && pipelineId !== undefined && <CaptureDialog pipelineId={pipelineId} />}
        {dialog === 'paste' && <PasteDialog />}
        {dialog === 'samples' && pipelineId !== undefined && <SamplesDialog pipelineId={pipelineId} />}
      </PopupBoundary>
    </>
  );
}
