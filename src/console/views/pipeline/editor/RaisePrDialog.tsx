import { COMMENT_PLACEHOLDER } from '../../../../../machines/raise-pr/index.ts';
import { COMMENT_MAX_LENGTH } from '../../../../contract/entities/changeset.ts';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { TextArea } from '../../../components/widgets/forms/text-field.tsx';
import { useStore } from '../../../lib/store.ts';
import { collected, describeTaken } from '../../../state/request-draft.ts';
import * as css from '../pipeline.css.ts';
import type { RaisePr } from './use-raise-pr.ts';

export function RaisePrDialog({ raising }: { raising: RaisePr }) {
  const { state, comment, change, cancel, collect, submit } = raising;
  const drafted = useStore(collected);
  const refusal = state === 'submitting' ? 'The change is being asked for' : undefined;
  return (
    <Dialog
      open={state !== 'closed'}
      onClose={cancel}
      onSubmit={submit}
      icon="branch"
      title="Raise PR"
      message={`The change is committed on a branch for review. What runs stays as it is until the pull request is merged.${describeTaken(drafted)}`}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={cancel} disabledReason={refusal}>
            Cancel
          </Button>
          <Button disabledReason={refusal} onClick={collect}>
            Add to draft
          </Button>
          <Button variant="primary" keys="mod+Enter" disabledReason={refusal} onClick={submit}>
            Submit
          </Button>
        </>
      }
    >
      <div className={css.dialogField}>
        <TextArea
          id="raise-pr-comment"
          label="Comment"
          rows={4}
          maxLength={COMMENT_MAX_LENGTH}
          placeholder={COMMENT_PLACEHOLDER}
          value={comment}
          onChange={change}
        />
      </div>
    </Dialog>
  );
}
