import { REMOTE_BOOT } from '../../contract/limits.ts';
import { Answers } from '../runtime/answers.ts';
import { Calls } from '../runtime/calls.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';
import type { DeadLetterAnswer, DeadLetterRequest } from '../types/dead-letter.ts';
import type { DeployOptions } from '../types/engine.ts';
import type { PipelinePlan } from '../types/plan.ts';
import type { PreviewReport, PreviewRequest } from '../types/preview.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import type { EngineReport, EngineState } from '../types/report.ts';
import type { Tap, TapEvent, TapRequest } from '../types/tap.ts';
import { FrameReader, toFrames } from './frames.ts';
import { readLetterAnswer } from './letter-answers.ts';
import type { RemoteNotice, RemoteOrder } from './messages.ts';
import { ownReport, pipelinesIn, readNotice } from './notices.ts';
import type { RemoteEngine, RemoteEngineOptions, RemoteLine } from './options.ts';
import { connectionLost, notConnected, notJoined } from './problems.ts';
import { type AskFile, sendFiles } from './send-files.ts';

const ACKNOWLEDGE_MS = 2000;

type OpenTap = { onEvents(events: TapEvent[]): void; onEnd(reason: string): void };

class Remote implements RemoteEngine {
  readonly #options: RemoteEngineOptions;
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #taps = new Map<number, OpenTap>();
  readonly #tests = new Answers<ConnectionTestReport>();
  readonly #letters = new Answers<DeadLetterAnswer>();
  readonly #files = new Answers<number>();
  #calls = new Calls();
  #state: EngineState = 'stopped';
  #isReady = false;
  #line: RemoteLine | null = null;
  #received: Record<string, number> = {};
  #receivedErrors = false;
  #own: ReadonlySet<string> = new Set();
  #next = 1;
  awaySince = 0;
  wasHere = false;

