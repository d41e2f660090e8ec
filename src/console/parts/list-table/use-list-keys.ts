import { useEffect } from 'react';
import { runCommand } from '../../commands/runtime.ts';
import { isWindowInFront } from '../../widgets/dialogs/in-front.ts';

const COMMANDS: Record<string, string> = {
  Enter: 'list.open',
  ArrowDown: 'list.next',
  ArrowUp: 'list.previous',
};
/** The screen itself and its heading, which has the focus once a screen was opened. */
const NOWHERE = '#content, #content h1';

/** True while nothing that could want a key has the focus. */
const isFocusNowhere = (focus: Element | null): boolean =>
  (focus === null || focus === document.body || focus.matches(NOWHERE)) && !isWindowInFront();

/** Where the screen itself can be scrolled, its arrow keys do that. */
const canScroll = (): boolean => {
  const main = document.getElementById('content');
  return main !== null && main.scrollHeight > main.clientHeight;
};

/**
 * On a list that has just been opened Enter opens the row with the cursor, and Up and Down move it, as `o`, `j` and
 * `k` do, before the focus is in the list. Anything else that has the focus keeps these keys.
 * @param isOn false where the list is not the screen, or has no rows
 */
export function useListKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const pressed = (event: KeyboardEvent) => {
      const { key, defaultPrevented, isComposing, repeat } = event;
      const command = COMMANDS[key];
      if (command === undefined || defaultPrevented || isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!isFocusNowhere(document.activeElement)) return;
      // An Enter that is held down was meant for what it closed.
      if (key === 'Enter' ? repeat : canScroll()) return;
      event.preventDefault();
      runCommand(command, {}, 'key');
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [isOn]);
}
