import { hostname } from 'node:os';
import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type PipelinePlan,
  type Tap,
} from '../port.ts';
import { createEmbeddedEngine } from '../supervisor.ts';
import type { Kept, Membership } from './kept.ts';
import { type FileOrder, KeptFiles } from './kept-files.ts';
import { Link } from './link.ts';
import type { RemoteNotice, RemoteOrder } from './messages.ts';
import { Retries } from './retries.ts';

/** So long what a pipeline had taken in is still delivered when the service no longer has it. */
const DRAIN_MS = 10_000;

export type AgentOptions = {
  kept: Kept;
  url: string;
  credential: string;
  token?: string | undefined;
  ca?: string | undefined;
  version: string;
  /** A line for whoever started it. */
  say: (line: string) => void;
  /** What the engine's processes write. */
  log: (line: string) => void;
};

type Reply = (notice: RemoteNotice) => void;
type Order<K extends RemoteOrder['kind']> = Extract<RemoteOrder, { kind: K }>;

const problemOf = (error: unknown): EngineProblem => {
  if (error instanceof EngineError) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return {
    errorName: 'RemoteEngineFailed',
    message: `The remote engine failed: ${message}`,
    causes: [message],
    resolutions: ['Look at what the remote engine wrote on its machine'],
  };
};

/**
 * A remote engine: an engine's process as the service keeps one for its own machine, which runs what was last
 * deployed whether the service is there or not, and the connection over which it takes orders and reports.
 */
