import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { SelectRange } from '../../../../charts/types.ts';
import { Button } from '../actions/button.tsx';
import { TextField } from '../forms/text-field.tsx';
import { formatDateTimeInput, readDateTime } from '../time-range/date-time-text.ts';
import * as css from './chart.css.ts';

type RangeFormProps = {
  label: string;
  /** Unix seconds. */
  start: number;
  end: number;
  onApply: SelectRange;
  onClose: () => void;
};

type Problems = { from?: string | undefined; to?: string | undefined };

const UNREADABLE = 'Type a date and time, as 2026-11-21 08:00:00';

export function RangeForm({ label, start, end, onApply, onClose }: RangeFormProps) {
  const [from, setFrom] = useState(() => formatDateTimeInput(start));
  const [to, setTo] = useState(() => formatDateTimeInput(end));
  const [problems, setProblems] = useState<Problems>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = Math.floor(Date.now() / 1000);
    const [first, last] = [readDateTime(from, now), readDateTime(to, now)];
    const found: Problems = {
      from: first === undefined ? UNREADABLE : undefined,
      to: last === undefined ? UNREADABLE : undefined,
    };
    if (first !== undefined && last !== undefined && !found.to) {
      found.to = onApply(first, last);
    }
    setProblems(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      aria-label={`${label}, time range`}
      className={css.rangeForm}
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <TextField label="From" mono autoFocus value={from} onChange={setFrom} error={problems.from} />
      <TextField label="To" mono value={to} onChange={setTo} error={problems.to} />
      <span className={css.rangeActs}>
        <Button type="submit" variant="primary">
          Set time range
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
