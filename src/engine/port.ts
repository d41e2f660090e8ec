import type { Edges, MetaInfo } from '../contract/entities/pipeline.ts';
import type { NodeType } from '../contract/enums.ts';

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
};

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
  /** Unix milliseconds; 0 when none passed since boot. */
  lastEventAt: number;
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
   * adds differences, so a restart neither loses nor counts twice.
   */
  | { type: 'counters'; bootId: string; at: number; pipelines: Record<string, Record<string, Counters>> }
  | { type: 'errors'; errors: ErrorReport[] }
  | { type: 'state'; state: EngineState; problem?: EngineProblem }
  /** A pipeline that ran stopped by itself. */
  | { type: 'pipeline.failed'; pipelineId: string; problem: EngineProblem };

export type EngineState = 'starting' | 'running' | 'restarting' | 'stopped';

export type TapRequest = { pipelineId: string; componentId: string; limit: number };
export type TapEvent = { text: string; at: number };
export type Tap = { stop(): void };

export interface EnginePort {
  readonly state: EngineState;
  /** Resolves when the engine answers; it may still refuse single pipelines later. */
  start(): Promise<void>;
  /** Makes the plan run in place of the pipeline's former one, without a gap for unchanged nodes. */
  deploy(plan: PipelinePlan): Promise<void>;
  /** Stops the pipeline and forgets it; buffered events are delivered first for up to `drainMs`. */
  remove(pipelineId: string, options: { drainMs: number }): Promise<void>;
  /** Events that leave a component, as text, at most `limit`; `onEnd` says why it ended. */
  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap;
  onReport(listener: (report: EngineReport) => void): () => void;
  /** Takes nothing more in, flushes, sends the last counters, ends the process. */
  stop(): Promise<void>;
}

export { createEmbeddedEngine, type EmbeddedEngineOptions } from './supervisor.ts';
