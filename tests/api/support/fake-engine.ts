import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
  type PipelinePlan,
  type Tap,
  type TapEvent,
  type TapRequest,
} from '../../../src/engine/port.ts';

type OpenTap = { request: TapRequest; onEvents(events: TapEvent[]): void; onEnd(reason: string): void };

/** An engine that runs nothing: it remembers its plans, and fails or waits when told to. */
export class FakeEngine implements EnginePort {
  state: EngineState = 'stopped';
  readonly plans = new Map<string, PipelinePlan>();
  readonly deployed: PipelinePlan[] = [];
  readonly taps: OpenTap[] = [];
  readonly #listeners = new Set<(report: EngineReport) => void>();
  #failures: EngineProblem[] = [];
  #gate: PromiseWithResolvers<void> | undefined;

  /** The next orders fail, one for each problem. */
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

  report(report: EngineReport): void {
    for (const listener of this.#listeners) listener(report);
  }

  async start(): Promise<void> {
    this.state = 'running';
  }

  async deploy(plan: PipelinePlan): Promise<void> {
    await this.#order();
    this.deployed.push(plan);
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

  onReport(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.state = 'stopped';
  }

  async #order(): Promise<void> {
    await this.#gate?.promise;
    const problem = this.#failures.shift();
    if (problem) throw new EngineError(problem);
  }
}
