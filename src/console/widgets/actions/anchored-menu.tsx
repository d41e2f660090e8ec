import { Menu as MenuPopup, MenuProvider } from '@ariakit/react';
import { useState } from 'react';
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
  const [isOpen, setOpen] = useState(true);
  return (
    <MenuProvider
      open={isOpen}
      placement="bottom-start"
      setOpen={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
    >
      <MenuPopup
        aria-label={label}
        gutter={4}
        portal
        autoFocusOnShow
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
    </MenuProvider>
  );
}
