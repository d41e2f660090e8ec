import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

type FocusFacts = {
  frameRef: RefObject<HTMLDivElement | null>;
  order: readonly string[];
  /** Initial tab stop. */
  firstId: string | undefined;
  identityOf: (id: string) => string;
  isPlaced: (id: string) => boolean;
  reveal: (id: string) => void;
  onCursor: (id: string) => void;
  takesFocus: boolean;
};

export const findNodeIdAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-node]')?.dataset.node : undefined;

/** One tab stop, which stays on its node through saves. */
export function useGraphFocus(facts: FocusFacts) {
  const { frameRef, order, firstId, identityOf, isPlaced, reveal, onCursor, takesFocus } = facts;
  const [last, setLast] = useState<string>();
  const known = new Set(order);
  const lastId = last === undefined ? undefined : order.find((id) => identityOf(id) === last);
  const tabStop = [lastId, firstId].find((id) => id !== undefined && known.has(id)) ?? order[0];

  const findCard = (id: string) =>
    frameRef.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  /** In low windows the page scrolls: bring the drawing into view, or at least the focused card. */
  const scrollTo = (card: Element | null | undefined) => {
    frameRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    reveal(id);
    // Off-screen nodes may have no card yet.
    if (!findCard(id) && isPlaced(id)) flushSync(() => setLast(identityOf(id)));
    findCard(id)?.focus({ preventScroll: true });
    scrollTo(findCard(id));
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
      const id = findNodeIdAt(event.target);
      if (id === undefined) return;
      setLast(identityOf(id));
      // A pressed node is already visible.
      if (event.target.matches(':focus-visible')) reveal(id);
      onCursor(id);
    },
  };
}
