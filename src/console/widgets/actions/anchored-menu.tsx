import { Menu as MenuPopup, useMenuStore } from '@ariakit/react';
import { useEffect } from 'react';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './menu.css.ts';
import type { MenuEntry } from './menu.tsx';
import { Entry } from './menu-popup.tsx';

export type AnchoredMenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** Where it opens, in the window's pixels. */
  anchor: { x: number; y: number; width?: number; height?: number };
  /** Takes the focus when it closes, unless what was chosen took it. */
  returnFocus: HTMLElement | null;
  onClose: () => void;
};

/** A menu without a button of its own: the context menu of a row. It is open as long as it is drawn. */
export default function AnchoredMenu({ label, entries, anchor, returnFocus, onClose }: AnchoredMenuProps) {
  const store = useMenuStore({
    placement: 'bottom-start',
    setOpen: (open) => {
      if (!open) onClose();
    },
  });
  // Opened by no button that could tell it so: whoever opens it has the keyboard and goes on with it.
  useEffect(() => {
    store.setAutoFocusOnShow(true);
    store.setInitialFocus('first');
    store.show();
  }, [store]);
  return (
    <MenuPopup
      store={store}
      aria-label={label}
      gutter={4}
      portal
      preserveTabOrder={false}
      getAnchorRect={() => anchor}
      finalFocus={returnFocus}
      hideOnEscape={swallowEscape}
      className={css.menu}
    >
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </MenuPopup>
  );
}
