import type { DraftGraph, PreviewOutcome } from '../../src/contract/calls/preview.ts';
import type { Capture } from '../../src/contract/entities/sample.ts';

export type {
  PreviewNode,
  PreviewOutcome,
  PreviewResult,
  PreviewStatus,
} from '../../src/contract/calls/preview.ts';
export { PREVIEW_STATUSES } from '../../src/contract/calls/preview.ts';
export type { Capture } from '../../src/contract/entities/sample.ts';

export type PreviewSample = {
  origin: 'captured' | 'saved' | 'pasted' | 'file';
  /** Saved name, file name, or where it was captured. */
  name: string;
  events: readonly string[];
  /** Per event: JSON text of `@origin`; only of captured ones. */
  origins?: readonly string[];
  /** The component whose output these events are; empty for the source's input. */
  startComponentId: string;
  sampleId?: string;
};

/** The draft, or the version on screen. */
export type PreviewGraph = DraftGraph & {
  /** Component id of each saved node; samples and captures are stored under it. */
  components: Readonly<Record<string, string>>;
  /** The only node to return results for; defaults to all. */
  listed?: string;
};

export type CaptureRequest = {
  /** The component whose output is captured; for the source, its input. */
  componentId: string;
  where: string;
  limit: number;
  seconds: number;
};

export type PreviewFailure = { part: 'capture' | 'sample' | 'run'; why: string; fix: string };

export type PreviewContext = {
  graph: PreviewGraph;
  sample: PreviewSample | undefined;
  /** Last answer for this sample, possibly for an older graph. */
  outcome: PreviewOutcome | undefined;
  request: CaptureRequest | undefined;
  capture: Capture | undefined;
  opened: string | undefined;
  failure: PreviewFailure | undefined;
};

export type PreviewEvent =
  | { type: 'graph.changed'; graph: PreviewGraph }
  | { type: 'sample.chosen'; sample: PreviewSample }
  | { type: 'sample.open'; sampleId: string }
  /** These events were stored; others may be on screen meanwhile. */
  | { type: 'sample.saved'; sampleId: string; name: string; events: readonly string[] }
  | { type: 'capture.start'; request: CaptureRequest }
  | { type: 'capture.join'; capture: Capture; where: string }
  | { type: 'capture.stop' }
  | { type: 'run.again' }
  | { type: 'failure.dismissed' }
  | { type: 'preview.end' };
