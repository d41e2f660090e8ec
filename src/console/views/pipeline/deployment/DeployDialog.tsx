import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { EDITOR_TEXTS } from '../../../../../machines/pipeline-editor/index.ts';
import { onCommandRan } from '../../../commands/runtime.ts';
import { ConfirmDialog } from '../../../widgets/dialogs/confirm-dialog.tsx';
import { ErrorBoundary } from '../../../widgets/lazy/error-boundary.tsx';

type DeployDialogProps = {
  open: boolean;
  name: string;
  /** Why it cannot be deployed, where that turned out with the question open. */
  refusal?: string | undefined;
  onDeploy: () => void;
  onCancel: () => void;
  /** What it changes. */
  children: ReactNode;
};

/** The question before every deployment from the screen of a pipeline (R4-61 … R4-63). */
export function DeployDialog({ open, name, refusal, onDeploy, onCancel, children }: DeployDialogProps) {
  const leave = useEffectEvent(onCancel);
  // Whoever compares or captures first does not deploy yet.
  useEffect(() => (open ? onCommandRan(() => leave()) : undefined), [open]);
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
