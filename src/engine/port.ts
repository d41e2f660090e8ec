import type { Edges, MetaInfo } from '../contract/entities/pipeline.ts';
import type { NodeType } from '../contract/enums.ts';
import type { Senders } from './components/shared/inbound/sender-book.ts';

/**
 * The port between service and engine. Whatever runs pipelines stands behind it; the service knows
 * nothing of how. Byte and event figures are plain numbers here (safe up to 9 PB).
 */

/** One node of what is to run. `componentId` is stable over versions: counters are kept under it. */
export type PlanNode = {
  id: string;
  componentId: string;
  nodeType: NodeType;
  name: string;
  templateId: string;
  /** Validated by the component's schema, secrets in clear. */
  config: Record<string, unknown>;
  /**
   * Of an archive (src/docs/archive.md). A source then gives what it takes in for pipelines that run, and is
   * neither started nor kept running; a destination takes archive records.
   */
  isArchive?: true;
  /** Files that the configuration names, by the setting that names them. */
  files?: Readonly<Record<string, PlanFile>> | undefined;
};

/** An uploaded file. Another content lies at another path. */
export type PlanFile = { name: string; path: string; sha256: string; sizeBytes: number };

/** `run` processes, `bypass` sends raw events to every destination, `pause` takes nothing in and drains. */
export type PlanMode = 'run' | 'bypass' | 'pause';

export type PipelinePlan = {
  pipelineId: string;
  siteId: string;
  name: string;
  graphVersion: number;
  mode: PlanMode;
  nodes: PlanNode[];
  edges: Edges;
  metaInfo: MetaInfo;
};

/** What a deployment is doing: settings are checked, what is new starts, what is used no more ends. */
export type DeployStep = 'validating' | 'starting' | 'draining';

export type DeployOptions = {
  /**
   * Starts every source, destination and transform of the plan anew, unchanged ones too; buffers keep what
   * they hold. What other pipelines share is started anew for them as well.
   */
  isForced?: boolean;
  /** Takes the deployment back as if it had failed, up to the moment the new plan takes over. */
  signal?: AbortSignal | undefined;
  onStep?: ((step: DeployStep) => void) | undefined;
};

/** A failure with its cause and its cure; `nodeId` names the node where there is one. */
export type EngineProblem = {
  errorName: string;
  message: string;
  causes: string[];
  resolutions: string[];
  nodeId?: string | undefined;
};

/** Thrown by `deploy` and its kin; what ran before still runs. */
export class EngineError extends Error {
  readonly problem: EngineProblem;
  constructor(problem: EngineProblem) {
    super(problem.message);
    this.name = 'EngineError';
    this.problem = problem;
  }
}

/**
 * Totals of one component in one pipeline since the engine's boot. In events, exactly:
 * in + created = out + dropped + merged + deadLetter + buffered. Bytes: of a source, the payload it
 * read; of a transform, events as they entered and left; of a sink, what it took and what it wrote
 * (serialised, before compression, without delimiters).
 */
export type Counters = {
  eventsIn: number;
  eventsOut: number;
  eventsDropped: number;
  eventsCreated: number;
  eventsMerged: number;
  eventsDeadLetter: number;
  eventsBuffered: number;
  bytesIn: number;
  bytesOut: number;
  rawBytes: number;
  errors: number;
  /** Of a destination: complete files or objects it made; not counted where a file grows line by line. */
  objectsWritten: number;
  /** Unix milliseconds; 0 when none passed since boot. */
  lastEventAt: number;
};

/** How a node that runs fares now, beside what its counters say. */
export type Gauges = {
  nodeId: string;
  nodeType: NodeType;
  /**
   * Milliseconds since boot in which it was busy: a transform with events; a destination with writes, all that
   * it takes at a time being the whole; a source held back because what it read has no room in a buffer.
   */
  busyMs: number;
  /** Writes that failed and were tried again, since boot. */
  retries: number;
  /**
   * Of a destination: what waits for it in this pipeline, writes under way among it. `lingerMs` is how long it
   * lets events wait for more, to write them together.
   */
  buffer: { bytes: number; maxBytes: number; oldestAgeMs: number; lingerMs: number } | null;
};

/** Errors of one component since the last report, grouped by name. */
export type ErrorReport = EngineProblem & {
  pipelineId: string;
  componentId: string;
  nodeId: string;
  level: 'ERROR' | 'WARN' | 'INFO';
  count: number;
  /** Unix milliseconds. */
  lastAt: number;
  exampleEvent: string;
};

export type EngineReport =
  /**
   * Each second, and once when it stops. Totals restart from zero when `bootId` changes; the service
   * adds differences, so a restart neither loses nor counts twice. Gauges are of the nodes that run, and only
   * of those. `sequence` grows within a boot: of two reports the greater holds what the other does.
   * `isFormer`: the last of a boot that ended, told by the next one for whoever was not there to hear it.
   */
  | {
      type: 'counters';
      bootId: string;
      sequence: number;
      at: number;
      isFormer?: true;
      pipelines: Record<string, Record<string, Counters>>;
      gauges?: Record<string, Record<string, Gauges>>;
      /** Who sends, of each source that runs. */
      senders?: Record<string, Senders>;
    }
  /** `number`, of a remote engine, grows: what came under it, or a greater one, is told again until it is stored. */
  | { type: 'errors'; errors: ErrorReport[]; number?: number }
  | { type: 'state'; state: EngineState; problem?: EngineProblem }
  /** A pipeline that ran stopped by itself. */
  | { type: 'pipeline.failed'; pipelineId: string; problem: EngineProblem };

