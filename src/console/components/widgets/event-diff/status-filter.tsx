import { useId } from 'react';
import * as css from './event-diff.css.ts';
import { EVENT_STATUSES, type EventStatus, STATUS_WORDS } from './event-status.tsx';

type StatusFilterProps = {
  counts: Readonly<Record<EventStatus, number>>;
  selected: EventStatus | undefined;
  onSelect: (status: EventStatus | undefined) => void;
};

export function StatusFilter({ counts, selected, onSelect }: StatusFilterProps) {
  const name = useId();
  const all = EVENT_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const choices = [
    { status: undefined, word: 'All', count: all },
    ...EVENT_STATUSES.map((status) => ({ status, word: STATUS_WORDS[status], count: counts[status] })),
  ];
  return (
    <span role="radiogroup" aria-label="Show events" className={css.filter}>
      {choices.map(({ status, word, count }) => (
        <label key={word} className={css.choice}>
          <input
            type="radio"
            name={name}
            className={css.choiceInput}
            checked={status === selected}
            onChange={() => onSelect(status)}
          />
          {word} <span className={css.count}>{count}</span>
        </label>
      ))}
    </span>
  );
}
