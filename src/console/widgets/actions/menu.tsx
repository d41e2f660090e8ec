import type { ReactElement } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-table.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import * as buttonCss from './button.css.ts';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { OpenOnDemand, type TriggerProps } from './open-on-demand.tsx';

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

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>;
  label: string;
  entries: readonly MenuEntry[];
};

const popup = lazyCode(() => import('./menu-popup.tsx'));

/** Commands in a menu, with their keys; what cannot run says why. Its machinery comes with the first need. */
export function Menu(props: MenuProps) {
  return (
    <OpenOnDemand trigger={props.trigger} popup="menu" load={popup.load}>
      <popup.Component {...props} />
    </OpenOnDemand>
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
          <Button
            // Beside an act that cannot be done the menu, which says why, is no call to act.
            variant={disabledReason === undefined ? variant : 'default'}
            aria-label={menuLabel}
            className={disabledReason === undefined ? buttonCss.joinRight : buttonCss.joinRightQuiet}
          >
            <Icon name="chevronDown" />
          </Button>
        }
      />
    </span>
  );
}
