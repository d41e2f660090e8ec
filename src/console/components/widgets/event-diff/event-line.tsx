import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { escapeHiddenCharacters } from '../text/visible-text.ts';
import * as css from './event-diff.css.ts';
import type { EventRow, TextPart } from './event-rows.ts';

export type Side = 'before' | 'after';

const SIGNS = { removed: '−', added: '+', changed: { before: '−', after: '~' } } as const;

export function getSideKind(row: EventRow, side: Side): 'same' | 'removed' | 'added' | 'none' {
  if (!row[side]) return 'none';
  if (row.kind === 'changed') return side === 'before' ? 'removed' : 'added';
  return row.kind;
}

/** Sides shown below each other. */
export const listSides = ({ kind }: EventRow) => {
  if (kind === 'changed') return ['before', 'after'] as const;
  return kind === 'removed' ? (['before'] as const) : (['after'] as const);
};

const signOf = (row: EventRow, side: Side): string => {
  if (row.kind === 'same') return ' ';
  return row.kind === 'changed' ? SIGNS.changed[side] : SIGNS[row.kind];
};

const getChangeWord = (row: EventRow, side: Side): string | undefined => {
  if (row.kind === 'same') return undefined;
  if (row.kind === 'changed') return side === 'before' ? 'was' : 'changed to';
  return row.kind;
};

/** Marks are visual only; screen readers hear the line. */
const Part = ({ part, isMarked }: { part: TextPart; isMarked: boolean }) =>
  part.kind === 'same' || !isMarked ? (
    escapeHiddenCharacters(part.text)
  ) : (
    <span className={css.part} data-kind={part.kind}>
      {escapeHiddenCharacters(part.text)}
    </span>
  );

/** Called with the pressed element. */
export type OnField = (path: readonly string[], element: HTMLElement) => void;

/** For the pointer; the keyboard has commands for it. */
const NameButton = ({ name, onPress }: { name: string; onPress: (element: HTMLElement) => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={`${css.name} ${css.nameButton}`}
    aria-haspopup="menu"
    onClick={(event) => onPress(event.currentTarget)}
  >
    {escapeHiddenCharacters(name)}
  </button>
);

type EventLineProps = { row: EventRow; side: Side; onField?: OnField | undefined };

export function EventLine({ row, side, onField }: EventLineProps) {
  const parts = row[side];
  if (!parts) return <span className={visuallyHidden}>nothing</span>;
  const kind = getSideKind(row, side);
  const word = getChangeWord(row, side);
  // It would only repeat the line's mark.
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
              <span className={css.name}>{escapeHiddenCharacters(row.name)}</span>
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
