import { useEffect } from 'react';
import { EDITOR_TEXTS, selectIsArmed } from '../../../../machines/pipeline-editor/index.ts';
import { useLeaveGuards } from '../../app/leave-guards.ts';
import { goOn, useShownLocation } from '../../app/location.tsx';
import { EditorContext } from './editor-context.ts';

const pathOf = (target: string): string => new URL(target, window.location.href).pathname;

/** Unsaved changes of the pipeline: another path asks first, a tab or a node of this screen does not (E18). */
export function useLeaveGuard(): void {
  const actor = EditorContext.useActorRef();
  const isArmed = EditorContext.useSelector(selectIsArmed);
  const { path } = useShownLocation();

  useEffect(() => {
    const leave = actor.on('editor.leave', ({ target }) => goOn(target));
    return () => leave.unsubscribe();
  }, [actor]);

  useLeaveGuards(isArmed, {
    holds: (target) => pathOf(target) !== path && selectIsArmed(actor.getSnapshot()),
    ask: (target) => actor.send({ type: 'leave.requested', target }),
    unload: EDITOR_TEXTS.unload,
  });
}
