import { useEffect } from 'react';
import { EDITOR_TEXTS, selectIsArmed } from '../../../../../machines/pipeline-editor/index.ts';
import { useLeaveGuards } from '../../../state/leave-guards.ts';
import { goOn, useShownLocation } from '../../../state/location.tsx';
import { EditorContext } from './editor-context.ts';

const getPathOfTarget = (target: string): string => new URL(target, window.location.href).pathname;

/** Tabs and nodes of this screen do not ask. */
export function useLeaveGuard(): void {
  const actor = EditorContext.useActorRef();
  const isArmed = EditorContext.useSelector(selectIsArmed);
  const { path } = useShownLocation();

  useEffect(() => {
    const leave = actor.on('editor.leave', ({ target }) => goOn(target));
    return () => leave.unsubscribe();
  }, [actor]);

  useLeaveGuards(isArmed, {
    holds: (target) => getPathOfTarget(target) !== path && selectIsArmed(actor.getSnapshot()),
    ask: (target) => actor.send({ type: 'leave.requested', target }),
    unload: EDITOR_TEXTS.unload,
  });
}
