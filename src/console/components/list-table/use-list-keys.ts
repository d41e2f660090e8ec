import { useEffect } from 'react';
import { runCommand } from '../../commands/runtime.ts';
import { isWindowInFront } from '../widgets/dialogs/in-front.ts';

const COMMANDS: Record<string, string> = {
  Enter: 'list.open',
  ArrowDown: 'list.next',
  ArrowUp: 'list.previous',
};
const NOWHERE = '#content, #content h1';

const isFocusNowhere = (focus: Element | null): boolean =>
  (focus === null || focus === document.body || focus.matches(NOWHERE)) && !isWindowInFront();

/** A scrollable screen uses the arrow keys itself. */
const canScroll = (): boolean => {
  const main = document.getElementById('content');
  return main !== null && main.scrollHeight > main.clientHeight;
};

/**
 * Before anything has the focus, Enter opens the cursor row and Up and Down move the cursor, like `o`, `j`
 * and `k`.
 * @param isOn false when the list is not the screen, or has no rows
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
      // A repeating Enter belongs to the dialog it closed.
      if (key === 'Enter' ? repeat : canScroll()) return;
      event.preventDefault();
      runCommand(command, {}, 'key');
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [isOn]);
}
