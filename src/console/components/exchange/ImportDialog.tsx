import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  findReason,
  importReviewMachine,
  selectIsBusy,
  selectIsReview,
} from '../../../../machines/import-review/index.ts';
import { COMMENT_PLACEHOLDER } from '../../../../machines/raise-pr/index.ts';
import { COMMENT_MAX_LENGTH } from '../../../contract/entities/changeset.ts';
import { API_BODY_MAX_BYTES } from '../../../contract/limits.ts';
import { describeTaken, type RequestWay } from '../../state/request-draft.ts';
import { notify } from '../../state/toasts.ts';
import { Button } from '../widgets/actions/button.tsx';
import { ChangeList } from '../widgets/change-list/change-list.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { ImportTextDialog } from '../widgets/dialogs/import-text-dialog.tsx';
import { FieldError } from '../widgets/forms/field.tsx';
import { TextArea } from '../widgets/forms/text-field.tsx';
import * as css from './exchange.css.ts';
import { applyImport, planImport, requestImport } from './import-calls.ts';
import { summarizePlan, toPlanChanges } from './plan-changes.ts';

type Given = { text: string; tag: string };
type ImportProps = {
  siteId: string;
  siteName: string;
  /** Raised as a pull request. */
  isRequest: boolean;
  onClose: () => void;
};

const MAX_MEGABYTES = API_BODY_MAX_BYTES / 1_000_000;
const checkSize = (text: string): string[] =>
  new Blob([text]).size > API_BODY_MAX_BYTES
    ? [`The text is larger than ${MAX_MEGABYTES} MB. Split it, and import the parts one after the other.`]
    : [];

/** All or nothing. */
export default function ImportDialog({ siteId, siteName, isRequest, onClose }: ImportProps) {
  const [comment, setComment] = useState('');
  const asked = useRef<{ way: RequestWay; comment: string }>({ way: 'raise', comment: '' });
  const [logic] = useState(() =>
    importReviewMachine.provide({
      actors: {
        plan: fromPromise(({ input }: { input: Given }) => planImport(siteId, input.text)),
        apply: fromPromise(({ input }: { input: Given }) =>
          isRequest
            ? requestImport(siteId, input, asked.current)
            : applyImport(siteId, input.text, input.tag),
        ),
      },
      actions: {
        finish: (_, { entries }) => {
          if (!isRequest)
            notify({
              message: `Imported: ${summarizePlan(entries)}`,
              status: 'success',
              shouldTimeout: true,
            });
          onClose();
        },
      },
    }),
  );
  const [state, send] = useMachine(logic);
  const { plan, text, problems, isRenewed } = state.context;
  const isReview = selectIsReview(state);
  const apply = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReview) apply.current?.focus();
  }, [isReview]);

  if (!plan || !isReview)
    return (
      <ImportTextDialog
        title="Import definition"
        message={
          isRequest
            ? `Sources, destinations and pipelines of ${siteName} as YAML. What it would do is shown before it is asked for.`
            : `Sources, destinations, pipelines and alert rules of ${siteName} as YAML. What it would do is shown before anything is changed.`
        }
        label="Definition as YAML"
        accept=".yaml,.yml,application/yaml,text/yaml"
        actionLabel="Show the plan"
        initialText={text}
        found={problems}
        isBusy={selectIsBusy(state)}
        onImport={(given) => {
          const faults = checkSize(given);
          if (faults.length === 0) send({ type: 'text.given', text: given });
          return faults;
        }}
        onClose={onClose}
      />
    );
  const changes = toPlanChanges(plan.entries);
  const confirm = (way: RequestWay) => {
    asked.current = { way, comment: comment.trim() };
    send({ type: 'import.confirmed' });
  };
  return (
    <Dialog
      open
      wide
      icon="upload"
      title="Review the import"
      message={
        isRequest
          ? `${summarizePlan(plan.entries)} What is stored and runs stays as it is until the pull request is merged.${describeTaken()}`
          : `${summarizePlan(plan.entries)} Changed pipelines get a new version that is not deployed. Nothing is deleted.`
      }
      initialFocus={apply}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => send({ type: 'text.edit' })}
            disabledReason={selectIsBusy(state) ? 'The import is running' : undefined}
          >
            Edit the text
          </Button>
          {isRequest && (
            <Button disabledReason={findReason(state)} onClick={() => confirm('collect')}>
              Add to draft
            </Button>
          )}
          <Button
            ref={apply}
            variant="primary"
            disabledReason={findReason(state)}
            onClick={() => confirm('raise')}
          >
            {isRequest ? 'Raise PR' : 'Import'}
          </Button>
        </>
      }
    >
      <div className={css.body}>
        {isRenewed && (
          <p role="status" className={css.quiet}>
            Something changed in the meantime. This is the updated plan.
          </p>
        )}
        <div role="alert" className={css.problems}>
          {problems.map((problem) => (
            <FieldError key={problem} id={`import-${problem}`} text={problem} />
          ))}
        </div>
        <ChangeList label="What the import does" changes={changes} />
        {isRequest && (
          <TextArea
            id="import-comment"
            label="Comment of the pull request"
            rows={2}
            maxLength={COMMENT_MAX_LENGTH}
            placeholder={COMMENT_PLACEHOLDER}
            value={comment}
            onChange={setComment}
          />
        )}
      </div>
    </Dialog>
  );
}
