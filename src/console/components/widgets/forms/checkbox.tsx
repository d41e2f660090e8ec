import { useEffect, useRef } from 'react';
import { Icon } from '../icons/icon.tsx';
import * as css from './checkbox.css.ts';

type CheckboxProps = {
  /** Accessible name; visible with `showLabel`. */
  label: string;
  checked: boolean;
  mixed?: boolean;
  onChange: (checked: boolean) => void;
  showLabel?: boolean;
  tabIndex?: number;
};

/** The box alone, for rows that are checkable themselves. */
export function CheckMark({ checked, mixed = false }: { checked: boolean; mixed?: boolean }) {
  return (
    <span className={css.mark} data-checked={checked || mixed ? '' : undefined} aria-hidden="true">
      {(checked || mixed) && <Icon name={mixed ? 'minus' : 'check'} size="xs" />}
    </span>
  );
}

export function Checkbox({
  label,
  checked,
  mixed = false,
  onChange,
  showLabel = false,
  tabIndex,
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  const box = (
    <span className={css.wrap}>
      <input
        ref={ref}
        type="checkbox"
        className={css.native}
        checked={checked}
        aria-label={showLabel ? undefined : label}
        tabIndex={tabIndex}
        onChange={(event) => onChange(event.target.checked)}
      />
      <CheckMark checked={checked} mixed={mixed} />
    </span>
  );
  if (!showLabel) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in `box`
    <label className={css.line}>
      {box}
      <span className={css.words}>{label}</span>
    </label>
  );
}
