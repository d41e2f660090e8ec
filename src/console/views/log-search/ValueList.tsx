import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import * as css from './log-search.css.ts';

export type ValueRow = {
  readonly key: string;
  readonly field: string;
  readonly value: string;
  readonly label: string;
  /** Announced before the content. */
  readonly prefix?: string;
  readonly state: 'included' | 'excluded' | undefined;
  readonly content: ReactNode;
};
/** A heading, or an entry without a value. */
export type ValueHead = { readonly key: string; readonly heading: ReactNode };

type ValueListProps = {
  ref?: RefObject<HTMLDivElement | null>;
  label: string;
  entries: readonly (ValueRow | ValueHead)[];
  onNarrow: (field: string, value: string, isExcluded: boolean) => void;
  onColumn: (field: string) => void;
  onCopy: (value: string) => void;
  onLeave: () => void;
};

const isRow = (entry: ValueRow | ValueHead): entry is ValueRow => 'value' in entry;

/** Values with one tab stop: Up and Down move, Enter or + includes, - excludes, C shows a column, Y copies. */
export function ValueList(props: ValueListProps) {
  const { ref, label, entries, onNarrow, onColumn, onCopy, onLeave } = props;
  const [current, setCurrent] = useState<string>();
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  const rows = entries.filter(isRow);
  const stop = rows.find(({ key }) => key === current)?.key ?? rows[0]?.key;

  /** Narrowing may remove the row, and the focus with it. */
  const narrow = (field: string, value: string, isExcluded: boolean) => {
    if (box.current?.contains(document.activeElement)) box.current.focus();
    onNarrow(field, value, isExcluded);
  };
  const handleBoxKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'ArrowDown') event.currentTarget.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const handleKey = (event: KeyboardEvent<HTMLElement>, { key: at, field, value }: ValueRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.findIndex(({ key }) => key === at);
    const to = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      j: index + 1,
      k: index - 1,
    };
    const next = event.key in to ? rows[to[event.key as keyof typeof to]] : undefined;
    if (event.key in to) {
      if (next)
        event.currentTarget
          .closest('[data-values]')
          ?.querySelector<HTMLElement>(`[data-value-key="${CSS.escape(next.key)}"]`)
          ?.focus();
    } else if (event.key === 'Enter' || event.key === '+' || event.key === '=') narrow(field, value, false);
    else if (event.key === '-') narrow(field, value, true);
    else if (event.key === 'c') onColumn(field);
    else if (event.key === 'y') onCopy(value);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      data-values=""
      role="group"
      aria-label={label}
      tabIndex={-1}
      className={css.values}
      onKeyDown={handleBoxKey}
    >
      {entries.map((entry) =>
        isRow(entry) ? (
          <div key={entry.key} className={css.value} data-state={entry.state}>
            <button
              type="button"
              data-value-key={entry.key}
              tabIndex={entry.key === stop ? 0 : -1}
              className={css.valueButton}
              aria-keyshortcuts="+ - c y"
              onFocus={() => setCurrent(entry.key)}
              onKeyDown={(event) => handleKey(event, entry)}
              onClick={() => narrow(entry.field, entry.value, false)}
            >
              {entry.prefix !== undefined && <span className={visuallyHidden}>{entry.prefix} </span>}
              {entry.content}
              {entry.state && <span className={visuallyHidden}>, {entry.state}</span>}
            </button>
            <span className={css.valueTools} aria-hidden="true">
              <IconButton
                icon="plus"
                label={`Include ${entry.label}`}
                size="small"
                variant="ghost"
                tabIndex={-1}
                onClick={() => narrow(entry.field, entry.value, false)}
              />
              <IconButton
                icon="minus"
                label={`Exclude ${entry.label}`}
                size="small"
                variant="ghost"
                tabIndex={-1}
                onClick={() => narrow(entry.field, entry.value, true)}
              />
            </span>
          </div>
        ) : (
          <div key={entry.key} className={css.valueHead}>
            {entry.heading}
          </div>
        ),
      )}
    </div>
  );
}
