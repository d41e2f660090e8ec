import { useLayoutEffect, useRef } from 'react';
import { CHAT_STICK_PX } from '../../../contract/assistant.ts';

/** The last reply, and what stands below it. */
const LAST_ITEMS = 2;

/** Follows the end of the conversation unless somebody scrolls up further than 50 px. */
export function useStickyEnd() {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  // After each drawing: ratings and prompts make the list longer too, as does a proposal whose graph comes later.
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const follow = () => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    };
    follow();
    const observer = new ResizeObserver(follow);
    for (const item of [...current.children].slice(-LAST_ITEMS)) observer.observe(item);
    return () => observer.disconnect();
  });
  const watch = () => {
    const { current } = list;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    // The event of our own scrolling comes when the list may have grown again.
    const isUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    if (scrollHeight - scrollTop - clientHeight <= CHAT_STICK_PX) isAtEnd.current = true;
    else if (isUp) isAtEnd.current = false;
  };
  return { list, watch };
}
