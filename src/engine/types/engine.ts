import type { ConnectionTestReport, ConnectionTestRequest } from './connection-test.ts';
import type { DeadLetterAnswer, DeadLetterRequest } from './dead-letter.ts';
import type { ExpectedPipeline, PipelinePlan } from './plan.ts';
import type { PreviewReport, PreviewRequest } from './preview.ts';
import type { EngineReport, EngineState } from './report.ts';
import type { Tap, TapEvent, TapRequest } from './tap.ts';

/**
 * `waiting`: for its turn, or for its own start. Then settings are validated, new parts start and unused
 * parts stop.
 */
export type DeployStep = 'waiting' | 'validating' | 'starting' | 'draining';

export type DeployOptions = {
  /** Restarts everything in the plan, even unchanged or shared. Buffers keep their events. */
  isForced?: boolean;
  signal?: AbortSignal | undefined;
  onStep?: ((step: DeployStep) => void) | undefined;
};

/** The boundary between service and engine. Byte and event counts are plain numbers (safe up to 9 PB). */
export interface EnginePort {
  readonly state: EngineState;
  /** May still reject single pipelines later. */
  start(): Promise<void>;
  /**
   * Call before deploying these. Their shared sources take no input until each is deployed or failed, one
   * minute at most: late pipelines would miss it.
   */
  expect(pipelines: readonly ExpectedPipeline[]): void;
  /** Unchanged nodes run on without a gap. */
  deploy(plan: PipelinePlan, options?: DeployOptions): Promise<void>;
  /** Removes the pipeline after delivering buffered events for up to `drainMs`. */
  remove(pipelineId: string, options: { drainMs: number }): Promise<void>;
  /** Streams up to `limit` output events of a component; `onEnd` gets the reason. */
  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap;
  /**
   * Runs a draft in an isolated process with time and memory limits, one at a time.
   * @throws EngineError; `errorName` is in PREVIEW_ENDED when the run was terminated
   */
  preview(request: PreviewRequest): Promise<PreviewReport>;
  /**
   * Tests a source or destination once in an isolated process with limits; live buffers are not used.
   * @throws EngineError when there is no report
   */
  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport>;
  /** @throws EngineError */
  deadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>>;
  onReport(listener: (report: EngineReport) => void): () => void;
  /** Stops intake, flushes, sends final counters and ends the process. */
  stop(): Promise<void>;
}