/** `disconnected`: of a remote engine; whatever it runs runs on. */
export type EngineState = 'starting' | 'running' | 'restarting' | 'stopped' | 'disconnected';

export type TapRequest = {
  pipelineId: string;
  componentId: string;
  limit: number;
  /**
   * Events come whole, and the tap ends with TAP_FULL before the one that would go beyond. Left out, long
   * events are cut.
   */
  maxBytes?: number;
};
export const TAP_FULL = 'The limit of bytes was reached';
/** `isText`: plain text, which reads as the one field `message`, whatever it holds; else it is a JSON object. */
export type TapEvent = { text: string; at: number; isText?: true };
export type Tap = { stop(): void };

/** A draft to run on events, apart from everything that is deployed. Sources and destinations are not opened. */
export type PreviewRequest = {
  siteId: string;
  /** Transforms validated by their schemas; of sources and sinks only settings of format matter, no secrets. */
  nodes: PlanNode[];
  edges: Edges;
  metaInfo: MetaInfo;
  /** The events enter as what left this node; left out, as what comes to the source. */
  startNodeId?: string | undefined;
  events: readonly string[];
  /** Only these nodes list results; all of them when left out. */
  resultNodeIds?: readonly string[] | undefined;
};

/** What became of one event in one node. */
export type PreviewResult = {
  /** Position in the events given. */
  index: number;
  /** `MERGED`: it is part of what left because of a later one. */
  status: 'MODIFIED' | 'UNMODIFIED' | 'DROPPED' | 'MERGED' | 'ERROR';
  before: string;
  /** It came in as plain text, which reads as the one field `message`. */
  isText?: true;
  after: string[];
  /** Named outputs it took, with `, ` in between. */
  output?: string;
  message?: string;
};

export type PreviewNode = Pick<
  Counters,
  'eventsIn' | 'eventsOut' | 'eventsDropped' | 'errors' | 'bytesIn' | 'bytesOut'
> & { results: PreviewResult[] };

export type PreviewReport = {
  /** By id, the nodes that the events can reach; the one they left is none of them. */
  nodes: Record<string, PreviewNode>;
  /** What entered. */
  eventsIn: number;
  bytesIn: number;
  elapsedMilliseconds: number;
};

/** A source or destination to try by itself, apart from everything that is deployed. */
export type ConnectionTestRequest = {
  siteId: string;
  /** Validated by its schema, secrets in clear. */
  node: PlanNode;
  /** For a destination: JSON objects to send. */
  events: readonly string[];
};

export type ConnectionTestReport = {
  /** Why it does not work; left out when it does. */
  problem?: EngineProblem | undefined;
  /** What the receiver answered, the first few. */
  answers: { request: string; status: string; body: string }[];
  /** What was found out: ports, files, what was written. */
  findings: { label: string; value: string }[];
  elapsedMilliseconds: number;
};

export interface EnginePort {
  readonly state: EngineState;
  /** Resolves when the engine answers; it may still refuse single pipelines later. */
  start(): Promise<void>;
  /** Makes the plan run in place of the pipeline's former one, without a gap for unchanged nodes. */
  deploy(plan: PipelinePlan, options?: DeployOptions): Promise<void>;
  /** Stops the pipeline and forgets it; buffered events are delivered first for up to `drainMs`. */
  remove(pipelineId: string, options: { drainMs: number }): Promise<void>;
  /** Events that leave a component, as text, at most `limit`; `onEnd` says why it ended. */
  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap;
  /**
   * Runs a draft on events in a process of its own, bounded in time and memory. Runs follow each other.
   * @throws EngineError; `errorName` is one of PREVIEW_ENDED when the run was ended from outside.
   */
  preview(request: PreviewRequest): Promise<PreviewReport>;
  /**
   * Tries a source or destination once in a process of its own, bounded in time, memory and what it may
   * write; never through a buffer of what runs. @throws EngineError when there is no report.
   */
  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport>;
  onReport(listener: (report: EngineReport) => void): () => void;
  /** Takes nothing more in, flushes, sends the last counters, ends the process. */
  stop(): Promise<void>;
}

export type { SenderFigures, Senders } from './components/shared/inbound/sender-book.ts';

/** Why a run of a draft was given up: too long, too much memory, too large an answer, too many at once. */
export const PREVIEW_ENDED = [
  'PreviewTooLong',
  'PreviewTooMuchMemory',
  'PreviewTooLarge',
  'PreviewBusy',
  'PreviewCrashed',
] as const;
export type PreviewEnd = (typeof PREVIEW_ENDED)[number];

export { type ConnectionTests, createConnectionTests } from './connection-test/tests.ts';
export { FileFault } from './files/csv-reader.ts';
export { firstLines, firstRows, inspectFile } from './files/inspect.ts';
export { createPreviews, type PreviewOptions, type Previews } from './preview/previews.ts';
export { FrameReader, toFrames } from './remote/frames.ts';
export {
  ENGINE_CLOSE,
  ENGINE_PATH,
  FINAL_HEADER,
  JOIN_HEADER,
  REASON_HEADER,
  VERSION_HEADER,
} from './remote/messages.ts';
export type { RemoteEngine, RemoteFacts, RemoteLine } from './remote/options.ts';
export { createRemoteEngine } from './remote/remote-engine.ts';
export { createSiteFolders, type SiteFolders } from './site-folder.ts';
export { createEmbeddedEngine, type EmbeddedEngineOptions } from './supervisor.ts';
