import { type ComponentPropsWithRef, useId } from 'react';
import { Tooltip } from '../actions/tooltip.tsx';
import * as css from '../forms/select.css.ts';
import { Icon } from '../icons/icon.tsx';
import { type ShapeName, StatusShape, type Tone } from '../icons/status-shape.tsx';

export type FilterButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children' | 'value'> & {
  label: string;
  text: string;
  isSet: boolean;
  mark?: { shape: ShapeName; tone: Tone } | undefined;
  disabledReason?: string | undefined;
};

/** The border shows when it narrows the list. */
export function FilterButton({ label, text, isSet, mark, disabledReason, ...native }: FilterButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      {...native}
      className={css.filter}
      aria-label={`${label}: ${text}`}
      aria-disabled={disabledReason === undefined ? undefined : true}
      aria-describedby={disabledReason === undefined ? undefined : reasonId}
      data-set={isSet ? '' : undefined}
    >
      {`${label} `}
      {mark && <StatusShape {...mark} />}
      <span className={css.filterValue}>{text}</span>
      <Icon name="chevronDown" size="s" />
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <>
      <Tooltip text={disabledReason} isReason>
        {button}
      </Tooltip>
      <span hidden id={reasonId}>
        {disabledReason}
      </span>
    </>
  );
}
