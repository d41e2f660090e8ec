import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { Icon } from '../icons/icon.tsx';
import * as css from './calendar.css.ts';

type CalendarProps = {
  /** Names the grid, before its month. */
  label: string;
  selected: Date | undefined;
  onSelect: (day: Date) => void;
  /** Days before and after cannot be chosen. */
  first: Date;
  last: Date;
};

const monthOf = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), 1);
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => (
  <Icon name={orientation === 'left' ? 'chevronLeft' : 'chevronRight'} size="s" />
);

/** One month of days; the week starts on Monday (R9-49). Arrows move, Page Up and Down change the month. */
export function Calendar({ label, selected, onSelect, first, last }: CalendarProps) {
  const within = selected && selected >= monthOf(first) && selected <= last ? selected : undefined;
  const [shown, setShown] = useState({ for: within?.getTime(), month: monthOf(within ?? last) });
  // A time typed elsewhere turns the page; turning pages by hand changes no time.
  if (within && within.getTime() !== shown.for) setShown({ for: within.getTime(), month: monthOf(within) });
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      onSelect={onSelect}
      month={shown.month}
      onMonthChange={(month) => setShown((former) => ({ ...former, month }))}
      startMonth={monthOf(first)}
      endMonth={monthOf(last)}
      disabled={{ before: first, after: last }}
      today={last}
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays
      navLayout="around"
      labels={{ labelGrid: (month) => `${label}, ${monthName.format(month)}` }}
      components={{ Chevron }}
      classNames={css.parts}
    />
  );
}
