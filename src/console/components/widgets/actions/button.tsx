import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import { formatAriaKeyShortcuts } from '../../../lib/key-text.ts';
import { Icon } from '../icons/icon.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import * as css from './button.css.ts';
import { Tooltip } from './tooltip.tsx';

export type ButtonVariant = keyof typeof css.button;

type Native = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'>;

export type ButtonProps = Native & {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  icon?: IconName | undefined;
  /** Key binding, shown as a chip. */
  keys?: string | undefined;
  /** Shown only in the key bar, to save space. */
  hideChip?: boolean;
  /** Why it is disabled. The button stays focusable and shows the reason; presses do nothing. */
  disabledReason?: string | undefined;
  /** Runs on a press while disabled. */
  onDisabledPress?: (() => void) | undefined;
};

const getChipVariant = (variant: ButtonVariant, disabled: boolean) => {
  if (disabled) return 'disabled';
  if (variant === 'primary') return 'onAccent';
  return variant === 'solidDanger' ? 'onErr' : 'plain';
};

const joinClasses = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/**
 * Never uses the `disabled` attribute, so that its reason stays reachable
 * (https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#focusabilityofdisabledcontrols).
 */
export function Button({
  children,
  variant = 'default',
  size = 'medium',
  icon,
  keys,
  hideChip = false,
  disabledReason,
  onDisabledPress,
  onClick,
  className,
  ...native
}: ButtonProps) {
  const reasonId = useId();
  const isDisabled = disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isDisabled) return onClick?.(event);
    event.preventDefault();
    onDisabledPress?.();
  };
  const describedBy = joinClasses(native['aria-describedby'], isDisabled && reasonId) || undefined;
  const element = (
    <button
      type="button"
      aria-keyshortcuts={keys ? formatAriaKeyShortcuts(keys) : undefined}
      data-keys={keys}
      {...native}
      aria-disabled={isDisabled || undefined}
      aria-describedby={describedBy}
      className={joinClasses(css.button[variant], size === 'small' && css.small, className)}
      onClick={press}
    >
      {icon && <Icon name={icon} />}
      {children}
      {keys && !hideChip && (
        <span className={css.keys}>
          <KeySequence binding={keys} variant={getChipVariant(variant, isDisabled)} decorative />
        </span>
      )}
    </button>
  );
  // The same element in both cases, so that a change does not drop the focus.
  return (
    <>
      <Tooltip text={disabledReason} isReason>
        {element}
      </Tooltip>
      {isDisabled && (
        <span hidden id={reasonId}>
          {disabledReason}
        </span>
      )}
    </>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon'> & { icon: IconName; label: string };

/** The label is its accessible name and tooltip. */
export function IconButton({ icon, label, keys, size = 'medium', className, ...rest }: IconButtonProps) {
  const shared = {
    ...rest,
    size,
    'aria-label': label,
    'aria-keyshortcuts': keys ? formatAriaKeyShortcuts(keys) : undefined,
    className: joinClasses(css.iconOnly, size === 'small' && css.iconOnlySmall, className),
  };
  const face = <Icon name={icon} size={size === 'small' ? 's' : 'm'} />;
  if (rest.disabledReason !== undefined) return <Button {...shared}>{face}</Button>;
  return (
    <Tooltip text={label} keys={keys}>
      <Button {...shared}>{face}</Button>
    </Tooltip>
  );
}
