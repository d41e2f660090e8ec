import {
  type ConnectionTestReport,
  type ConnectionTestRequest,
  createConnectionTests,
  createPreviews,
  type DeadLetterAnswer,
  type DeadLetterRequest,
  type DeployOptions,
  type DeployStep,
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
  type ExpectedPipeline,
  type PipelinePlan,
  type PreviewReport,
  type PreviewRequest,
  type Tap,
  type TapEvent,
  type TapRequest,
} from '../../../src/engine/port.ts';

import { FakeLetters } from './fake-letters.ts';

type Unnumbered = Omit<Extract<EngineReport, { type: 'counters' }>, 'sequence'>;
type OpenTap = { request: TapRequest; onEvents(events: TapEvent[]): void; onEnd(reason: string): void };

const CANCELLED: EngineProblem = {
  errorName: 'DeploymentCancelled',
  message: 'The deployment was canceled; the previous version is still running',
  causes: [],
  resolutions: [],
};

/** Shared by all tests of a file, since starting its process is slow. */
const previews = createPreviews();
const tests = createConnectionTests();

/** An engine that runs nothing: it records plans and fails or waits on request. */
export class FakeEngine implements EnginePort {
  state: EngineState = 'stopped';
  readonly plans = new Map<string, PipelinePlan>();
  readonly deployed: PipelinePlan[] = [];
  readonly forced: boolean[] = [];
  readonly expected: ExpectedPipeline[] = [];
  readonly taps: OpenTap[] = [];
  readonly letters = new FakeLetters();
  readonly #listeners = new Set<(report: EngineReport) => void>();
  /** Reported before each deployment is carried out. */
  firstSteps: DeployStep[] = ['validating', 'starting'];
  #failures: EngineProblem[] = [];
  #sequence = 0;
  #gate: PromiseWithResolvers<void> | undefined;

  /** Each message fails one of the next orders. */
  failNext(...messages: string[]): void {
    this.#failures = messages.map((message) => ({
      errorName: 'REFUSED',
      message,
      causes: ['The port is taken'],
      resolutions: ['Choose another port'],
    }));
  }

  /** Orders wait until the returned function is called. */
  hold(): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gate = gate;
    return () => {
      this.#gate = undefined;
      gate.resolve();
    };
  }

  /** Counters without a sequence number get the next one. */
  report(report: EngineReport | Unnumbered): void {
    const numbered = 'bootId' in report ? { sequence: this.#sequence++, ...report } : report;
    for (const listener of this.#listeners) listener(numbered);
  }

  async start(): Promise<void> {
    this.state = 'running';
  }

  expect(pipelines: readonly ExpectedPipeline[]): void {
    this.expected.push(...pipelines);
  }

  async deploy(plan: PipelinePlan, options: DeployOptions = {}): Promise<void> {
    for (const step of this.firstSteps) options.onStep?.(step);
    await this.#order(options.signal);
    options.onStep?.('draining');
    this.deployed.push(plan);
    this.forced.push(options.isForced === true);
    this.plans.set(plan.pipelineId, plan);
  }

  async remove(pipelineId: string): Promise<void> {
    await this.#order();
    this.plans.delete(pipelineId);
  }

  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap {
    const open = { request, onEvents, onEnd };
    this.taps.push(open);
    return { stop: () => void this.taps.splice(this.taps.indexOf(open), 1) };
  }

  /** Runs the draft for real. */
  preview(request: PreviewRequest): Promise<PreviewReport> {
    return previews.run(request);
  }

  /** Answers of `letters`, by what is asked. */
  deadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    return this.letters.answer(request);
  }

  /** Runs the test for real. */
  testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport> {
    return tests.run(request);
  }

  onReport(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.state = 'stopped';
  }

  async #order(signal?: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    signal?.addEventListener('abort', () => aborted.resolve(), { once: true });
    if (!signal?.aborted) await Promise.race([this.#gate?.promise, aborted.promise]);
    if (signal?.aborted) throw new EngineError(CANCELLED);
    const problem = this.#failures.shift();
    if (problem) throw new EngineError(problem);
  }
}
