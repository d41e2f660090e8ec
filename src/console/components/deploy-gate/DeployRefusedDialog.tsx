import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import { Button } from '../widgets/actions/button.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { escapeHiddenCharacters } from '../widgets/text/visible-text.ts';
import * as css from './deploy-gate.css.ts';
import type { RefusedDeploy } from './deploy-gate.ts';

type DeployRefusedProps = { refused: RefusedDeploy; onClose: () => void };

export default function DeployRefusedDialog({ refused, onClose }: DeployRefusedProps) {
  const { pipelineId, graphVersion, isResume, reason } = refused;
  const { data } = useCall('getPipeline', { path: { pipelineId } }, { isSuppressed: true });
  const name = data?.pipeline.name ?? 'The pipeline';
  return (
    <Dialog
      open
      onClose={onClose}
      title={isResume ? 'Not resumed: a test fails' : 'Not deployed: a test fails'}
      tone="err"
      message={<span className={css.reason}>{escapeHiddenCharacters(reason)}.</span>}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            Keep as is
          </Button>
          <CommandButton
            id="preview.forceRefused"
            variant="danger"
            hideIcon
            label={isResume ? 'Force Resume' : 'Force Deploy'}
          />
          <CommandButton id="preview.openRefused" variant="primary" hideIcon label="Open the failing test" />
        </>
      }
      wide
    >
      <p className={css.note}>
        {isResume
          ? `${name} stays as it is until the test passes.`
          : `v${graphVersion} of ${name} is saved; the running version continues unchanged.`}
      </p>
    </Dialog>
  );
}
