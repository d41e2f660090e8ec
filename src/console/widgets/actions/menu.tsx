import { MenuButton, MenuItem, Menu as MenuPopup, MenuProvider, MenuSeparator } from '@ariakit/react';
import type { ReactElement } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-table.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import { ariaKeyShortcuts } from '../keys/bindings.ts';
import { KeySequence } from '../keys/key-chip.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as buttonCss from './button.css.ts';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import * as css from './menu.css.ts';

export type MenuEntry = {
  id: string;
  label: string;
  icon?: IconName | undefined;
  keys?: string | undefined;
  danger?: boolean | undefined;
  /** Why it cannot run now; the entry stays listed with it. */
  disabledReason?: string | undefined;
  /** Draws a line above. */
  startsGroup?: boolean | undefined;
  onSelect: () => void;
};

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  entries: readonly MenuEntry[];
};

function Entry({ entry }: { entry: MenuEntry }) {
  const isDisabled = entry.disabledReason !== undefined;
  return (
    <>
      {entry.startsGroup && <MenuSeparator className={css.separator} />}
      <MenuItem
        className={css.item}
        disabled={isDisabled}
        accessibleWhenDisabled
        data-danger={entry.danger ? '' : undefined}
        aria-keyshortcuts={entry.keys ? ariaKeyShortcuts(entry.keys) : undefined}
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

/** Commands in a menu, with their keys; what cannot run says why. */
export function Menu({ trigger, label, entries }: MenuProps) {
  return (
    <MenuProvider>
      <MenuButton render={trigger} />
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

/** Three dots that open a menu: row actions, what does not fit. */
export function MoreMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={<IconButton icon="more" label={label} variant="ghost" size="small" />}
    />
  );
}

type SplitButtonProps = {
  children: string;
  variant?: ButtonVariant;
  keys?: string;
  disabledReason?: string | undefined;
  onClick: () => void;
  menuLabel: string;
  entries: readonly MenuEntry[];
};

/** The usual act, and beside it a menu of its variants. */
export function SplitButton(props: SplitButtonProps) {
  const { children, variant = 'primary', keys, disabledReason, onClick, menuLabel, entries } = props;
  return (
    <span className={buttonCss.joined}>
      <Button
        variant={variant}
        keys={keys}
        disabledReason={disabledReason}
        onClick={onClick}
        className={buttonCss.joinLeft}
      >
        {children}
      </Button>
      <Menu
        label={menuLabel}
        entries={entries}
        trigger={
          <Button variant={variant} aria-label={menuLabel} className={buttonCss.joinRight}>
            <Icon name="chevronDown" />
          </Button>
        }
      />
    </span>
  );
}
