import { visuallyHidden } from '../../../../styles/text.css.ts';
import { visibleText } from '../text/visible-text.ts';
import * as css from './event-diff.css.ts';
import type { EventRow, TextPart } from './event-rows.ts';

export type Side = 'before' | 'after';

const SIGNS = { removed: '−', added: '+', changed: { before: '−', after: '~' } } as const;

/** What stands at this side of a row: it went, it came, it is as it was, or there is nothing. */
export function sideKind(row: EventRow, side: Side): 'same' | 'removed' | 'added' | 'none' {
  if (!row[side]) return 'none';
  if (row.kind === 'changed') return side === 'before' ? 'removed' : 'added';
  return row.kind;
}

const signOf = (row: EventRow, side: Side): string => {
  if (row.kind === 'same') return ' ';
  return row.kind === 'changed' ? SIGNS.changed[side] : SIGNS[row.kind];
};

const wordOf = (row: EventRow, side: Side): string | undefined => {
  if (row.kind === 'same') return undefined;
  if (row.kind === 'changed') return side === 'before' ? 'was' : 'changed to';
  return row.kind;
};

/** Marks inside a text are for the eye; who hears it hears the line. */
const Part = ({ part, isMarked }: { part: TextPart; isMarked: boolean }) =>
  part.kind === 'same' || !isMarked ? (
    visibleText(part.text)
  ) : (
    <span className={css.part} data-kind={part.kind}>
      {visibleText(part.text)}
    </span>
  );

/** A field of the event as it left the node was pressed; what can be done with it opens at the element. */
export type OnField = (path: readonly string[], element: HTMLElement) => void;

/** The pointer's way to what can be done with a field; the keyboard has commands for it. */
const NameButton = ({ name, onPress }: { name: string; onPress: (element: HTMLElement) => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={`${css.name} ${css.nameButton}`}
    aria-haspopup="menu"
    onClick={(event) => onPress(event.currentTarget)}
  >
    {visibleText(name)}
  </button>
);

type EventLineProps = { row: EventRow; side: Side; onField?: OnField | undefined };

/** One side of one row, with its sign. */
export function EventLine({ row, side, onField }: EventLineProps) {
  const parts = row[side];
  if (!parts) return <span className={visuallyHidden}>nothing</span>;
  const kind = sideKind(row, side);
  const word = wordOf(row, side);
  // A mark over the whole value says no more than the line does.
  const isMarked = parts.length > 1;
  return (
    <div className={css.line}>
      <span className={css.sign} data-kind={kind} aria-hidden="true">
        {signOf(row, side)}
      </span>
      <code style={{ paddingLeft: row.depth * 14 }}>
        {word && <span className={visuallyHidden}>{word}: </span>}
        {row.name !== undefined && (
          <>
            {onField && row.path && side === 'after' ? (
              <NameButton name={row.name} onPress={(element) => onField(row.path ?? [], element)} />
            ) : (
              <span className={css.name}>{visibleText(row.name)}</span>
            )}
            :{' '}
          </>
        )}
        <span className={row.type === 'string' ? css.string : undefined}>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, only an order
            <Part key={index} part={part} isMarked={isMarked} />
          ))}
        </span>
      </code>
    </div>
  );
}
