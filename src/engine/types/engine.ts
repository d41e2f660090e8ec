import type { ConnectionTestReport, ConnectionTestRequest } from './connection-test.ts';
import type { DeadLetterAnswer, DeadLetterRequest } from './dead-letter.ts';
import type { ExpectedPipeline, PipelinePlan } from './plan.ts';
import type { PreviewReport, PreviewRequest } from './preview.ts';
import type { EngineReport, EngineState } from './report.ts';
import type { Tap, TapEvent, TapRequest } from './tap.ts';

/** It waits for its turn behind others, or its own start; settings are checked, new parts start, unused parts end. */
export type DeployStep = 'waiting' | 'validating' | 'starting' | 'draining';

export type DeployOptions = {
  /**
   * Restarts every source, destination and transform of the plan, even unchanged and shared ones. Buffers
   * keep their events.
   */
  isForced?: boolean;
  /** Rolls back as after a failure, until the new plan takes over. */
  signal?: AbortSignal | undefined;
  onStep?: ((step: DeployStep) => void) | undefined;
};

/** The boundary between service and engine. Byte and event counts are plain numbers (safe up to 9 PB). */
export interface EnginePort {
  readonly state: EngineState;
  /** Resolves when the engine answers; it may still reject single pipelines later. */
  start(): Promise<void>;
  /**
   * Sources that these share take nothing in until each was deployed or failed, a minute at most: what comes before
   * would miss those that are late. Call it before their deployments, which have to follow.
   */
  expect(pipelines: readonly ExpectedPipeline[]): void;
  /** Replaces the pipeline's previous plan, without a gap for unchanged nodes. */
  deploy(plan: PipelinePlan, options?: DeployOptions): Promise<void>;
  /** Stops and forgets the pipeline; buffered events are delivered first for up to `drainMs`. */
  remove(pipelineId: string, options: { drainMs: number }): Promise<void>;
  /** Streams up to `limit` events that leave a component, as text; `onEnd` gets the reason. */
  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap;
  /**
   * Runs a draft in an isolated process with limits on time and memory, one run at a time.
   * @throws EngineError; `errorName` is in PREVIEW_ENDED when the run was terminated
   */
  preview(request: PreviewRequest): Promise<PreviewReport>;
  /**
   * Tests a source or destination once in an isolated process with limits on time, memory and writes; live
   * buffers are not used.
   * @throws EngineError when there is no report
   */
  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport>;
  /** Reads and changes what was given up. @throws EngineError */
  deadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>>;
  onReport(listener: (report: EngineReport) => void): () => void;
  /** Stops intake, flushes, sends the last counters, ends the process. */
  stop(): Promise<void>;
}
