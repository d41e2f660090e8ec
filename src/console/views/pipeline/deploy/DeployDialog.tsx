import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { EDITOR_TEXTS } from '../../../../../machines/pipeline-editor/index.ts';
import { addCommandRanListener } from '../../../commands/runtime.ts';
import { ConfirmDialog } from '../../../components/widgets/dialogs/confirm-dialog.tsx';
import { ErrorBoundary } from '../../../components/widgets/lazy/error-boundary.tsx';
import { TellVerdict, type TestVerdict } from './use-deploy-tests.ts';

type DeployDialogProps = {
  open: boolean;
  name: string;
  refusal?: string | undefined;
  onDeploy: () => void;
  onCancel: () => void;
  children: ReactNode;
};

const NOT_TESTED: TestVerdict = { isRunning: true };
const NO_TESTS: TestVerdict = { isRunning: false };

/** The service runs the tests again, so nothing is lost if the summary does not load. */
function WithoutSummary({ tell }: { tell: (verdict: TestVerdict) => void }) {
  useEffect(() => tell(NO_TESTS), [tell]);
  return null;
}

/** If confirmed while tests run, it deploys once they pass. */
export function DeployDialog({ open, name, refusal, onDeploy, onCancel, children }: DeployDialogProps) {
  const [{ isRunning, refusal: failed }, tell] = useState(NOT_TESTED);
  const [isWanted, setWanted] = useState(false);
  const leave = useEffectEvent(onCancel);
  const deploy = useEffectEvent(onDeploy);
  useEffect(() => {
    if (open) return;
    tell(NOT_TESTED);
    setWanted(false);
  }, [open]);
  const reason = refusal ?? failed;
  useEffect(() => {
    if (!isWanted || isRunning) return;
    setWanted(false);
    if (reason === undefined) deploy();
  }, [isWanted, isRunning, reason]);
  // Close the dialog when Compare or Capture runs from it.
  useEffect(() => (open ? addCommandRanListener(() => leave()) : undefined), [open]);
  return (
    <ConfirmDialog
      open={open}
      type="info"
      icon="deploy"
      title={EDITOR_TEXTS.deployTitle}
      message={EDITOR_TEXTS.deployText(name)}
      actionLabel={isWanted ? 'Deploys once tests pass' : 'Deploy'}
      actionRefusal={reason}
      onAction={() => setWanted(true)}
      onCancel={onCancel}
    >
      <TellVerdict value={tell}>
        <ErrorBoundary fallback={() => <WithoutSummary tell={tell} />}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </TellVerdict>
    </ConfirmDialog>
  );
}
