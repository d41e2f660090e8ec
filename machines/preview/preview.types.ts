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

/** Events to run a pipeline on, and where they enter it. */
export type PreviewSample = {
  origin: 'captured' | 'saved' | 'pasted' | 'file';
  /** What it is called on screen: the name it is saved under, the file, or where it was captured. */
  name: string;
  /** One text per event, as the bytes of its line. */
  events: readonly string[];
  /** The events are what left this component; empty: they are what the source takes in. */
  startComponentId: string;
  /** Set while the sample is a stored one. */
  sampleId?: string;
};

/** The graph as it is sent: what is drafted, or the version on screen. */
export type PreviewGraph = DraftGraph & {
  /** The component of each saved node: under it samples and captures keep where they were taken. */
  components: Readonly<Record<string, string>>;
  /** The only node whose results are wanted; all of them when left out. */
  listed?: string;
};

export type CaptureRequest = {
  /** Whose output is taken; of the source it is what comes in. */
  componentId: string;
  /** Its name, for who reads it. */
  where: string;
  limit: number;
  seconds: number;
};

/** What went wrong, why, and what to do. */
export type PreviewFailure = { part: 'capture' | 'sample' | 'run'; why: string; fix: string };

export type PreviewContext = {
  graph: PreviewGraph;
  sample: PreviewSample | undefined;
  /** The last answer for this sample; while it is stale it is of an older graph. */
  outcome: PreviewOutcome | undefined;
  request: CaptureRequest | undefined;
  capture: Capture | undefined;
  /** The stored sample that is being opened. */
  opened: string | undefined;
  failure: PreviewFailure | undefined;
};

export type PreviewEvent =
  /** The draft was edited, or another version is shown. */
  | { type: 'graph.changed'; graph: PreviewGraph }
  | { type: 'sample.chosen'; sample: PreviewSample }
  | { type: 'sample.open'; sampleId: string }
  /** These events are stored now, under this name; others may be on screen meanwhile. */
  | { type: 'sample.saved'; sampleId: string; name: string; events: readonly string[] }
  | { type: 'capture.start'; request: CaptureRequest }
  /** Takes the events of a capture that runs already. */
  | { type: 'capture.join'; capture: Capture; where: string }
  | { type: 'capture.stop' }
  | { type: 'run.again' }
  | { type: 'failure.dismissed' }
  | { type: 'preview.end' };
