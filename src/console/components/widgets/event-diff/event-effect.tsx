import { useMemo } from 'react';
import { ChangeNote, type EventChange } from './change-note.tsx';
import * as css from './event-diff.css.ts';
import { EventLine, getSideKind, listSides } from './event-line.tsx';
import { diffEventRows } from './event-rows.ts';

/** More would displace the form below. */
const MOST_LINES = 6;

type EventEffectProps = {
  /** Such as 'Effect of Redact secrets on the last event'. */
  label: string;
  change: EventChange;
};

/** Only what a node changes of an event, for narrow places. */
export function EventEffect({ label, change }: EventEffectProps) {
  const { before, after } = change;
  const [text] = after;
  const rows = useMemo(() => diffEventRows(before, text), [before, text]);
  const changed = text === undefined ? [] : rows.filter(({ kind }) => kind !== 'same');
  const lines = changed.flatMap((row) => listSides(row).map((side) => ({ row, side })));
  const left = lines.length - MOST_LINES;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
    <div className={css.effect} role="group" aria-label={label} tabIndex={0}>
      <ChangeNote change={change} copy={1} copies={Math.max(1, after.length)} text={text} rows={rows} />
      {lines.length > 0 && (
        <div className={css.table}>
          {lines.slice(0, MOST_LINES).map(({ row, side }) => (
            <div key={`${row.key} ${side}`} className={css.cell} data-kind={getSideKind(row, side)}>
              <EventLine
                row={row.path && row.path.length > 1 ? { ...row, depth: 0, name: row.path.join('.') } : row}
                side={side}
              />
            </div>
          ))}
        </div>
      )}
      {left > 0 && <p className={css.note}>{left === 1 ? '1 more line' : `${left} more lines`} in Preview</p>}
    </div>
  );
}
