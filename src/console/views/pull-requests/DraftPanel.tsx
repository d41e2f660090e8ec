import { COMMENT_PLACEHOLDER } from '../../../../machines/raise-pr/index.ts';
import { COMMENT_MAX_LENGTH, type DraftChange } from '../../../contract/entities/changeset.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { TextArea } from '../../components/widgets/forms/text-field.tsx';
import { useStore } from '../../lib/store.ts';
import { draftComment } from '../../state/request-draft.ts';
import { describeDraftChange, editRefusal } from './draft-look.ts';
import * as css from './draft-panel.css.ts';

/** Changes collected for the next pull request. */
export function DraftPanel({ changes }: { changes: readonly DraftChange[] }) {
  const comment = useStore(draftComment);
  return (
    <div className={css.panel}>
      <h2 className={css.title}>Your draft</h2>
      <p className={css.note}>
        Only you see it. Raised, it is one pull request; nothing that is stored or runs changes before that is
        merged.
      </p>
      <ul className={css.list} aria-label="Changes in your draft">
        {changes.map((change) => (
          <li key={change.id} className={css.item}>
            <span className={css.name}>{change.name}</span>
            <span className={css.what}>{describeDraftChange(change)}</span>
            <span className={css.actions}>
              {editRefusal(change) === undefined && (
                <CommandButton
                  id="draft.edit"
                  args={{ change: change.id }}
                  size="small"
                  label="Edit"
                  aria-label={`Edit ${change.name}`}
                />
              )}
              <CommandButton
                id="draft.drop"
                args={{ change: change.id }}
                size="small"
                label="Drop"
                aria-label={`Drop ${change.name}`}
              />
            </span>
          </li>
        ))}
      </ul>
      <TextArea
        id="draft-comment"
        label="Comment of the pull request"
        rows={4}
        maxLength={COMMENT_MAX_LENGTH}
        placeholder={COMMENT_PLACEHOLDER}
        value={comment}
        onChange={(text) => draftComment.set(text)}
      />
      <div className={css.foot}>
        <CommandButton id="draft.dropAll" label="Drop all" />
        <CommandButton id="draft.raise" label="Raise PR" variant="primary" />
      </div>
    </div>
  );
}
