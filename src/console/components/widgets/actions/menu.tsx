import { Icon } from '../icons/icon.tsx';
import { createLazyCode } from '../lazy/lazy-code.ts';
import * as buttonCss from './button.css.ts';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import type { MenuEntry, MenuProps } from './menu-types.ts';
import { OpenOnDemand } from './open-on-demand.tsx';

const popup = createLazyCode(() => import('./menu-popup.tsx'));

/** The popup is lazy-loaded. */
export function Menu(props: MenuProps) {
  return (
    <OpenOnDemand trigger={props.trigger} popup="menu" load={popup.load}>
      <popup.Component {...props} />
    </OpenOnDemand>
  );
}

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
            // Beside a disabled action the menu must not look primary.
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
