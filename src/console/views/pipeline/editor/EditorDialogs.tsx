import { Suspense } from 'react';
import {
  EDITOR_TEXTS,
  type EditorEvent,
  findReason,
  selectDialog,
  selectDiscardText,
} from '../../../../../machines/pipeline-editor/index.ts';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { ConfirmDialog } from '../../../components/widgets/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { ErrorBoundary } from '../../../components/widgets/lazy/error-boundary.tsx';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { DeployDialog } from '../deploy/DeployDialog.tsx';
import { FORCE_TEXT } from '../deploy/lifecycle.commands.ts';
import * as css from '../pipeline.css.ts';
import { EditorContext } from './editor-context.ts';

const { Component: ConflictDifference } = createLazyCode(() => import('../versions/ConflictDifference.tsx'));
const { Component: DraftSummary } = createLazyCode(() => import('../deploy/DraftSummary.tsx'));

export function EditorDialogs() {
  const dialog = EditorContext.useSelector(selectDialog);
  const name = EditorContext.useSelector(({ context }) => context.draft.name);
  const discardText = EditorContext.useSelector(selectDiscardText);
  const actor = EditorContext.useActorRef();
  const send = (event: EditorEvent) => () => actor.send(event);
  const refusal = EditorContext.useSelector((now) =>
    selectDialog(now) === 'confirmDeploy' ? findReason(now, { type: 'deploy.confirm' }) : undefined,
  );
  const cancel = send({ type: 'dialog.cancel' });
  return (
    <>
      <DeployDialog
        open={dialog === 'confirmDeploy'}
        name={name}
        refusal={refusal}
        onDeploy={send({ type: 'deploy.confirm' })}
        onCancel={cancel}
      >
        <DraftSummary />
      </DeployDialog>
      <ConfirmDialog
        open={dialog === 'noChange.saved'}
        type="info"
        title={EDITOR_TEXTS.noChangeTitle}
        message={EDITOR_TEXTS.noChangeSaved}
        actionLabel="Done"
        cancelLabel="Keep Editing"
        onAction={send({ type: 'noChange.done' })}
        onCancel={send({ type: 'noChange.keepEditing' })}
      />
      <ConfirmDialog
        open={dialog === 'noChange.deployed'}
        type="info"
        title={EDITOR_TEXTS.noChangeTitle}
        message={EDITOR_TEXTS.noChangeDeployed}
        actionLabel="Force Deploy"
        cancelLabel="Keep Editing"
        onAction={send({ type: 'noChange.forceDeploy' })}
        onCancel={send({ type: 'noChange.keepEditing' })}
      >
        <p className={css.note}>{FORCE_TEXT}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'confirmDiscard'}
        type="delete"
        title={EDITOR_TEXTS.discardTitle}
        message={discardText}
        actionLabel="Discard"
        onAction={send({ type: 'discard.confirm' })}
        onCancel={cancel}
      />
      <Dialog
        open={dialog === 'conflict'}
        onClose={cancel}
        title="Someone else saved this pipeline"
        tone="warn"
        message="A newer version was saved while you edited. Save yours as the version after it, take theirs and lose your changes, or go on editing: nothing is lost until you choose."
        footer={
          <>
            <Button variant="ghost" keys="Escape" onClick={cancel}>
              Keep Editing
            </Button>
            <Button variant="danger" onClick={send({ type: 'conflict.takeTheirs' })}>
              Use theirs
            </Button>
            <Button variant="primary" onClick={send({ type: 'conflict.keepMine' })}>
              Save mine
            </Button>
          </>
        }
        wide
      >
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <ConflictDifference />
          </Suspense>
        </ErrorBoundary>
      </Dialog>
    </>
  );
}
