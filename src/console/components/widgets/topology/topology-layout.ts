export type TopologyColumn = 0 | 1 | 2;

export type TopologyLink = { from: string; to: string; bytes: number };

export type PlacedLink = TopologyLink & {
  /** Px. */
  width: number;
  fromY: number;
  toY: number;
};

/** Data removed by a node. */
export type TopologyStub = { at: string; bytes: number };

/** Px, from the top to its middle. */
export type PlacedStub = TopologyStub & { width: number; y: number; isAbove: boolean };

export type Placed = {
  columns: readonly [string[], string[], string[]];
  links: PlacedLink[];
  stubs: PlacedStub[];
  height: number;
};

export const NODE_HEIGHT = 48;
export const NODE_GAP = 12;
const STEP = NODE_HEIGHT + NODE_GAP;
const WIDEST = 18;
const THINNEST = 1.5;
/** A stub has a pattern, which needs height. */
const THINNEST_STUB = 5;
/** Between a node's edges and its stub. */
const STUB_GAP = 2;

const computeSum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** By mean neighbor position, to reduce crossings; others last. */
function sortByNeighbours(
  ids: readonly string[],
  placeOf: ReadonlyMap<string, number>,
  neighbours: (id: string) => string[],
): string[] {
  const middle = (id: string): number => {
    const places = neighbours(id).map((one) => placeOf.get(one) ?? 0);
    return places.length === 0 ? Number.MAX_SAFE_INTEGER : computeSum(places) / places.length;
  };
  return ids.toSorted((a, b) => middle(a) - middle(b));
}

/**
 * Pipelines keep the given order. A node's edges are stacked in the order of their targets, its stub on the
 * opposite side.
 */
export function placeTopology(
  nodes: readonly { id: string; column: TopologyColumn }[],
  links: readonly TopologyLink[],
  stubs: readonly TopologyStub[] = [],
): Placed {
  const inColumn = (column: TopologyColumn) =>
    nodes.filter((node) => node.column === column).map((node) => node.id);
  const pipelines = inColumn(1);
  const placeOf = new Map(pipelines.map((id, at) => [id, at]));
  const to = (id: string) => links.filter((link) => link.from === id).map((link) => link.to);
  const from = (id: string) => links.filter((link) => link.to === id).map((link) => link.from);
  const columns = [
    sortByNeighbours(inColumn(0), placeOf, to),
    pipelines,
    sortByNeighbours(inColumn(2), placeOf, from),
  ] as const;
  const most = Math.max(...columns.map((column) => column.length), 1);
  const height = most * STEP - NODE_GAP;
  const tops = new Map<string, number>();
  for (const column of columns) {
    const offset = (height - (column.length * STEP - NODE_GAP)) / 2;
    for (const [at, id] of column.entries()) tops.set(id, offset + at * STEP);
  }
  const stubOf = new Map(stubs.map((stub) => [stub.at, stub]));
  const through = (id: string) =>
    Math.max(
      computeSum(links.filter((link) => link.from === id).map((link) => link.bytes)) +
        (stubOf.get(id)?.bytes ?? 0),
      computeSum(links.filter((link) => link.to === id).map((link) => link.bytes)),
    );
  const greatest = Math.max(...nodes.map((node) => through(node.id)), 1);
  const computeWidth = (link: { bytes: number }) => Math.max(THINNEST, (link.bytes / greatest) * WIDEST);
  const computeStubWidth = (stub: TopologyStub) => Math.max(THINNEST_STUB, computeWidth(stub));
  const computeMiddle = (id: string) => (tops.get(id) ?? 0) + NODE_HEIGHT / 2;
  /** Px from the top: start of a node's edges, and middle of its stub. */
  const stackPipes = (id: string, pipes: readonly TopologyLink[], side: 'from' | 'to') => {
    const stub = side === 'from' ? stubOf.get(id) : undefined;
    const pipesHeight = computeSum(pipes.map(computeWidth));
    const stubHeight = stub ? computeStubWidth(stub) : 0;
    const room = stub ? stubHeight + STUB_GAP : 0;
    const top = computeMiddle(id) - (pipesHeight + room) / 2;
    const turns = computeSum(pipes.map((one) => computeMiddle(one.to) - computeMiddle(one.from)));
    const isAbove = turns > 0;
    return {
      pipesTop: isAbove ? top + room : top,
      stubMiddle: isAbove ? top + stubHeight / 2 : top + pipesHeight + STUB_GAP + stubHeight / 2,
      isAbove,
    };
  };
  /** Px from the top. */
  const computePort = (link: TopologyLink, side: 'from' | 'to'): number => {
    const other = side === 'from' ? 'to' : 'from';
    const own = links
      .filter((one) => one[side] === link[side])
      .toSorted((a, b) => (tops.get(a[other]) ?? 0) - (tops.get(b[other]) ?? 0));
    const before = own.slice(0, own.indexOf(link));
    return (
      stackPipes(link[side], own, side).pipesTop +
      computeSum(before.map(computeWidth)) +
      computeWidth(link) / 2
    );
  };
  const placedStubs = stubs.map((stub) => {
    const own = links.filter((link) => link.from === stub.at);
    const { stubMiddle: y, isAbove } = stackPipes(stub.at, own, 'from');
    return { ...stub, width: computeStubWidth(stub), y, isAbove };
  });
  const placed = links.map((link) => ({
    ...link,
    width: computeWidth(link),
    fromY: computePort(link, 'from'),
    toY: computePort(link, 'to'),
  }));
  return { columns, links: placed, stubs: placedStubs, height };
}

/** Target of an arrow key, by the edge with the most volume; undefined at the border. */
export function findTopologyNeighbour(placed: Placed, id: string, key: string): string | undefined {
  const column = placed.columns.find((ids) => ids.includes(id)) ?? [];
  const at = column.indexOf(id);
  const widest = (links: readonly PlacedLink[], side: 'from' | 'to') =>
    links.toSorted((a, b) => b.bytes - a.bytes)[0]?.[side];
  switch (key) {
    case 'ArrowUp':
      return column[at - 1];
    case 'ArrowDown':
      return column[at + 1];
    case 'ArrowRight':
      return widest(
        placed.links.filter((link) => link.from === id),
        'to',
      );
    case 'ArrowLeft':
      return widest(
        placed.links.filter((link) => link.to === id),
        'from',
      );
    case 'Home':
      return column[0];
    case 'End':
      return column.at(-1);
    default:
      return undefined;
  }
}
