import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type ChartNode = {
  id: string;
  label: string;
  shape: ShapeName;
  tone: Tone;
  /** The row: number of steps from the first state. */
  depth: number;
};

export type ChartEdge = { from: string; to: string };