export class Agent {
  readonly #options: AgentOptions;
  readonly #kept: Kept;
  readonly #files: KeptFiles;
  readonly #link: Link;
  readonly #deployments = new Map<number, AbortController>();
  readonly #taps = new Map<number, Tap>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #retries = new Retries();
  #engine: EnginePort | null = null;
  #isStopping = false;
  /** Which connection it is: calls are numbered anew by each. */
  #connection = 0;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#kept = options.kept;
    this.#files = new KeptFiles(options.kept.folder);
    this.#link = new Link({
      ...options,
      token: () => (this.#kept.membership() ? undefined : options.token),
      onOpen: () => this.#opened(),
      onOrder: (order) => void this.#obey(order),
      onLost: () => this.#lost(),
    });
  }

  /** Runs until it is stopped. @throws RefusedError once the service wants no more of it */
  async run(): Promise<void> {
    const membership = this.#kept.membership();
    if (membership) this.#begin(membership);
    await this.#link.run();
  }

  /** Takes nothing more in, delivers what memory buffers hold, keeps the last counters. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#retries.stop();
    await this.#engine?.stop();
    this.#link.stop();
  }

  #begin({ siteId, signIn, url }: Membership): void {
    if (this.#engine) return;
    const { kept, log } = this.#options;
    // Where people sign in, targets and files are held to what this machine's own settings allow.
    process.env.PENSTOCK_AUTH = signIn;
    process.env.PENSTOCK_DATA = kept.folder;
    const { port, protocol } = new URL(url);
    const apiPort = Number(port) || (protocol === 'https:' ? 443 : 80);
    this.#engine = createEmbeddedEngine({ dataFolder: kept.folder, siteId, apiPort, log });
    this.#engine.onReport((report) => this.#hear(report));
    // It rejects when the engine is ended before it ran, which is no failure.
    this.#engine.start().catch(() => undefined);
    const isArchive = ({ nodes }: PipelinePlan) => nodes.some((node) => node.isArchive);
    const plans = kept.plans();
    plans.sort((a, b) => Number(isArchive(b)) - Number(isArchive(a)));
    for (const { pipelineId } of plans) this.#restore(pipelineId);
  }

  /** Runs what was last deployed; what does not start is tried again until the service says otherwise. */
  #restore(pipelineId: string): void {
    const work = async () => {
      const plan = this.#kept.plan(pipelineId);
      if (!plan || this.#isStopping) return;
      try {
        await this.#engine?.deploy(this.#files.placed(plan));
        this.#retries.forget(pipelineId);
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.log(`'${plan.name}' does not start: ${problemOf(error).message}`);
        this.#restoreLater(pipelineId);
      }
    };
    void this.#inTurn(pipelineId, work);
  }

  readonly #restoreLater = (id: string): void => this.#retries.later(id, () => this.#restore(id));

  /** What concerns one pipeline happens in the order it came. */
  #inTurn(pipelineId: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(pipelineId) ?? Promise.resolve()).then(work, work);
    this.#turns.set(pipelineId, turn);
    return turn;
  }

  #opened(): void {
    const { version } = this.#options;
    this.#connection += 1;
    this.#link.send({
      kind: 'hello',
      version,
      host: hostname(),
      platform: `${process.platform} ${process.arch}`,
    });
    for (const report of this.#kept.outbox.counters()) this.#link.send({ kind: 'report', report });
    for (const { number, errors } of this.#kept.outbox.errors()) this.#tellErrors(number, errors);
  }

  #lost(): void {
    for (const tap of this.#taps.values()) tap.stop();
    this.#taps.clear();
    for (const carried of this.#deployments.values()) carried.abort();
    this.#deployments.clear();
    if (this.#engine && !this.#isStopping) this.#options.say('The connection was lost; the engine runs on');
  }

  #tellErrors(number: number, errors: Extract<EngineReport, { type: 'errors' }>['errors']): void {
    if (!this.#link.isOpen) return;
    this.#kept.outbox.told(number);
    this.#link.send({ kind: 'report', report: { type: 'errors', errors, number } });
  }

  #hear(report: EngineReport): void {
    const { outbox } = this.#kept;
    if (report.type === 'counters') {
      outbox.takeCounters(report);
      this.#link.send({ kind: 'report', report }, true);
    } else if (report.type === 'errors') {
      const { number, errors } = outbox.takeErrors(report.errors, Date.now());
      this.#tellErrors(number, errors);
    } else {
      if (report.type === 'pipeline.failed' && !this.#link.isOpen) this.#restoreLater(report.pipelineId);
      this.#link.send({ kind: 'report', report });
    }
  }

  async #obey(order: RemoteOrder): Promise<void> {
    switch (order.kind) {
      case 'welcome':
        return this.#welcome(order);
      case 'keep':
        for (const { pipelineId } of this.#kept.plans())
          if (!order.pipelineIds.includes(pipelineId)) void this.#remove(pipelineId, DRAIN_MS);
        return;
      case 'acknowledged':
        return this.#kept.outbox.acknowledge(order.boots, order.errors);
      case 'deploy':
        return this.#answer(order.call, (reply) => this.#deploy(order, reply));
      case 'deploy.cancel':
        return this.#deployments.get(order.call)?.abort();
      case 'remove':
        return this.#answer(order.call, () => this.#remove(order.pipelineId, order.drainMs));
      case 'tap':
        return this.#tap(order);
      case 'tap.stop':
        return this.#taps.get(order.tap)?.stop();
      case 'test':
        return this.#test(order);
      case 'file':
      case 'file.part':
        return this.#file(order);
    }
  }

  #welcome({ siteId, siteName, signIn }: Order<'welcome'>): void {
    const { url, credential, say } = this.#options;
    const isNew = !this.#kept.membership();
    const membership = { url, credential, siteId, siteName, signIn };
    this.#kept.join(membership);
    this.#begin(membership);
    say(isNew ? `Joined site '${siteName}' at ${url}` : `Connected to site '${siteName}' at ${url}`);
  }

  /** What is kept is what runs: also when this process ends in between. */
  #deploy({ call, plan, isForced }: Order<'deploy'>, reply: Reply): Promise<void> {
    const cancel = new AbortController();
    this.#deployments.set(call, cancel);
    const { pipelineId } = plan;
    const work = async () => {
      const former = this.#kept.plan(pipelineId);
      this.#kept.keepPlan(plan);
      try {
        await this.#running().deploy(this.#files.placed(plan), {
          isForced,
          signal: cancel.signal,
          onStep: (step) => reply({ kind: 'step', call, step }),
        });
        this.#retries.forget(pipelineId);
        await this.#files.sweep(this.#kept.plans());
      } catch (error) {
        if (former) this.#kept.keepPlan(former);
        else this.#kept.dropPlan(pipelineId);
        throw error;
      }
    };
    return this.#inTurn(pipelineId, work).finally(() => {
      if (this.#deployments.get(call) === cancel) this.#deployments.delete(call);
    });
  }

  #remove(pipelineId: string, drainMs: number): Promise<void> {
    return this.#inTurn(pipelineId, async () => {
      this.#retries.forget(pipelineId);
      this.#kept.dropPlan(pipelineId);
      await this.#running().remove(pipelineId, { drainMs });
      await this.#files.sweep(this.#kept.plans());
    });
  }

  #running(): EnginePort {
    if (!this.#engine) throw new Error('The engine does not run yet');
    return this.#engine;
  }

  /** Answers over the connection that asked; one that is new knows nothing of it. */
  #reply(): Reply {
    const asked = this.#connection;
    return (notice) => {
      if (asked === this.#connection) this.#link.send(notice);
    };
  }

  async #answer(call: number, work: (reply: Reply) => Promise<void>): Promise<void> {
    const reply = this.#reply();
    try {
      await work(reply);
      reply({ kind: 'done', call });
    } catch (error) {
      reply({ kind: 'done', call, problem: problemOf(error) });
    }
  }

  async #file(order: FileOrder): Promise<void> {
    const reply = this.#reply();
    reply(await this.#files.answer(order, problemOf));
  }

  #tap({ tap, request }: Order<'tap'>): void {
    const reply = this.#reply();
    const opened = this.#running().tap(
      request,
      (events) => reply({ kind: 'tap.events', tap, events }),
      (reason) => {
        if (this.#taps.get(tap) === opened) this.#taps.delete(tap);
        reply({ kind: 'tap.end', tap, reason });
      },
    );
    this.#taps.set(tap, opened);
  }

  async #test({ call, request }: Order<'test'>): Promise<void> {
    const reply = this.#reply();
    try {
      reply({ kind: 'tested', call, report: await this.#running().testConnection(request) });
    } catch (error) {
      reply({ kind: 'tested', call, problem: problemOf(error) });
    }
  }
}
