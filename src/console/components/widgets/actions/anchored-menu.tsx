import { Menu as MenuPopup, useMenuStore } from '@ariakit/react';
import { useEffect } from 'react';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './menu.css.ts';
import { Entry } from './menu-popup.tsx';
import type { MenuEntry } from './menu-types.ts';

export type AnchoredMenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** In window pixels. */
  anchor: { x: number; y: number; width?: number; height?: number };
  /** Gets the focus on close, unless the chosen command moved it. */
  returnFocus: HTMLElement | null;
  onClose: () => void;
};

/** A menu without its own button, such as a row's context menu. */
export default function AnchoredMenu({ label, entries, anchor, returnFocus, onClose }: AnchoredMenuProps) {
  const store = useMenuStore({
    placement: 'bottom-start',
    setOpen: (open) => {
      if (!open) onClose();
    },
  });
  // No button opened it, so move the focus explicitly.
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
