/** Distance of cells in px. */
export const PITCH = 12;
export const CELL = 10;
/** Margin in px for the cursor's mark. */
export const ROOM = 2;
/** Height of a group's heading in px. */
export const HEAD = 26;

export type CellMark = 'full' | 'cross' | 'half' | 'hatched' | 'triangle' | 'open';
export type Place = { x: number; y: number };

export const countColumns = (width: number): number => Math.max(1, Math.floor(width / PITCH));

/** Positions row by row; each group starts a new row. */
export function layOut(cells: readonly { group?: number }[], columns: number): number[] {
  let last = -1;
  return cells.map(({ group }, index) => {
    const isNext = group === cells[Math.max(0, index - 1)]?.group;
    last = isNext ? last + 1 : Math.ceil((last + 1) / columns) * columns;
    return last;
  });
}

export const placeOf = (slot: number, columns: number): Place => ({
  x: (slot % columns) * PITCH,
  y: Math.floor(slot / columns) * PITCH,
});

/** Cell positions; `head` px are reserved above each group. */
export function placeCells(
  cells: readonly { group?: number }[],
  slots: readonly number[],
  columns: number,
  head: number,
): Place[] {
  let heads = 0;
  return cells.map(({ group }, index) => {
    if (index === 0 || group !== cells[index - 1]?.group) heads += head;
    const { x, y } = placeOf(slots[index] ?? 0, columns);
    return { x, y: y + heads };
  });
}

/** The cell at a point; negative outside. */
export const findCell = ({ x, y }: Place, places: readonly Place[]): number =>
  places.findIndex((place) => x >= place.x && x < place.x + PITCH && y >= place.y && y < place.y + PITCH);

const MOVES: Record<string, (index: number, columns: number, page: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index, columns) => index + columns,
  ArrowUp: (index, columns) => index - columns,
  PageDown: (index, columns, page) => index + columns * page,
  PageUp: (index, columns, page) => index - columns * page,
  Home: () => 0,
  End: () => Number.POSITIVE_INFINITY,
};

/** Target of a key, within the cells; undefined for other keys. */
export function moveCursor(
  key: string,
  index: number,
  { columns, slots, page }: { columns: number; slots: readonly number[]; page: number },
): number | undefined {
  const slot = slots[index] ?? 0;
  const next = MOVES[key]?.(slot, columns, page);
  if (next === undefined) return undefined;
  // Up in the first row and down in the last one do nothing.
  if ((key === 'ArrowUp' && next < 0) || (key === 'ArrowDown' && next > (slots.at(-1) ?? 0))) return index;
  const found = Math.max(
    0,
    slots.findLastIndex((one) => one <= next),
  );
  // The next group follows a group's last cell.
  return found === index && next > slot ? Math.min(index + 1, slots.length - 1) : found;
}

const square = ({ x, y }: Place) => `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
/** Inside the edge, so that strokes of neighbors do not touch. */
const outline = ({ x, y }: Place) => `M${x + 0.5} ${y + 0.5}h${CELL - 1}v${CELL - 1}h-${CELL - 1}z`;

/** Filled shape, and lines on it. */
const MARKS: Record<CellMark, { fill: (place: Place) => string; lines: (place: Place) => string }> = {
  full: { fill: square, lines: () => '' },
  cross: {
    fill: square,
    lines: ({ x, y }) => `M${x + 3} ${y + 3}l4 4M${x + 7} ${y + 3}l-4 4`,
  },
  half: { fill: ({ x, y }) => `M${x} ${y}v${CELL}h${CELL}z`, lines: outline },
  hatched: {
    fill: () => '',
    lines: (place) =>
      `${outline(place)}M${place.x + 1} ${place.y + 9}l8 -8M${place.x + 1} ${place.y + 5}l4 -4`,
  },
  triangle: { fill: ({ x, y }) => `M${x + 5} ${y}l5 ${CELL}h-${CELL}z`, lines: () => '' },
  open: { fill: () => '', lines: outline },
};

/** Two paths per kind, so that thousands of cells need few elements. */
export function drawCells(mark: CellMark, places: readonly Place[]): { fill: string; lines: string } {
  const { fill, lines } = MARKS[mark];
  return { fill: places.map(fill).join(''), lines: places.map(lines).join('') };
}
