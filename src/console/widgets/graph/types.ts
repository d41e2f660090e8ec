import type { Figure } from '../format.ts';
import type { IconName } from '../icons/icon-table.ts';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type GraphNodeKind = 'source' | 'transform' | 'sink';

/** One node as it is drawn and said. */
export type GraphNodeView = {
  id: string;
  title: string;
  kind: GraphNodeKind;
  /** What it is: 'Filter', 'Source, HTTP'. */
  typeLabel: string;
  icon: IconName;
  /** What flows into it, shown before what flows out where it differs. */
  throughputIn?: Figure | undefined;
  /** What flows out of it; undefined is no value. */
  throughput?: Figure | undefined;
  /** Out against in, in percent: −54 is a reduction by 54. */
  change?: number | undefined;
  errors?: { count: number; level: 'err' | 'warn' } | undefined;
  /** How it fares: said always, drawn on the card only when it is trouble. */
  health?: { label: string; shape: ShapeName; tone: Tone } | undefined;
  /** What is wrong with it in a word or two: 'Unconnected'. */
  problem?: string | undefined;
  disabled?: boolean | undefined;
  /** Proposed or edited against what is saved. */
  state?: 'new' | 'changed' | undefined;
  spark?: readonly (number | null)[] | undefined;
};

/** A connection. `share` is its part of the source's volume, 0 to 1; undefined while nothing flowed. */
export type GraphEdgeView = {
  from: string;
  to: string;
  share?: number | undefined;
  isBad?: boolean;
  /** The named output that it leaves by. */
  output?: string | undefined;
  /** What flows along it now; drawn where connections join, since there no card says it. */
  rate?: Figure | undefined;
};

export type GraphView = { nodes: readonly GraphNodeView[]; edges: readonly GraphEdgeView[] };

export type DiffMark = 'added' | 'removed' | 'changed';
export const DIFF_SIGNS: Readonly<Record<DiffMark, string>> = { added: '+', removed: '−', changed: '~' };

/**
 * What differs between two versions, drawn together: the view holds the nodes and connections of both.
 * Nodes by their id, connections by `edgeKey`; what is missing is in both and equal.
 */
export type GraphDiff = {
  nodes: Readonly<Record<string, DiffMark>>;
  edges: Readonly<Record<string, DiffMark>>;
};

export type Point = { x: number; y: number };

/** Top left corners of the nodes in px, and the bends of connections that span several columns. */
export type GraphLayout = {
  /** The box around all cards; it need not begin at 0. */
  left: number;
  top: number;
  width: number;
  height: number;
  nodes: Readonly<Record<string, Point>>;
  /** By `edgeKey`: where a connection crosses the middle of a column between its ends. */
  bends: Readonly<Record<string, readonly Point[]>>;
};

export const edgeKey = (edge: { from: string; to: string }): string => `${edge.from}>${edge.to}`;

/** One press of a zoom key or button. */
export const ZOOM_STEP = 1.2;

/** Keys of the view as they are bound now; one without a key is left out. */
export type ViewKeys = Readonly<Partial<Record<'fit' | 'zoomIn' | 'zoomOut' | 'map', string | undefined>>>;

/** What widgets and commands may ask of the drawn graph. */
export type GraphHandle = {
  /** Moves the focus to a node, or to the one that had it last. */
  focus: (id?: string) => void;
  fitAll: () => void;
  zoom: (factor: number) => void;
  actualSize: () => void;
  toggleMap: () => void;
};

/** Marks on the nodes that come from around the graph. */
export type GraphMarks = {
  /** The node whose panel is open; its path is lit and numbered. */
  openId: string | undefined;
  /** Nodes selected for a command on several. */
  selectedIds?: readonly string[] | undefined;
  /** Nodes that a search found; undefined while nothing is sought. */
  matchedIds?: readonly string[] | undefined;
  /** What a dry run foretells, by node: out against in, in percent, −54 is a reduction by 54. */
  predicted?: Readonly<Record<string, number>> | undefined;
  diff?: GraphDiff | undefined;
};

/** What both faces of a graph take: the drawing and the outline. */
export type GraphFaceProps = GraphView &
  GraphMarks & {
    label: string;
    /** The node under the cursor changed. */
    onCursor: (id: string) => void;
    /** Enter or a press on a node. */
    onOpen: (id: string) => void;
  };
