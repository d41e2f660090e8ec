import { useEffect, useEffectEvent } from 'react';
import { editRefusal, selectIsEditing } from '../../../../../machines/pipeline-editor/index.ts';
import { CHAT_NODE_UPDATE_MS } from '../../../../contract/assistant.ts';
import { type HandedStep, handedStep } from '../../../state/handed-step.ts';
import { notify } from '../../../state/toasts.ts';
import { addStep } from './add-step.ts';
import { toNodeChange } from './change-node.ts';
import { useDraftSlot } from './draft-slot.ts';
import { draftStore } from './draft-store.ts';
import { EditorContext } from './editor-context.ts';
import type { Catalogue } from './use-catalogue.ts';

type TakenStepProps = { siteId: string; step: HandedStep; catalogue: Catalogue };

/** Adds a handed-over step, undoable and unsaved. */
export default function TakenStep({ siteId, step, catalogue }: TakenStepProps) {
  const { pipelineId, componentId, change } = step;
  const actor = EditorContext.useActorRef();
  const slot = useDraftSlot(pipelineId);
  const take = useEffectEvent(() => {
    handedStep.set(undefined);
    const isAdded = addStep((draft) => ({
      type: 'graph.node.add',
      ...toNodeChange(change, { draft, componentId, catalogue }),
    }));
    if (isAdded)
      notify({
        message: `'${change.name}' is in the editor and not saved. Undo takes it out again.`,
        status: 'info',
      });
  });
  useEffect(() => {
    let isGone = false;
    actor.send({ type: 'edit.start' });
    if (!selectIsEditing(actor.getSnapshot())) {
      handedStep.set(undefined);
      const message = editRefusal(actor.getSnapshot().context) ?? 'It cannot be edited now';
      notify({ message, status: 'error' });
      return;
    }
    // Unsaved changes of an earlier edit are restored first.
    void draftStore.read(siteId, slot).then(() => setTimeout(() => !isGone && take(), CHAT_NODE_UPDATE_MS));
    return () => {
      isGone = true;
    };
  }, [actor, siteId, slot]);
  return null;
}
