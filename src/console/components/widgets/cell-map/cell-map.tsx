import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef } from 'react';
import { tone as toneClass, visuallyHidden } from '../../../../../styles/text.css.ts';
import type { Tone } from '../icons/status-shape.tsx';
import { useWidth } from '../use-width.ts';
import * as css from './cell-map.css.ts';
import {
  CELL,
  type CellMark,
  countColumns,
  drawCells,
  findCell,
  HEAD,
  layOut,
  moveCursor,
  PITCH,
  placeCells,
  ROOM,
} from './layout.ts';

export type CellKind = { id: string; label: string; mark: CellMark; tone: Tone };
export type Cell = { id: string; label: string; kind: string; group?: number };

type CellMapProps = {
  label: string;
  kinds: readonly CellKind[];
  cells: readonly Cell[];
  /** Shown above the cells of each group. */
  nameGroup?: ((group: number) => string) | undefined;
  cursorId: string | undefined;
  onCursorChange: (id: string) => void;
  onOpen: (id: string) => void;
};

/** Nothing can be measured without layout. */
const WIDTH_DEFAULT = 1200;
const PAGE_ROWS = 5;

function KindPaths({
  kind: { mark, tone },
  places,
}: {
  kind: CellKind;
  places: readonly { x: number; y: number }[];
}) {
  const { fill, lines } = useMemo(() => drawCells(mark, places), [mark, places]);
  return (
    <g className={toneClass[tone]}>
      {fill !== '' && <path className={mark === 'full' ? css.calm : css.fill} d={fill} />}
      {lines !== '' && <path className={mark === 'cross' ? css.cut : css.lines} d={lines} />}
    </g>
  );
}

/** Look and count of each kind. */
function Legend({ kinds, counts }: { kinds: readonly CellKind[]; counts: ReadonlyMap<string, number> }) {
  return (
    <ul className={css.legend} aria-label="Kinds of cells">
      {kinds
        .filter(({ id }) => (counts.get(id) ?? 0) > 0)
        .map((kind) => (
          <li key={kind.id} className={css.kind}>
            <svg width={CELL} height={CELL} aria-hidden="true">
              <KindPaths kind={kind} places={[{ x: 0, y: 0 }]} />
            </svg>
            {counts.get(kind.id)?.toLocaleString('en')} {kind.label.toLowerCase()}
          </li>
        ))}
    </ul>
  );
}

/** Thousands of items as cells, sharing the cursor of the table; one tab stop. */
export function CellMap(props: CellMapProps) {
  const { label, kinds, cells, nameGroup, cursorId, onCursorChange, onOpen } = props;
  const cellId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const measured = useWidth(scroller);
  const columns = countColumns(Number.isFinite(measured) ? measured : WIDTH_DEFAULT);
  const slots = useMemo(() => layOut(cells, columns), [cells, columns]);
  const rows = Math.floor((slots.at(-1) ?? 0) / columns) + 1;
  const head = nameGroup ? HEAD : 0;
  const placed = useMemo(() => placeCells(cells, slots, columns, head), [cells, slots, columns, head]);
  const places = useMemo(
    () =>
      Map.groupBy(
        cells.map(({ kind }, index) => ({ kind, ...(placed[index] ?? { x: 0, y: 0 }) })),
        ({ kind }) => kind,
      ),
    [cells, placed],
  );
  const counts = useMemo(() => new Map([...places].map(([kind, list]) => [kind, list.length])), [places]);
  const found = useMemo(() => cells.findIndex(({ id }) => id === cursorId), [cells, cursorId]);
  const index = Math.max(0, found);
  const current = cells[index];
  const slot = slots[index] ?? 0;
  const place = placed[index] ?? { x: 0, y: 0 };
  const { y } = place;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (y - head < element.scrollTop) element.scrollTop = y - head;
    const end = y + PITCH + 2 * ROOM;
    if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  }, [y, head]);
  if (!current) return null;
  const findKind = (id: string) => kinds.find((kind) => kind.id === id)?.label ?? '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter') onOpen(current.id);
    else {
      const next = moveCursor(event.key, index, { columns, slots, page: PAGE_ROWS });
      if (next === undefined) return;
      const cell = cells[next];
      if (cell) onCursorChange(cell.id);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const findAt = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return cells[findCell({ x: event.clientX - box.left, y: event.clientY - box.top }, placed)];
  };
  const height = (placed.at(-1)?.y ?? 0) + PITCH;
  return (
    <section className={css.map} aria-label={label}>
      <div className={css.head}>
        <Legend kinds={kinds} counts={counts} />
        <span className={css.current}>
          {current.label}, {findKind(current.kind).toLowerCase()}
        </span>
      </div>
      <div
        ref={scroller}
        role="grid"
        data-shared-cursor=""
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows}
        aria-colcount={columns}
        aria-activedescendant={cellId}
        className={css.scroller}
        onKeyDown={onKeyDown}
      >
        <svg
          className={css.cells}
          width={columns * PITCH}
          height={height}
          aria-hidden="true"
          onPointerDown={(event) => {
            const cell = findAt(event);
            if (cell) onCursorChange(cell.id);
          }}
          onDoubleClick={(event) => {
            const cell = findAt(event);
            if (cell) onOpen(cell.id);
          }}
        >
          {kinds.map((kind) => {
            const list = places.get(kind.id);
            return list && <KindPaths key={kind.id} kind={kind} places={list} />;
          })}
          {nameGroup &&
            cells.map(
              ({ id, group = 0 }, at) =>
                (at === 0 || group !== cells[at - 1]?.group) && (
                  <text key={id} className={css.name} x={0} y={(placed[at]?.y ?? 0) - 7}>
                    {nameGroup(group)}
                  </text>
                ),
            )}
          {[css.halo, css.cursor].map((className) => (
            <rect
              key={className}
              className={className}
              x={place.x - 1}
              y={place.y - 1}
              width={CELL + 2}
              height={CELL + 2}
              rx={3}
            />
          ))}
        </svg>
        <div
          role="row"
          tabIndex={-1}
          aria-rowindex={Math.floor(slot / columns) + 1}
          className={visuallyHidden}
        >
          <span
            id={cellId}
            role="gridcell"
            tabIndex={-1}
            aria-selected="true"
            aria-colindex={(slot % columns) + 1}
          >
            {current.label}: {findKind(current.kind)}
          </span>
        </div>
      </div>
    </section>
  );
}
