import { Command } from 'cmdk';
import {
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ShownRow } from '../../commands/palette/shown-row.ts';
import { Icon } from '../widgets/icons/icon.tsx';
import { StatusShape } from '../widgets/icons/status-shape.tsx';
import { KeySequence } from '../widgets/keys/key-chip.tsx';
import * as css from './palette.css.ts';
import { useIsPainted } from './use-is-painted.ts';

type PaletteRowsProps = {
  rows: readonly ShownRow[];
  /** Text when there are no rows. */
  nothing: string;
  /** What the rows lack. */
  hint: string | undefined;
  highlighted: string;
  onPick: (row: ShownRow) => void;
  onPoint: (row: ShownRow) => void;
};

type RowProps = Pick<PaletteRowsProps, 'onPick' | 'onPoint'> & { row: ShownRow; isHighlighted: boolean };

/** Height of a one-line row, and of everything but the list. */
const ROW_PX = 38;
const FRAME_PX = 190;

/** For `aria-activedescendant`. */
export const buildPaletteRowId = (id: string): string => `palette-row-${id}`;

/** Not an item of cmdk: that scores each one itself at each keystroke, and measures those it scrolls to. */
const DrawnRow = ({ row, isHighlighted, onPick, onPoint }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys are handled for all rows
  <div
    role="option"
    tabIndex={-1}
    id={buildPaletteRowId(row.id)}
    className={css.item}
    aria-selected={isHighlighted}
    onClick={() => onPick(row)}
    onPointerMove={isHighlighted ? undefined : () => onPoint(row)}
    aria-disabled={row.refusal === undefined ? undefined : true}
    data-refused={row.refusal === undefined ? undefined : ''}
    data-lines={row.detail === undefined ? undefined : ''}
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
      <KeySequence binding={row.keys} variant={row.refusal === undefined ? 'plain' : 'disabled'} decorative />
    )}
  </div>
);

const areRowsEqual = (a: ShownRow, b: ShownRow): boolean =>
  Object.keys({ ...a, ...b }).every((key) => Reflect.get(a, key) === Reflect.get(b, key));

/** Rerenders only changed rows; the callbacks are stable (see below). */
const Row = memo(DrawnRow, (a, b) => a.isHighlighted === b.isHighlighted && areRowsEqual(a.row, b.row));

/** Upper limit, from the window's height and the smallest row. */
const countRowsInSight = (): number => Math.ceil((window.innerHeight - FRAME_PX) / ROW_PX);

const NONE: readonly ShownRow[] = [];

/**
 * Renders visible rows first. Until the others are drawn, previous rows stay there, and their elements are
 * reused.
 */
function useDrawn(rows: readonly ShownRow[], highlighted: string): readonly ShownRow[] {
  const isPainted = useIsPainted(rows.length === 0);
  const drawn = useDeferredValue(isPainted ? rows : NONE);
  const [first] = useState(countRowsInSight);
  const wasEmpty = drawn.length === 0 && drawn !== NONE;
  if (drawn === rows || wasEmpty || rows.length <= first) return rows;
  if (rows.findIndex(({ id }) => id === highlighted) >= first) return rows;
  const hasSections = rows[0]?.section !== '' || drawn[0]?.section !== '';
  return [...rows.slice(0, first), ...(hasSections ? NONE : drawn.slice(first))];
}

/** The same elements with and without a heading, so that React reuses them. */
function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  const isNamed = heading !== '';
  return (
    <div role="presentation">
      {isNamed && (
        <div id={id} aria-hidden className={css.section}>
          {heading}
        </div>
      )}
      <div {...(isNamed ? { role: 'group', 'aria-labelledby': id } : { role: 'presentation' })}>
        {children}
      </div>
    </div>
  );
}

export function PaletteRows({ rows, nothing, hint, highlighted, onPick, onPoint }: PaletteRowsProps) {
  const drawn = useDrawn(rows, highlighted);
  const isAtTop = useRef(highlighted === rows[0]?.id);
  useEffect(() => {
    // The list opens at its top, so skip the layout that measuring costs.
    if (!isAtTop.current)
      document.getElementById(buildPaletteRowId(highlighted))?.scrollIntoView?.({ block: 'nearest' });
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
  // Keyed by index: a keystroke changes nearly all rows, and updating elements is cheaper than creating them.
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
        {sections.map((section, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: by place, as the rows in it
          <Section key={place} heading={section.name}>
            {section.rows.map(draw)}
          </Section>
        ))}
        {hint && drawn.length === rows.length && <p className={css.hint}>{hint}</p>}
      </Command.List>
    </>
  );
}
