import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import type { Counters } from './metrics.ts';
import type { PlanNode } from './plan.ts';

/** A draft to run on sample events. Sources and destinations are not opened. */
export type PreviewRequest = {
  siteId: string;
  /** Sources and sinks need only their format settings, no secrets. */
  nodes: PlanNode[];
  edges: Edges;
  metaInfo: MetaInfo;
  /** Events start as its output; by default, as input of the source. */
  startNodeId?: string | undefined;
  events: readonly string[];
  /** JSON text of `@origin` per event, or empty. */
  origins?: readonly string[] | undefined;
  /** All by default. */
  resultNodeIds?: readonly string[] | undefined;
};

export type PreviewResult = {
  index: number;
  /** `MERGED`: part of a later event's output. */
  status: 'MODIFIED' | 'UNMODIFIED' | 'DROPPED' | 'MERGED' | 'ERROR';
  before: string;
  /** The input was plain text, read as the field `message`. */
  isText?: true;
  after: string[];
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

export const PREVIEW_ENDED = [
  'PreviewTooLong',
  'PreviewTooMuchMemory',
  'PreviewTooLarge',
  'PreviewBusy',
  'PreviewCrashed',
] as const;
export type PreviewEnd = (typeof PREVIEW_ENDED)[number];
