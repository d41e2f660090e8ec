import { REMOTE_BOOT } from '../../contract/limits.ts';
import {
  type ConnectionTestReport,
  type ConnectionTestRequest,
  type DeployOptions,
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
  type PipelinePlan,
  type PreviewReport,
  type PreviewRequest,
  type Tap,
  type TapEvent,
  type TapRequest,
} from '../port.ts';
import type { Previews } from '../preview/previews.ts';
import { Calls } from '../runtime/calls.ts';
import { FrameReader, toFrames } from './frames.ts';
import type { RemoteNotice, RemoteOrder } from './messages.ts';
import { ownReport, pipelinesIn, readNotice } from './notices.ts';
import { connectionLost, filesNotThere, notConnected, notJoined } from './problems.ts';

/** So often the engine is told what is stored for good. */
const ACKNOWLEDGE_MS = 2000;

/** A connection of an engine, as the port needs it. */
export type RemoteLine = { send(frame: Buffer): void; close(code: number, reason: string): void };

/** What an engine says of itself. */
export type RemoteFacts = { version: string; host: string; platform: string };

export type RemoteEngineOptions = {
  siteId: string;
  siteName: () => Promise<string>;
  signIn: () => Promise<string>;
  isJoined: () => boolean;
  now: () => number;
  previews: Previews;
  log: (line: string) => void;
  /** Pipelines and archives of the site: an engine tells of no others. */
  ownPipelines: () => Promise<ReadonlySet<string>>;
  /** What may run on the site. */
  runnable: () => Promise<string[]>;
  /** Resolves once what was reported is stored for good, with the number of the last errors stored. */
  stored: () => Promise<number>;
  /** Told what the engine says of itself, once for each connection, when it takes orders. */
  onConnected: (facts: RemoteFacts) => Promise<void>;
};

type OpenTap = { onEvents(events: TapEvent[]): void; onEnd(reason: string): void };
type Test = PromiseWithResolvers<ConnectionTestReport>;

/** The port to an engine on another machine, which connects to this service. It outlives its connections. */
export type RemoteEngine = EnginePort & {
  /** A new connection: it takes the place of the one before. Answers what to do with it. */
  attach(line: RemoteLine): { receive(frame: Buffer): Promise<void>; closed(): void };
  /** Ends the connection for that reason. */
  detach(code: number, reason: string): void;
};

class Remote implements RemoteEngine {
  readonly #options: RemoteEngineOptions;
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #taps = new Map<number, OpenTap>();
  readonly #tests = new Map<number, Test>();
  #calls = new Calls();
  #state: EngineState = 'stopped';
  /** Connected, and it takes orders. */
  #isReady = false;
  #line: RemoteLine | null = null;
  /** What was heard and not yet acknowledged. */
  #heard: Record<string, number> = {};
  #heardErrors = false;
  #own: ReadonlySet<string> = new Set();
  #next = 1;

  constructor(options: RemoteEngineOptions) {
    this.#options = options;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** It waits for no engine: one may connect at any time. */
  async start(): Promise<void> {
    if (this.#state === 'stopped') this.#enter('disconnected');
  }

  async stop(): Promise<void> {
    this.detach(1001, 'The site is not served now');
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
      this.#options.log(`a remote engine said what is not understood: ${error}`);
      line.close(1008, 'This message is not understood');
    };
    return {
      receive: (frame: Buffer) => {
        turn = turn.then(async () => {
          if (this.#line !== line) return;
          const message = reader.take(frame);
          if (message !== undefined) await this.#hear(line, readNotice(message));
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

  async deploy(plan: PipelinePlan, { isForced = false, signal, onStep }: DeployOptions = {}): Promise<void> {
    for (const { id, files } of plan.nodes) {
      const [file] = Object.values(files ?? {});
      if (file && plan.metaInfo[id]?.disabled !== true) throw new EngineError(filesNotThere(id, file.name));
    }
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
    // Whatever runs without having joined is not ours to end.
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
    const call = this.#next++;
    const test: Test = Promise.withResolvers();
    this.#tests.set(call, test);
    this.#send({ kind: 'test', call, request });
    return test.promise;
  }

  onReport(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

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

  async #hear(line: RemoteLine, notice: RemoteNotice): Promise<void> {
    switch (notice.kind) {
      case 'hello': {
        const pipelineIds = await this.#options.runnable();
        if (this.#line !== line || this.#state === 'stopped') return;
        // Before anybody can deploy: what is made from now on is not on the list.
        this.#send({ kind: 'keep', pipelineIds });
        this.#isReady = true;
        this.#enter('running');
        const { version, host, platform } = notice;
        // Not waited for: it gives orders, and their answers come after this notice.
        this.#options
          .onConnected({ version, host, platform })
          .catch((error: unknown) => this.#options.log(`giving the engine what should run failed: ${error}`));
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
      case 'tested': {
        const test = this.#tests.get(notice.call);
        this.#tests.delete(notice.call);
        if (notice.report) test?.resolve(notice.report);
        else if (notice.problem) test?.reject(new EngineError(notice.problem));
        return;
      }
    }
  }

  async #report(told: EngineReport): Promise<void> {
    if (told.type === 'state') {
      if (told.state === 'running' || told.state === 'restarting') this.#enter(told.state, told.problem);
      return;
    }
    if (pipelinesIn(told).some((id) => !this.#own.has(id))) this.#own = await this.#options.ownPipelines();
    const report = ownReport(told, (id) => this.#own.has(id), this.#options.now());
    if (!report) return;
    if (report.type === 'errors') this.#heardErrors = true;
    if (report.type !== 'counters') return this.#tell(report);
    const { bootId, sequence } = report;
    this.#tell({ ...report, bootId: `${REMOTE_BOOT}${this.#options.siteId}/${bootId}` });
    this.#heard[bootId] = Math.max(sequence, this.#heard[bootId] ?? 0);
  }

  async #acknowledge(line: RemoteLine): Promise<void> {
    const boots = this.#heard;
    const hasErrors = this.#heardErrors;
    if (this.#line !== line || (Object.keys(boots).length === 0 && !hasErrors)) return;
    this.#heard = {};
    this.#heardErrors = false;
    try {
      const errors = await this.#options.stored();
      if (this.#line === line) this.#send({ kind: 'acknowledged', boots, errors });
    } catch (error) {
      // They are acknowledged with those that follow.
      this.#heard = { ...boots, ...this.#heard };
      this.#heardErrors ||= hasErrors;
      this.#options.log(`storing what a remote engine reported failed: ${error}`);
    }
  }

  #lost(): void {
    this.#line = null;
    this.#heard = {};
    this.#heardErrors = false;
    this.#isReady = false;
    if (this.#state !== 'stopped') this.#enter('disconnected');
    const calls = this.#calls;
    this.#calls = new Calls();
    const tests = [...this.#tests.values()];
    this.#tests.clear();
    for (const tap of [...this.#taps.keys()])
      this.#endTap(tap, 'The connection to the remote engine was lost');
    const fail = (siteName: string) => {
      calls.failAll(connectionLost(siteName));
      for (const test of tests) test.reject(new EngineError(connectionLost(siteName)));
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
    this.#tell(problem ? { type: 'state', state, problem } : { type: 'state', state });
  }

  #tell(report: EngineReport): void {
    for (const listener of this.#listeners) listener(report);
  }
}

/** The port to the remote engine of a site, not connected yet. */
export const createRemoteEngine = (options: RemoteEngineOptions): RemoteEngine => new Remote(options);
