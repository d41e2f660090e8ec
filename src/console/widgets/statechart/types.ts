import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type ChartNode = {
  id: string;
  label: string;
  shape: ShapeName;
  tone: Tone;
  /** Steps from the first state: the row it lies in. */
  depth: number;
};

export type ChartEdge = { from: string; to: string };
