import type { Figure } from '../../../lib/format.ts';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type GraphNodeKind = 'source' | 'transform' | 'sink';

export type GraphNodeView = {
  id: string;
  title: string;
  kind: GraphNodeKind;
  /** Kind: 'Filter', 'Source, HTTP'. */
  typeLabel: string;
  icon: IconName;
  /** Shown before the output where it differs. */
  throughputIn?: Figure | undefined;
  throughput?: Figure | undefined;
  /** Percent: −54 is a reduction by 54%. */
  change?: number | undefined;
  /** Removed events, and their share of the source's volume, 0 to 1. */
  removed?: { figure: Figure; share: number } | undefined;
  errors?: { count: number; level: 'err' | 'warn' } | undefined;
  /** Drawn only if there is trouble. */
  health?: { label: string; shape: ShapeName; tone: Tone } | undefined;
  /** One or two words: 'Unconnected'. */
  problem?: string | undefined;
  disabled?: boolean | undefined;
  /** Proposed or edited, relative to the saved version. */
  state?: 'new' | 'changed' | undefined;
  spark?: readonly (number | null)[] | undefined;
};

/** `share` of the source's volume, 0 to 1; undefined before any flow. */
export type GraphEdgeView = {
  from: string;
  to: string;
  share?: number | undefined;
  isBad?: boolean;
  output?: string | undefined;
  /** Drawn at joins, where no card shows it. */
  rate?: Figure | undefined;
};

export type GraphView = { nodes: readonly GraphNodeView[]; edges: readonly GraphEdgeView[] };

export type DiffMark = 'added' | 'removed' | 'changed';
export const DIFF_SIGNS: Readonly<Record<DiffMark, string>> = { added: '+', removed: '−', changed: '~' };

/**
 * Differences of two versions; the view holds nodes and edges of both. Nodes by id, edges by `buildEdgeKey`; a
 * missing entry is unchanged.
 */
export type GraphDiff = {
  nodes: Readonly<Record<string, DiffMark>>;
  edges: Readonly<Record<string, DiffMark>>;
};

export type Point = { x: number; y: number };

/** Left to right, top to bottom, or left to right in stacked rows. */
export type Flow = 'right' | 'down' | 'rows';

/** Top left corners in px. */
export type GraphLayout = {
  flow: Flow;
  /** Bounding box of all cards; may not start at 0. */
  left: number;
  top: number;
  width: number;
  height: number;
  nodes: Readonly<Record<string, Point>>;
  /** By `buildEdgeKey`: where an edge crosses the columns between its ends. */
  bends: Readonly<Record<string, readonly Point[]>>;
  /** Middles of the gaps between rows in px, for edges that go back. */
  gutters: readonly number[];
};

export const buildEdgeKey = (edge: { from: string; to: string }): string => `${edge.from}>${edge.to}`;

/** Factor per press. */
export const ZOOM_STEP = 1.2;

export type ViewKeys = Readonly<Partial<Record<'fit' | 'zoomIn' | 'zoomOut' | 'map', string | undefined>>>;

export type GraphHandle = {
  /** Default: the last focused node. */
  focus: (id?: string) => void;
  fitAll: () => void;
  zoom: (factor: number) => void;
  actualSize: () => void;
  toggleMap: () => void;
};

export type GraphMarks = {
  /** Its path is highlighted and numbered. */
  openId: string | undefined;
  selectedIds?: readonly string[] | undefined;
  /** Search matches; undefined without a search. */
  matchedIds?: readonly string[] | undefined;
  /** Output against input in percent: −54 is a reduction by 54%. */
  predicted?: Readonly<Record<string, number>> | undefined;
  diff?: GraphDiff | undefined;
};

export type GraphFaceProps = GraphView &
  GraphMarks & {
    label: string;
    onCursor: (id: string) => void;
    /** Enter or a press on a node. */
    onOpen: (id: string) => void;
  };
