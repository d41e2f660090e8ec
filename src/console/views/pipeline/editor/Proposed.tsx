import { useEffect, useEffectEvent } from 'react';
import { editRefusal, selectIsEditing } from '../../../../../machines/pipeline-editor/index.ts';
import { CHAT_NODE_UPDATE_MS } from '../../../../contract/assistant.ts';
import { type HandedProposal, handedProposal } from '../../../state/handed-proposal.ts';
import { notify } from '../../../state/toasts.ts';
import { useDraftSlot } from './draft-slot.ts';
import { draftStore } from './draft-store.ts';
import { EditorContext } from './editor-context.ts';
import { mergeProposal } from './proposed-draft.ts';

export const PROPOSAL_LABEL = "Take over the assistant's proposal";
const TAKEN = 'The proposal is in the editor and not saved. Undo takes it out again.';
const REPLACES =
  'The proposal is in the editor and not saved. It takes the place of unsaved changes of the same nodes; Undo brings them back.';

type ProposedProps = {
  siteId: string;
  pipelineId: string | undefined;
  handed: HandedProposal;
  focusNode: (id: string) => void;
};

/** Puts an assistant's proposal into the editor as one undoable step, unsaved. */
export default function Proposed({ siteId, pipelineId, handed, focusNode }: ProposedProps) {
  const actor = EditorContext.useActorRef();
  const slot = useDraftSlot(pipelineId);
  const focusWhenDrawn = useEffectEvent((id: string) => requestAnimationFrame(() => focusNode(id)));
  useEffect(() => {
    let isGone = false;
    actor.send({ type: 'edit.start' });
    if (!selectIsEditing(actor.getSnapshot())) {
      handedProposal.set(undefined);
      notify({
        message: editRefusal(actor.getSnapshot().context) ?? 'It cannot be edited now',
        status: 'error',
      });
      return;
    }
    const take = () => {
      if (isGone) return;
      handedProposal.set(undefined);
      const { context } = actor.getSnapshot();
      const { draft, replaces } = mergeProposal(handed, context.draft, context.nextNumber);
      const past = [...context.past, { label: PROPOSAL_LABEL, draft: context.draft }];
      const stored = { draft, past, future: [] };
      if (!actor.getSnapshot().can({ type: 'draft.restored', stored })) return;
      actor.send({ type: 'draft.restored', stored });
      const first = Object.keys(draft.nodes).find((id) => !context.draft.nodes[id]);
      if (first !== undefined) focusWhenDrawn(first);
      notify({ message: replaces ? REPLACES : TAKEN, status: replaces ? 'warning' : 'info' });
    };
    // Unsaved changes of an earlier edit are restored first.
    void draftStore.read(siteId, slot).then(() => setTimeout(take, CHAT_NODE_UPDATE_MS));
    return () => {
      isGone = true;
    };
  }, [actor, handed, siteId, slot]);
  return null;
}
