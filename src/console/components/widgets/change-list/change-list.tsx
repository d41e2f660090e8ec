import { type KeyboardEvent, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './change-list.css.ts';
import type { Change, ChangeKind, ChangeLine } from './types.ts';

const SIGNS: Record<ChangeKind, string> = { added: '+', removed: '−', changed: '~' };
const WORDS: Record<ChangeKind, string> = { added: 'Added', removed: 'Removed', changed: 'Changed' };

function Value({ side, text, isPart }: { side: 'before' | 'after'; text: string; isPart: boolean }) {
  const word = side === 'before' ? (isPart ? 'without' : 'before') : isPart ? 'with' : 'now';
  return (
    <dd className={css.valueAt[side]} style={{ margin: 0 }}>
      <span className={css.markAt[side]} aria-hidden>
        {side === 'before' ? '−' : '+'}
      </span>
      <span>
        <span className={visuallyHidden}>{word} </span>
        {text}
      </span>
    </dd>
  );
}

const Line = ({ label, before, after, isPart = false }: ChangeLine) => (
  <div className={css.line}>
    <dt className={css.label}>{label}</dt>
    {before !== undefined && <Value side="before" text={before} isPart={isPart} />}
    {after !== undefined && <Value side="after" text={after} isPart={isPart} />}
  </div>
);

const Head = ({ kind, title, note }: Change) => (
  <>
    <span className={css.signAt[kind]} aria-hidden>
      {SIGNS[kind]}
    </span>
    <span className={css.title}>
      <span className={visuallyHidden}>{WORDS[kind]}: </span>
      {title}
    </span>
    <span className={css.note}>{note}</span>
  </>
);

const WALK: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  j: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  k: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

type ChangeListProps = {
  label: string;
  changes: readonly Change[];
  /** Without it the list is read-only. */
  onOpen?: (key: string) => void;
};

/**
 * Changes with their fields. If changes can be opened, the list is one tab stop: Up, Down, `j`, `k`, Home and
 * End move, Enter opens.
 */
export function ChangeList({ label, changes, onOpen }: ChangeListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState<string>();
  const stop = changes.some(({ key }) => key === last) ? last : changes[0]?.key;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = WALK[event.key]?.(index, changes.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    list.current?.querySelectorAll('button').item(to).focus();
  };
  return (
    <ul ref={list} className={css.list} aria-label={label}>
      {changes.map((change, index) => (
        <li key={change.key} className={css.item}>
          {onOpen ? (
            <button
              type="button"
              className={css.opener}
              tabIndex={change.key === stop ? 0 : -1}
              onFocus={() => setLast(change.key)}
              onClick={() => onOpen(change.key)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <Head {...change} />
            </button>
          ) : (
            <p className={css.head}>
              <Head {...change} />
            </p>
          )}
          {change.warning && (
            <p className={css.warning}>
              <StatusShape shape="triangle" tone="warn" size={12} />
              {change.warning}
            </p>
          )}
          {change.lines.length > 0 && (
            <dl className={css.lines}>
              {change.lines.map((line) => (
                <Line key={line.label} {...line} />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}
