import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { Icon } from '../icons/icon.tsx';
import * as css from './calendar.css.ts';

type CalendarProps = {
  /** Precedes the month in the grid's name. */
  label: string;
  selected: Date | undefined;
  onSelect: (day: Date) => void;
  /** Days outside `first` to `last` are disabled. */
  first: Date;
  last: Date;
};

const getMonthStart = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), 1);
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => (
  <Icon name={orientation === 'left' ? 'chevronLeft' : 'chevronRight'} size="s" />
);

/** Weeks start on Monday. Page Up and Down change the month. */
export function Calendar({ label, selected, onSelect, first, last }: CalendarProps) {
  const within = selected && selected >= getMonthStart(first) && selected <= last ? selected : undefined;
  const [shown, setShown] = useState({ for: within?.getTime(), month: getMonthStart(within ?? last) });
  // A typed time changes the month shown; paging changes no time.
  if (within && within.getTime() !== shown.for)
    setShown({ for: within.getTime(), month: getMonthStart(within) });
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      onSelect={onSelect}
      month={shown.month}
      onMonthChange={(month) => setShown((former) => ({ ...former, month }))}
      startMonth={getMonthStart(first)}
      endMonth={getMonthStart(last)}
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
