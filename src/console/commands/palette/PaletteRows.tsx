import { Command } from 'cmdk';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SELECT_OPTION_HINT } from '../../../contract/limits.ts';
import { Icon } from '../../widgets/icons/icon.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import * as css from './palette.css.ts';
import type { ShownRow } from './shown-row.ts';

type PaletteRowsProps = {
  rows: readonly ShownRow[];
  /** Why there is none. */
  nothing: string;
  /** More things match than are shown. */
  hasMore: boolean;
  highlighted: string;
  onPick: (row: ShownRow) => void;
  /** The pointer came over a row. */
  onPoint: (row: ShownRow) => void;
};

type RowProps = Pick<PaletteRowsProps, 'onPick' | 'onPoint'> & { row: ShownRow; isHighlighted: boolean };

/** Height of a row of one line, and of what stands above and below the list. */
const ROW_PX = 38;
const FRAME_PX = 190;

/** Id of a row's element, for `aria-activedescendant`. */
export const rowElementId = (id: string): string => `palette-row-${id}`;

// What is selected and announced is told here and not by cmdk: under a controlled value it keeps announcing
// the row it chose by itself, and it skips rows that are disabled.
const DrawnRow = ({ row, isHighlighted, onPick, onPoint }: RowProps) => (
  <Command.Item value={row.id} onSelect={() => onPick(row)} asChild>
    <div
      role="option"
      tabIndex={-1}
      id={rowElementId(row.id)}
      className={css.item}
      aria-selected={isHighlighted}
      data-selected={isHighlighted}
      onPointerMove={isHighlighted ? undefined : () => onPoint(row)}
      aria-disabled={row.refusal === undefined ? undefined : true}
      data-refused={row.refusal === undefined ? undefined : ''}
    >
      {row.icon && <Icon name={row.icon} className={css.itemIcon} />}
      <span className={css.itemText}>
        <span className={css.itemTitle}>{row.title}</span>
        {row.detail && <span className={css.itemDetail}>{row.detail}</span>}
        {row.refusal !== undefined && (
          <span className={css.reason}>
            <StatusShape shape="triangle" tone="warn" size={12} />
            {row.refusal}
          </span>
        )}
      </span>
      {row.meta && <span className={css.meta}>{row.meta}</span>}
      {row.keys && (
        <KeySequence
          binding={row.keys}
          variant={row.refusal === undefined ? 'plain' : 'disabled'}
          decorative
        />
      )}
    </div>
  </Command.Item>
);

const sameRow = (a: ShownRow, b: ShownRow): boolean =>
  Object.keys({ ...a, ...b }).every((key) => Reflect.get(a, key) === Reflect.get(b, key));

/** A keystroke draws again only the rows that changed; its callbacks are stable (see below). */
const Row = memo(DrawnRow, (a, b) => a.isHighlighted === b.isHighlighted && sameRow(a.row, b.row));

/** How many of the smallest rows are in sight at most: the palette takes the window's height but for its frame. */
const rowsInSight = (): number => Math.ceil((window.innerHeight - FRAME_PX) / ROW_PX);

/** The rows to draw: at first those in sight, and all of them as soon as these stand. */
function useDrawn(rows: readonly ShownRow[], highlighted: string): readonly ShownRow[] {
  const isOpen = useDeferredValue(true, false);
  const [first] = useState(rowsInSight);
  if (isOpen || rows.findIndex(({ id }) => id === highlighted) >= first) return rows;
  return rows.slice(0, first);
}

/** Rows under their sections, in the order of the machine. */
export function PaletteRows({ rows, nothing, hasMore, highlighted, onPick, onPoint }: PaletteRowsProps) {
  const drawn = useDrawn(rows, highlighted);
  const isAtTop = useRef(highlighted === rows[0]?.id);
  useEffect(() => {
    // The list opens at its top: to look where its first row is would only cost a layout.
    if (!isAtTop.current)
      document.getElementById(rowElementId(highlighted))?.scrollIntoView?.({ block: 'nearest' });
    isAtTop.current = false;
  }, [highlighted]);
  const latest = useRef({ onPick, onPoint });
  useLayoutEffect(() => {
    latest.current = { onPick, onPoint };
  });
  const [stable] = useState(() => ({
    pick: (row: ShownRow) => latest.current.onPick(row),
    point: (row: ShownRow) => latest.current.onPoint(row),
  }));
  // By place: a keystroke changes nearly all rows, and to change an element costs far less than a new one.
  const draw = (row: ShownRow, place: number) => (
    <Row
      key={place}
      row={row}
      isHighlighted={row.id === highlighted}
      onPick={stable.pick}
      onPoint={stable.point}
    />
  );
  const sections: { name: string; rows: ShownRow[] }[] = [];
  for (const row of drawn) {
    const last = sections.at(-1);
    if (last?.name === row.section) last.rows.push(row);
    else sections.push({ name: row.section, rows: [row] });
  }
  return (
    <>
      {rows.length === 0 && (
        <p className={css.nothing} role="status">
          {nothing}
        </p>
      )}
      <Command.List className={css.list} label="Results" hidden={rows.length === 0}>
        {sections.map((section, place) =>
          section.name === '' ? (
            section.rows.map(draw)
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: by place, as the rows in it
            <Command.Group key={place} heading={section.name}>
              {section.rows.map(draw)}
            </Command.Group>
          ),
        )}
        {hasMore && drawn === rows && <p className={css.hint}>{SELECT_OPTION_HINT}</p>}
      </Command.List>
    </>
  );
}
