import { MenuButton, MenuItem, Menu as MenuPopup, MenuProvider, MenuSeparator } from '@ariakit/react';
import { useEffect, useRef } from 'react';
import { formatAriaKeyShortcuts } from '../../../lib/key-text.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './menu.css.ts';
import type { MenuEntry, MenuProps } from './menu-types.ts';

export function Entry({ entry }: { entry: MenuEntry }) {
  const isDisabled = entry.disabledReason !== undefined;
  return (
    <>
      {entry.startsGroup && <MenuSeparator className={css.separator} />}
      <MenuItem
        className={css.item}
        disabled={isDisabled}
        accessibleWhenDisabled
        data-danger={entry.danger ? '' : undefined}
        aria-keyshortcuts={entry.keys ? formatAriaKeyShortcuts(entry.keys) : undefined}
        onClick={entry.onSelect}
      >
        {entry.icon && <Icon name={entry.icon} className={css.icon} />}
        <span className={css.label}>
          {entry.label}
          {isDisabled && (
            <span className={css.reason}>
              <StatusShape shape="triangle" tone="warn" size={12} />
              {entry.disabledReason}
            </span>
          )}
        </span>
        {entry.keys && (
          <KeySequence binding={entry.keys} variant={isDisabled ? 'disabled' : 'plain'} decorative />
        )}
      </MenuItem>
    </>
  );
}

/** Opens on mount: the press that loaded it requested it. */
export default function OpenedMenu({ trigger, label, entries }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  return (
    <MenuProvider>
      <MenuButton ref={button} render={trigger} />
      <MenuPopup
        aria-label={label}
        gutter={6}
        portal
        preserveTabOrder={false}
        unmountOnHide
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
