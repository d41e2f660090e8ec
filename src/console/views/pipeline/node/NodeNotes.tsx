import { selectTypingRefusal } from '../../../../../machines/pipeline-editor/index.ts';
import { NOTES_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { TextArea } from '../../../components/widgets/forms/text-field.tsx';
import { TYPING_REFUSAL_ID } from '../editor/detail-fields.ts';
import { EditorContext } from '../editor/editor-context.ts';
import * as css from '../pipeline.css.ts';

type NodeNotesProps = { draft: Draft; node: DraftNode; isEditing: boolean };

export function NodeNotes({ draft, node, isEditing }: NodeNotesProps) {
  const actor = EditorContext.useActorRef();
  const isLocked = EditorContext.useSelector((now) => selectTypingRefusal(now) !== undefined);
  const { notes = '' } = draft.meta[node.id] ?? {};
  if (isEditing)
    return (
      <TextArea
        id={`node-${node.id}.notes`}
        label="Notes"
        help="What others should know. Saved with the version."
        maxLength={NOTES_MAX_LENGTH}
        readOnly={isLocked}
        describedBy={isLocked ? TYPING_REFUSAL_ID : undefined}
        value={notes}
        onChange={(text) => actor.send({ type: 'graph.node.note', nodeId: node.id, notes: text })}
      />
    );
  if (notes === '') return null;
  return (
    <section className={css.section} aria-label="Notes">
      <h3 className={css.sectionHead}>Notes</h3>
      <p className={css.notes}>{notes}</p>
    </section>
  );
}