  constructor(options: RemoteEngineOptions) {
    this.#options = options;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Does not wait for the engine. */
  async start(): Promise<void> {
    if (this.#state === 'stopped') this.#enter('disconnected');
  }

  async stop(): Promise<void> {
    this.detach(1001, 'The site has no engine now');
    this.#enter('stopped');
  }

  attach(line: RemoteLine) {
    const reader = new FrameReader();
    this.detach(4409, 'Another engine connected with the credential of this one');
    this.#line = line;
    this.#own = new Set();
    let turn = this.#welcome(line);
    const timer = setInterval(() => void this.#acknowledge(line), ACKNOWLEDGE_MS);
    timer.unref();
    const fail = (error: unknown) => {
      this.#options.log(`a remote engine sent a message that is not understood: ${error}`);
      line.close(1008, 'This message is not understood');
    };
    return {
      receive: (frame: Buffer) => {
        turn = turn.then(async () => {
          if (this.#line !== line) return;
          const message = reader.take(frame);
          if (message !== undefined) await this.#handleNotice(line, readNotice(message));
        });
        turn = turn.catch(fail);
        return turn;
      },
      closed: () => {
        clearInterval(timer);
        if (this.#line === line) this.#lost();
      },
    };
  }

  detach(code: number, reason: string): void {
    const line = this.#line;
    if (!line) return;
    this.#lost();
    line.close(code, reason);
  }

  /** It starts its pipelines itself, also without the service. */
  expect(): void {}

  async deploy(plan: PipelinePlan, { isForced = false, signal, onStep }: DeployOptions = {}): Promise<void> {
    await this.#requireRunning();
    await sendFiles(plan, this.#askFile, signal);
    await this.#requireRunning();
    let cancel = () => {};
    try {
      await this.#calls.make((call) => {
        cancel = () => this.#send({ kind: 'deploy.cancel', call });
        signal?.addEventListener('abort', cancel, { once: true });
        this.#send({ kind: 'deploy', call, plan, isForced });
      }, onStep);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async remove(pipelineId: string, { drainMs }: { drainMs: number }): Promise<void> {
    // An engine that never joined runs nothing of ours.
    if (!this.#options.isJoined()) return;
    await this.#requireRunning();
    await this.#calls.make((call) => this.#send({ kind: 'remove', call, pipelineId, drainMs }));
  }

  tap(request: TapRequest, onEvents: (events: TapEvent[]) => void, onEnd: (reason: string) => void): Tap {
    const tap = this.#next++;
    this.#taps.set(tap, { onEvents, onEnd });
    if (this.#isReady) this.#send({ kind: 'tap', tap, request });
    else queueMicrotask(() => this.#endTap(tap, 'The remote engine is not connected'));
    return { stop: () => this.#send({ kind: 'tap.stop', tap }) };
  }

  preview(request: PreviewRequest): Promise<PreviewReport> {
    return this.#options.previews.run(request);
  }

  async testConnection(request: ConnectionTestRequest): Promise<ConnectionTestReport> {
    await this.#requireRunning();
    return this.#tests.wait((call) => this.#send({ kind: 'test', call, request }));
  }

  async deadLetters<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    await this.#requireRunning();
    const answer = await this.#letters.wait((call) => this.#send({ kind: 'letters', call, request }));
    return readLetterAnswer(request, answer);
  }

  onReport(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly #askFile: AskFile = async (order) => {
    await this.#requireRunning();
    return this.#files.wait((call) => this.#send({ ...order, call }));
  };

  async #requireRunning(): Promise<void> {
    if (this.#isReady) return;
    const problem = this.#options.isJoined() ? notConnected : notJoined;
    throw new EngineError(problem(await this.#options.siteName()));
  }

  async #welcome(line: RemoteLine): Promise<void> {
    const [siteName, signIn] = await Promise.all([this.#options.siteName(), this.#options.signIn()]);
    const { siteId } = this.#options;
    if (this.#line === line) this.#send({ kind: 'welcome', siteId, siteName, signIn });
  }

  async #handleNotice(line: RemoteLine, notice: RemoteNotice): Promise<void> {
    switch (notice.kind) {
      case 'hello': {
        const pipelineIds = await this.#options.runnable();
        if (this.#line !== line || this.#state === 'stopped') return;
        // Sent before any deployment, which could not be on the list.
        this.#send({ kind: 'keep', pipelineIds });
        this.#isReady = true;
        this.#enter('running');
        const { version, host, platform } = notice;
        // Not awaited: its orders are answered after this notice.
        this.#options
          .onConnected({ version, host, platform })
          .catch((error: unknown) => this.#options.log(`telling the engine what to run failed: ${error}`));
        return;
      }
      case 'step':
        return this.#calls.step(notice.call, notice.step);
      case 'done':
        return this.#calls.settle(notice.call, notice.problem);
      case 'report':
        return this.#report(notice.report);
      case 'tap.events':
        return this.#taps.get(notice.tap)?.onEvents(notice.events);
      case 'tap.end':
        return this.#endTap(notice.tap, notice.reason);
      case 'file.at':
        return this.#files.settle(notice.call, notice.bytes, notice.problem);
      case 'letters':
        return this.#letters.settle(notice.call, notice.answer, notice.problem);
      case 'tested':
        return this.#tests.settle(notice.call, notice.report, notice.problem);
    }
  }

  async #report(received: EngineReport): Promise<void> {
    if (received.type === 'state') {
      if (received.state === 'running' || received.state === 'restarting')
        this.#enter(received.state, received.problem);
      return;
    }
    if (pipelinesIn(received).some((id) => !this.#own.has(id)))
      this.#own = await this.#options.ownPipelines();
    const report = ownReport(received, (id) => this.#own.has(id), this.#options.now());
    if (!report) return;
    if (report.type === 'errors') this.#receivedErrors = true;
    if (report.type !== 'counters') return this.#emit(report);
    const { bootId, sequence } = report;
    this.#emit({ ...report, bootId: `${REMOTE_BOOT}${this.#options.siteId}/${bootId}` });
    this.#received[bootId] = Math.max(sequence, this.#received[bootId] ?? 0);
  }

  async #acknowledge(line: RemoteLine): Promise<void> {
    const boots = this.#received;
    const hasErrors = this.#receivedErrors;
    if (this.#line !== line || (Object.keys(boots).length === 0 && !hasErrors)) return;
    this.#received = {};
    this.#receivedErrors = false;
    try {
      const errors = await this.#options.stored();
      if (this.#line === line) this.#send({ kind: 'acknowledged', boots, errors });
    } catch (error) {
      this.#received = { ...boots, ...this.#received };
      this.#receivedErrors ||= hasErrors;
      this.#options.log(`storing what a remote engine reported failed: ${error}`);
    }
  }

  #lost(): void {
    this.#line = null;
    this.#received = {};
    this.#receivedErrors = false;
    this.#isReady = false;
    if (this.#state !== 'stopped') this.#enter('disconnected');
    const calls = this.#calls;
    this.#calls = new Calls();
    const failOthers = [this.#tests.takeAll(), this.#letters.takeAll(), this.#files.takeAll()];
    for (const tap of [...this.#taps.keys()])
      this.#endTap(tap, 'The connection to the remote engine was lost');
    const fail = (siteName: string) => {
      calls.failAll(connectionLost(siteName));
      for (const failAll of failOthers) failAll(connectionLost(siteName));
    };
    this.#options.siteName().then(fail, () => fail(''));
  }

  #endTap(tap: number, reason: string): void {
    const open = this.#taps.get(tap);
    this.#taps.delete(tap);
    open?.onEnd(reason);
  }

  #send(order: RemoteOrder): void {
    for (const frame of toFrames(order)) this.#line?.send(frame);
  }

  #enter(state: EngineState, problem?: EngineProblem): void {
    if (this.#state === state) return;
    this.#state = state;
    if (state === 'running') this.wasHere = true;
    if (state === 'disconnected') this.awaySince = this.#options.steady();
    this.#emit(problem ? { type: 'state', state, problem } : { type: 'state', state });
  }

  #emit(report: EngineReport): void {
    for (const listener of this.#listeners) listener(report);
  }
}

export const createRemoteEngine = (options: RemoteEngineOptions): RemoteEngine => new Remote(options);
