import { useEffect, useState } from 'react';
import { onActionAccepted } from '../action-actor.ts';

/** So long the end of a deployment stays on the screen that saw it. */
const ENDED_SHOWN_MS = 20_000;

/**
 * True from the beginning of an action until a while after its end, on the screen that saw it; an action
 * that was asked for here counts even when it ended before its status was read.
 */
export function useSeen(pipelineId: string, isActing: boolean): boolean {
  const [isSeen, setSeen] = useState(isActing);
  const [asked, setAsked] = useState(0);
  useEffect(
    () =>
      onActionAccepted((request) => {
        if (request.pipelineId === pipelineId && request.action === 'DEPLOY') setAsked((count) => count + 1);
      }),
    [pipelineId],
  );
  useEffect(() => {
    if (isActing || asked > 0) setSeen(true);
    if (isActing) return;
    const timer = setTimeout(() => setSeen(false), ENDED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isActing, asked]);
  return isSeen;
}
