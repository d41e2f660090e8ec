import type { KeyboardEvent } from 'react';
import type { WidgetKeys } from '../keys/widget-keys.ts';
import { type ChartCursor, type CursorStep, moveCursor, toggleMark } from './chart-cursor.ts';

const STEPS: Record<string, CursorStep> = {
  ArrowLeft: 'former',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
  PageUp: 'pageBack',
  PageDown: 'pageOn',
};

/** Key bar entries of a focused chart. */
export const listChartKeys = (canSelect: boolean, canExplain: boolean): WidgetKeys => ({
  mode: 'CHART',
  hints: [
    { keys: ['ArrowLeft', 'ArrowRight'], label: 'Read values' },
    ...(canSelect
      ? [
          { keys: ['m'], label: 'Mark a range' },
          { keys: ['Enter'], label: 'Zoom to it' },
        ]
      : []),
    ...(canExplain ? [{ keys: ['w'], label: 'What changed' }] : []),
    { keys: ['Escape'], label: 'Back' },
  ],
});

export type ChartKeyAct =
  | { kind: 'move'; cursor: ChartCursor }
  | { kind: 'apply' }
  | { kind: 'explain' }
  /** Clears the selection first, then the tooltip; otherwise the screen gets the key. */
  | { kind: 'cancel'; cursor: ChartCursor };

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The action of a key on a focused chart; undefined for other keys. */
export function getChartKeyAction(
  press: Press,
  times: readonly number[],
  cursor: ChartCursor,
  canSelect: boolean,
  canExplain = false,
): ChartKeyAct | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const step = STEPS[press.key];
  if (step) return { kind: 'move', cursor: moveCursor(times, cursor, step, canSelect && press.shiftKey) };
  const hasSelection = cursor.mark !== undefined;
  if (press.key === 'Escape') {
    if (hasSelection) return { kind: 'cancel', cursor: cursor.at === undefined ? {} : { at: cursor.at } };
    return cursor.at === undefined ? undefined : { kind: 'cancel', cursor: {} };
  }
  if (canExplain && press.key === 'w') return { kind: 'explain' };
  if (!canSelect) return undefined;
  if (press.key === 'm') return { kind: 'move', cursor: toggleMark(times, cursor) };
  if (press.key === 'Enter' && hasSelection) return { kind: 'apply' };
  return undefined;
}
