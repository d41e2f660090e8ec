import { DeployGate } from '../../../parts/deploy-gate/DeployGate.tsx';
import { lazyCode } from '../../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../widgets/lazy/popup-boundary.tsx';
import { usePreviewOnScreen } from './preview-context.ts';

const { Component: CaptureDialog } = lazyCode(() => import('./CaptureDialog.tsx'));
const { Component: PasteDialog } = lazyCode(() => import('./PasteDialog.tsx'));
const { Component: SamplesDialog } = lazyCode(() => import('./SamplesDialog.tsx'));

/** The window of the preview that is open, if any. */
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
