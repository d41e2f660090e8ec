import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

type FocusFacts = {
  frameRef: RefObject<HTMLDivElement | null>;
  /** Reading order. */
  order: readonly string[];
  /** Has the tab stop until another node gets the focus; else the first in reading order. */
  firstId: string | undefined;
  identityOf: (id: string) => string;
  isPlaced: (id: string) => boolean;
  reveal: (id: string) => void;
  onCursor: (id: string) => void;
  takesFocus: boolean;
};

export const nodeIdAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-node]')?.dataset.node : undefined;

/** Roving focus over the nodes: one tab stop, kept on the node through saves. */
export function useGraphFocus(facts: FocusFacts) {
  const { frameRef, order, firstId, identityOf, isPlaced, reveal, onCursor, takesFocus } = facts;
  const [last, setLast] = useState<string>();
  const known = new Set(order);
  const lastId = last === undefined ? undefined : order.find((id) => identityOf(id) === last);
  const tabStop = [lastId, firstId].find((id) => id !== undefined && known.has(id)) ?? order[0];

  const cardOf = (id: string) =>
    frameRef.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  /** On a low window the screen scrolls as one: the drawing comes into it, and at least the card that has the focus. */
  const scrollTo = (card: Element | null | undefined) => {
    frameRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    reveal(id);
    // What is out of sight in a large graph has no card yet.
    if (!cardOf(id) && isPlaced(id)) flushSync(() => setLast(identityOf(id)));
    cardOf(id)?.focus({ preventScroll: true });
    scrollTo(cardOf(id));
  };

  const isDrawn = tabStop !== undefined && isPlaced(tabStop);
  const takeFocus = useEffectEvent(() => {
    const active = document.activeElement;
    if (active === document.body || active?.contains(frameRef.current)) focus(tabStop);
  });
  useEffect(() => {
    if (takesFocus && isDrawn) takeFocus();
  }, [takesFocus, isDrawn]);

  return {
    tabStop,
    focus,
    onFocus: (event: FocusEvent) => {
      const id = nodeIdAt(event.target);
      if (id === undefined) return;
      setLast(identityOf(id));
      // A pointer that presses a node has it under it already.
      if (event.target.matches(':focus-visible')) reveal(id);
      onCursor(id);
    },
  };
}
