import type { Fate } from '../fates/fate-swatch.tsx';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';
import type { TopologyColumn, TopologyLink } from './topology-layout.ts';

export type TopologyNode = {
  id: string;
  column: TopologyColumn;
  name: string;
  href: string;
  health: { label: string; shape: ShapeName; tone: Tone };
  /** Current rate: `24 → 8.3 KB/s`. */
  rate: string;
  /** A few words beside it: `−65%`, `3 pipelines`. */
  note?: string | undefined;
  /** Lost or rejected data: `37 dead letters`. */
  mark?: { fate: Fate; text: string } | undefined;
  /** Buffer fill, 0 to 1, while something waits. */
  bufferShare?: number | undefined;
};

export type TopologyPipe = TopologyLink & {
  /** Current rate. */
  text: string;
  /** Data waiting for the receiver; `isBlocked` when it accepts none. */
  waiting?: { text: string; isBlocked: boolean } | undefined;
};

/** Data a pipeline drops by rule. */
export type TopologyDrop = { at: string; bytes: number; text: string };
