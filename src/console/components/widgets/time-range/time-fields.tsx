import type { KeyboardEvent } from 'react';
import { padTwoDigits } from '../../../lib/format.ts';
import { toUnixSeconds } from './date-time-text.ts';
import * as css from './time-range.css.ts';

const PARTS = [
  { name: 'hour', label: 'Hours', max: 23 },
  { name: 'minute', label: 'Minutes', max: 59 },
  { name: 'second', label: 'Seconds', max: 59 },
] as const;

type TimeFieldsProps = {
  at: Date;
  isSet: boolean;
  onChange: (unixSeconds: number) => void;
};

/** Arrows step and wrap around. */
export function TimeFields({ at, isSet, onChange }: TimeFieldsProps) {
  const values = { hour: at.getHours(), minute: at.getMinutes(), second: at.getSeconds() };
  const change = (part: keyof typeof values, value: number) => {
    const day = { year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() };
    const moved = toUnixSeconds({ ...day, ...values, [part]: value });
    if (moved !== undefined) onChange(moved);
  };
  const step = (event: KeyboardEvent, part: keyof typeof values, max: number) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change(part, (values[part] + by + max + 1) % (max + 1));
  };
  return (
    <span className={css.timeFields}>
      {PARTS.map(({ name, label, max }, index) => (
        <span key={name} className={css.timePart}>
          {index > 0 && <span aria-hidden="true">:</span>}
          <input
            role="spinbutton"
            aria-label={label}
            aria-valuenow={values[name]}
            aria-valuemin={0}
            aria-valuemax={max}
            aria-valuetext={isSet ? padTwoDigits(values[name]) : 'empty'}
            inputMode="numeric"
            autoComplete="off"
            className={css.timeInput}
            placeholder="--"
            value={isSet ? padTwoDigits(values[name]) : ''}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => step(event, name, max)}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '');
              const last = Number(digits.slice(-2));
              if (digits !== '') change(name, last <= max ? last : Number(digits.slice(-1)));
            }}
          />
        </span>
      ))}
    </span>
  );
}
