import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { EDITOR_TEXTS } from '../../../../../machines/pipeline-editor/index.ts';
import { addCommandRanListener } from '../../../commands/runtime.ts';
import { ConfirmDialog } from '../../../components/widgets/dialogs/confirm-dialog.tsx';
import { ErrorBoundary } from '../../../components/widgets/lazy/error-boundary.tsx';

type DeployDialogProps = {
  open: boolean;
  name: string;
  refusal?: string | undefined;
  onDeploy: () => void;
  onCancel: () => void;
  children: ReactNode;
};

export function DeployDialog({ open, name, refusal, onDeploy, onCancel, children }: DeployDialogProps) {
  const leave = useEffectEvent(onCancel);
  // Close the dialog when Compare or Capture runs from it.
  useEffect(() => (open ? addCommandRanListener(() => leave()) : undefined), [open]);
  return (
    <ConfirmDialog
      open={open}
      type="info"
      icon="deploy"
      title={EDITOR_TEXTS.deployTitle}
      message={EDITOR_TEXTS.deployText(name)}
      actionLabel="Deploy"
      actionRefusal={refusal}
      onAction={onDeploy}
      onCancel={onCancel}
    >
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    </ConfirmDialog>
  );
}
