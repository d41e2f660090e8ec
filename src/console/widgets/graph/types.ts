import type { Figure } from '../format.ts';
import type { IconName } from '../icons/icon-table.ts';

export type GraphNodeKind = 'source' | 'transform' | 'sink';

/** One node as it is drawn and said. */
export type GraphNodeView = {
  id: string;
  title: string;
  kind: GraphNodeKind;
  /** What it is: 'Filter', 'Source, HTTP'. */
  typeLabel: string;
  icon: IconName;
  /** What flows out of it; undefined is no value. */
  throughput?: Figure | undefined;
  /** Out against in, in percent: −54 is a reduction by 54. */
  change?: number | undefined;
  errors?: { count: number; level: 'err' | 'warn' } | undefined;
  /** What is wrong with it in a word or two: 'Unconnected'. */
  problem?: string | undefined;
  disabled?: boolean | undefined;
  /** Proposed or edited against what is saved. */
  state?: 'new' | 'changed' | undefined;
  spark?: readonly (number | null)[] | undefined;
};

/** A connection. `share` is its part of the source's volume, 0 to 1; undefined while nothing flowed. */
export type GraphEdgeView = { from: string; to: string; share?: number | undefined; isBad?: boolean };

export type GraphView = { nodes: readonly GraphNodeView[]; edges: readonly GraphEdgeView[] };

export type Point = { x: number; y: number };

/** Top left corners of the nodes, and the bends of connections that span several layers. */
export type GraphLayout = {
  width: number;
  height: number;
  nodes: Readonly<Record<string, Point>>;
  /** By `edgeKey`: middle points between the two ports. */
  bends: Readonly<Record<string, readonly Point[]>>;
};

export const edgeKey = (edge: { from: string; to: string }): string => `${edge.from}>${edge.to}`;

/** What widgets and commands may ask of the drawn graph. */
export type GraphHandle = {
  /** Moves the focus to a node, or to the one that had it last. */
  focus: (id?: string) => void;
  fitAll: () => void;
  zoom: (factor: number) => void;
};

/** What both faces of a graph take: the drawing and the outline. */
export type GraphFaceProps = GraphView & {
  label: string;
  /** The node whose panel is open. */
  selectedId: string | undefined;
  /** Nodes picked for a command on several. */
  pickedIds?: readonly string[];
  /** The node under the cursor changed. */
  onCursor: (id: string) => void;
  /** Enter or a press on a node. */
  onOpen: (id: string) => void;
};
