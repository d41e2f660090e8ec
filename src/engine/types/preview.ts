import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import type { Counters } from './metrics.ts';
import type { PlanNode } from './plan.ts';

/** A draft to run on sample events in isolation. Sources and destinations are not opened. */
export type PreviewRequest = {
  siteId: string;
  /** Transforms must be validated; sources and sinks need only their format settings, no secrets. */
  nodes: PlanNode[];
  edges: Edges;
  metaInfo: MetaInfo;
  /** Events start as this node's output; by default, as the source's input. */
  startNodeId?: string | undefined;
  events: readonly string[];
  /** JSON text of `@origin` per event; empty where it is not known. */
  origins?: readonly string[] | undefined;
  /** Nodes that list results; all by default. */
  resultNodeIds?: readonly string[] | undefined;
};

export type PreviewResult = {
  /** Index of the input event. */
  index: number;
  /** `MERGED`: part of a later event's output. */
  status: 'MODIFIED' | 'UNMODIFIED' | 'DROPPED' | 'MERGED' | 'ERROR';
  before: string;
  /** The input was plain text, readable as the field `message`. */
  isText?: true;
  after: string[];
  /** Named outputs, separated by `, `. */
  output?: string;
  message?: string;
};

export type PreviewNode = Pick<
  Counters,
  'eventsIn' | 'eventsOut' | 'eventsDropped' | 'errors' | 'bytesIn' | 'bytesOut'
> & { results: PreviewResult[] };

export type PreviewReport = {
  /** Reachable nodes by id, without the start node. */
  nodes: Record<string, PreviewNode>;
  eventsIn: number;
  bytesIn: number;
  elapsedMilliseconds: number;
};

/** Reasons for terminating a preview. */
export const PREVIEW_ENDED = [
  'PreviewTooLong',
  'PreviewTooMuchMemory',
  'PreviewTooLarge',
  'PreviewBusy',
  'PreviewCrashed',
] as const;
export type PreviewEnd = (typeof PREVIEW_ENDED)[number];
