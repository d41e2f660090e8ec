/** Px from one cell to the next. */
export const PITCH = 12;
export const CELL = 10;
/** Px around all cells, for the mark of the cursor. */
export const ROOM = 2;
/** Px above the cells of a group that has a name. */
export const HEAD = 26;

export type CellMark = 'full' | 'cross' | 'half' | 'hatched' | 'triangle' | 'open';
export type Place = { x: number; y: number };

export const countColumns = (width: number): number => Math.max(1, Math.floor(width / PITCH));

/** Where each cell is, row by row as they are read; each group begins a row of its own. */
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

/** Where the cells are drawn; `head` px are left above each group for its name. */
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

/** The cell at a point; negative beside all cells. */
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

/** Where a key leads; undefined for any other key. It stays within the cells. */
export function moveCursor(
  key: string,
  index: number,
  { columns, slots, page }: { columns: number; slots: readonly number[]; page: number },
): number | undefined {
  const slot = slots[index] ?? 0;
  const next = MOVES[key]?.(slot, columns, page);
  if (next === undefined) return undefined;
  // Up from the first row and down from the last one stay where they are.
  if ((key === 'ArrowUp' && next < 0) || (key === 'ArrowDown' && next > (slots.at(-1) ?? 0))) return index;
  const found = Math.max(
    0,
    slots.findLastIndex((one) => one <= next),
  );
  // To the right of the last cell of a group the next group begins.
  return found === index && next > slot ? Math.min(index + 1, slots.length - 1) : found;
}

const square = ({ x, y }: Place) => `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
/** Inside the edge, so that strokes of neighbors do not touch. */
const outline = ({ x, y }: Place) => `M${x + 0.5} ${y + 0.5}h${CELL - 1}v${CELL - 1}h-${CELL - 1}z`;

/** What is filled, and what is drawn as lines on it. */
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

/** All cells of a kind as two paths, so that thousands of them are a handful of elements. */
export function drawCells(mark: CellMark, places: readonly Place[]): { fill: string; lines: string } {
  const { fill, lines } = MARKS[mark];
  return { fill: places.map(fill).join(''), lines: places.map(lines).join('') };
}
