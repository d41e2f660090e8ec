import type { Fate } from '../fates/fate-swatch.tsx';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';
import type { TopologyColumn, TopologyLink } from './topology-layout.ts';

export type TopologyNode = {
  id: string;
  column: TopologyColumn;
  name: string;
  href: string;
  health: { label: string; shape: ShapeName; tone: Tone };
  /** What flows now, as text: `24 → 8.3 KB/s`. */
  rate: string;
  /** A few words beside it: `−65%`, `3 pipelines`. */
  note?: string | undefined;
  /** What went wrong with some of the data: `37 dead letters`. */
  mark?: { fate: Fate; text: string } | undefined;
  /** How full its buffer is, 0 to 1, when something waits there. */
  bufferShare?: number | undefined;
};

export type TopologyPipe = TopologyLink & {
  /** What flows now, as text. */
  text: string;
  /** What waits for the receiver; `isBlocked` when it does not take it. */
  waiting?: { text: string; isBlocked: boolean } | undefined;
};

/** What a pipeline drops by rule. */
export type TopologyDrop = { at: string; bytes: number; text: string };
