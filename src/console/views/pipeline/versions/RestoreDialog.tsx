import { useMachine } from '@xstate/react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type RestoreReview, restoreRefusal } from '../../../../../machines/version-restore/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import { VERSION_NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import { takesRequests } from '../../../../contract/managed-site.ts';
import { diffVersions, isEmptyDiff } from '../../../../graph/version-diff.ts';
import { toVersionChanges } from '../../../components/version-changes/changes.ts';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { ChangeList } from '../../../components/widgets/change-list/change-list.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { Checkbox } from '../../../components/widgets/forms/checkbox.tsx';
import { TextField } from '../../../components/widgets/forms/text-field.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { describeTaken, type RequestWay } from '../../../state/request-draft.ts';
import { useSite } from '../../../state/sites.ts';
import { notify } from '../../../state/toasts.ts';
import { requestAction } from '../deploy/request-action.ts';
import { createRequestLogic, restoreLogic } from './restore-logic.ts';
import * as css from './versions.css.ts';

type RestoreDialogProps = {
  pipeline: Pipeline;
  version: number;
  templates: readonly Template[];
  onRestored: (version: number) => void;
  onClose: () => void;
};

function Review({ review, templates }: { review: RestoreReview; templates: readonly Template[] }) {
  const { latest, wanted, latestVersion } = review;
  const changes = useMemo(() => {
    const diff = diffVersions(latest, wanted);
    return isEmptyDiff(diff) ? [] : toVersionChanges(diff, { ...latest.nodes, ...wanted.nodes }, templates);
  }, [latest, wanted, templates]);
  if (changes.length === 0) return null;
  return (
    <section className={css.section} aria-label="What changes">
      <h2 className={css.sectionTitle}>Changes since v{latestVersion}, the latest</h2>
      <ChangeList label="What changes" changes={changes} />
    </section>
  );
}

/** Sources and destinations stay unchanged. */
export default function RestoreDialog(props: RestoreDialogProps) {
  const { pipeline, version, templates, onRestored, onClose } = props;
  const [input] = useState({ pipelineId: pipeline.id, version });
  const site = useSite();
  const [isRequest] = useState(() => takesRequests(site));
  const way = useRef<RequestWay>('raise');
  const [logic] = useState(() => (isRequest ? createRequestLogic(() => way.current) : restoreLogic));
  const [state, send, actor] = useMachine(logic, { input });
  const { review, name, deploysAfterwards, overtakenBy, failure } = state.context;
  const isSaving = state.matches('saving');
  const refusal = restoreRefusal(state.context);

  useEffect(() => {
    const saved = actor.on('restore.saved', ({ version: made, deploysAfterwards: deploys }) => {
      if (isRequest) return;
      notify({ message: `v${version} restored as v${made}`, status: 'success' });
      onRestored(made);
      if (deploys) requestAction({ pipelineId: pipeline.id, action: 'DEPLOY', graphVersion: made });
    });
    const ended = actor.on('restore.ended', onClose);
    return () => {
      saved.unsubscribe();
      ended.unsubscribe();
    };
  }, [actor, pipeline.id, version, isRequest, onRestored, onClose]);

  const cancel = () => send({ type: 'restore.cancel' });
  const confirm = (chosen: RequestWay) => {
    way.current = chosen;
    send({ type: 'restore.confirm' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm('raise');
  };
  const saveRefusal = isSaving
    ? isRequest
      ? 'The change is being asked for'
      : 'The version is being saved'
    : refusal;
  return (
    <Dialog
      open
      onClose={cancel}
      title={`Restore v${version}`}
      icon="undo"
      wide
      message={
        review
          ? isRequest
            ? `The graph of v${version} is requested for review; what is stored and runs stays as it is until the pull request is merged. Sources and destinations keep their configuration.${describeTaken()}`
            : `The graph of v${version} is saved as v${review.latestVersion + 1}; no version is changed or lost. Sources and destinations keep their configuration.`
          : `Reading v${version} and the latest version.`
      }
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={cancel}>
            {overtakenBy === undefined ? 'Cancel' : 'Keep theirs'}
          </Button>
          {isRequest && (
            <Button disabledReason={saveRefusal} onClick={() => confirm('collect')}>
              Add to draft
            </Button>
          )}
          <Button variant="primary" disabledReason={saveRefusal} onClick={() => confirm('raise')}>
            {isRequest
              ? 'Raise PR'
              : deploysAfterwards
                ? `Restore and deploy v${version}`
                : `Restore v${version}`}
          </Button>
        </>
      }
    >
      <form className={css.restore} onSubmit={submit}>
        {overtakenBy !== undefined && (
          <p className={css.warning} role="alert">
            <StatusShape shape="triangle" tone="warn" />v{overtakenBy} was saved by someone else in the
            meantime. The restored version comes after it, and v{overtakenBy} stays in the history.
          </p>
        )}
        {state.matches('unread') && (
          <ErrorPanel
            title="The versions could not be read"
            cause={failure ?? ''}
            onRetry={() => send({ type: 'restore.retry' })}
          />
        )}
        {!review && !state.matches('unread') && <Skeleton width="100%" height={96} label="both versions" />}
        {review && (
          <>
            <TextField
              label={isRequest ? 'Comment' : 'Version Name'}
              value={name}
              maxLength={VERSION_NAME_MAX_LENGTH}
              autoFocus
              error={failure}
              onChange={(text) =>
                send({ type: 'restore.name.set', name: text.slice(0, VERSION_NAME_MAX_LENGTH) })
              }
            />
            {!isRequest && (
              <Checkbox
                label="Deploy it afterwards"
                showLabel
                checked={deploysAfterwards}
                onChange={(checked) => send({ type: 'restore.deploy.set', deploysAfterwards: checked })}
              />
            )}
            {refusal !== undefined && (
              <p className={css.warning}>
                <StatusShape shape="triangle" tone="warn" />
                {refusal}
              </p>
            )}
            <Review review={review} templates={templates} />
          </>
        )}
      </form>
    </Dialog>
  );
}
