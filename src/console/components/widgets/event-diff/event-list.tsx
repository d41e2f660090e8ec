import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { escapeHiddenCharacters } from '../text/visible-text.ts';
import * as css from './event-diff.css.ts';
import { type EventStatus, EventStatusMark, STATUS_WORDS } from './event-status.tsx';

/** `index` starts at 0. Duplicate events are listed twice. */
export type ListedEvent = {
  key: string;
  index: number;
  status?: EventStatus | undefined;
  text: string;
};

type EventListProps = {
  label: string;
  events: readonly ListedEvent[];
  selected: string | undefined;
  onSelect: (key: string) => void;
};

const ROW_PX = 28;
const SHOWN_LENGTH = 300;

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const formatFirstLine = (text: string): string =>
  escapeHiddenCharacters(text.slice(0, SHOWN_LENGTH).replace(/[\t\n\r ]+/g, ' '));

export function EventList({ label, events, selected, onSelect }: EventListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = events.findIndex(({ key }) => key === selected);
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: { width: 320, height: 280 },
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = events[Math.min(events.length - 1, Math.max(0, at + step))];
    if (next) onSelect(next.key);
  };
  const items = virtual.getVirtualItems();
  const isDrawn = items.some((item) => item.index === at);
  return (
    <div
      ref={list}
      className={css.list}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={isDrawn ? `${id}-${selected}` : undefined}
      onKeyDown={move}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const event = events[item.index];
          if (!event) return null;
          const { key, index, status, text } = event;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard for all its options
            // biome-ignore lint/a11y/useFocusableInteractive: the option is the active descendant of the list
            <div
              key={key}
              id={`${id}-${key}`}
              role="option"
              aria-selected={key === selected}
              aria-setsize={events.length}
              aria-posinset={item.index + 1}
              aria-label={`Event ${index + 1}${status ? `, ${STATUS_WORDS[status].toLowerCase()}` : ''}: ${formatFirstLine(text)}`}
              className={css.option}
              data-status={status}
              style={{ top: item.start, height: ROW_PX }}
              onClick={() => onSelect(key)}
            >
              <span className={css.number}>{index + 1}</span>
              {status && <EventStatusMark status={status} />}
              <span className={css.optionText}>{formatFirstLine(text)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
