import { useState } from 'react';
import { counted } from '../../../../contract/values.ts';
import { EditorContext } from './editor-context.ts';

type Step = { readonly label: string };

/** The next step to undo or redo is the last of each list. */
export type Steps = { past: readonly Step[]; future: readonly Step[] };

const formatChangesLeft = (count: number) => `${counted(count, 'change')} left`;

/** Screen reader text for an undone or redone step; undefined for an edit. */
export function describeStepChange(before: Steps, now: Steps): string | undefined {
  const undone = before.past.length - now.past.length;
  const isUndo = undone > 0 && now.future.length === before.future.length + undone;
  const isRedo = undone < 0 && now.future.length === before.future.length + undone;
  const label = isUndo ? now.future.at(-1)?.label : isRedo ? now.past.at(-1)?.label : undefined;
  if (label === undefined || (isRedo && label !== before.future.at(undone)?.label)) return undefined;
  return `${isUndo ? 'Undone' : 'Redone'}: ${label}, ${formatChangesLeft(now.past.length)}`;
}

export function useSaidSteps(): string {
  const past = EditorContext.useSelector(({ context }) => context.past);
  const future = EditorContext.useSelector(({ context }) => context.future);
  const [said, setSaid] = useState({ past, future, text: '' });
  if (said.past !== past || said.future !== future)
    setSaid({ past, future, text: describeStepChange(said, { past, future }) ?? '' });
  return said.text;
}
