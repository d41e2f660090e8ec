import { hostname } from 'node:os';
import { getErrorMessage } from '../../contract/values.ts';
import { createEmbeddedEngine } from '../embedded-engine.ts';
import { archivesFirst, expectedOf } from '../start-order.ts';
import { backoffMs } from '../topology/backoff.ts';
import type { EnginePort } from '../types/engine.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import type { EngineReport } from '../types/report.ts';
import type { Tap } from '../types/tap.ts';
import { countWorkers } from '../workers/count-workers.ts';
import { AgentFiles, type FileOrder } from './agent-files.ts';
import type { AgentStore, Membership } from './agent-store.ts';
import { Link } from './link.ts';
import type { RemoteNotice, RemoteOrder } from './messages.ts';

class Retries {
  readonly #waiting = new Map<string, { attempt: number; timer: NodeJS.Timeout }>();

  later(id: string, work: () => void): void {
    const attempt = (this.#waiting.get(id)?.attempt ?? 1) + 1;
    this.forget(id);
    this.#waiting.set(id, { attempt, timer: setTimeout(work, backoffMs(attempt)) });
  }

  forget(id: string): void {
    clearTimeout(this.#waiting.get(id)?.timer);
    this.#waiting.delete(id);
  }

  stop(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }
}

const DRAIN_MS = 10_000;

export type AgentOptions = {
  store: AgentStore;
  url: string;
  credential: string;
  token?: string | undefined;
  ca?: string | undefined;
  version: string;
  print: (line: string) => void;
  log: (line: string) => void;
};

type Reply = (notice: RemoteNotice) => void;
type Order<K extends RemoteOrder['kind']> = Extract<RemoteOrder, { kind: K }>;

const toProblem = (error: unknown): EngineProblem => {
  if (error instanceof EngineError) return error.problem;
  const message = getErrorMessage(error);
  return {
    errorName: 'RemoteEngineFailed',
    message: `The remote engine failed: ${message}`,
    causes: [message],
    resolutions: ['See the log of the remote engine on its machine'],
  };
};

/**
 * A remote engine: runs the last deployed plans with or without the service, takes orders and reports over
 * one connection.
 */
export class Agent {
  readonly #options: AgentOptions;
  readonly #store: AgentStore;
  readonly #files: AgentFiles;
  readonly #link: Link;
  readonly #deployments = new Map<number, AbortController>();
  readonly #taps = new Map<number, Tap>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #retries = new Retries();
  #engine: EnginePort | null = null;
  #isStopping = false;
  #connection = 0;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#files = new AgentFiles(options.store.folder);
    this.#link = new Link({
      ...options,
      token: () => (this.#store.membership() ? undefined : options.token),
      onOpen: () => this.#opened(),
      onOrder: (order) => void this.#handleOrder(order),
      onLost: () => this.#lost(),
    });
  }

  /** @throws RefusedError when refused for good */
  async run(): Promise<void> {
    const membership = this.#store.membership();
    if (membership) this.#begin(membership);
    await this.#link.run();
  }

  /** Stops intake, drains memory buffers, stores the last counters. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#retries.stop();
    await this.#engine?.stop();
    this.#link.stop();
  }

  #begin({ siteId, signIn, url }: Membership): void {
    if (this.#engine) return;
    const { store, log } = this.#options;
    // With sign-in, this machine's settings restrict targets and files.
    process.env.PENSTOCK_AUTH = signIn;
    process.env.PENSTOCK_DATA = store.folder;
    const { port, protocol } = new URL(url);
    const apiPort = Number(port) || (protocol === 'https:' ? 443 : 80);
    const workers = countWorkers(process.env.PENSTOCK_WORKERS);
    this.#engine = createEmbeddedEngine({ dataFolder: store.folder, siteId, apiPort, log, workers });
    this.#engine.onReport((report) => this.#handleReport(report));
    // Rejects when stopped before it ran, which is no failure.
    this.#engine.start().catch(() => undefined);
    const plans = archivesFirst(store.plans());
    this.#engine.expect(expectedOf(plans));
    for (const { pipelineId } of plans) this.#restore(pipelineId);
  }

  /** Runs the last plan; retries until the service says otherwise. */
  #restore(pipelineId: string): void {
    const work = async () => {
      const plan = this.#store.plan(pipelineId);
      if (!plan || this.#isStopping) return;
      try {
        await this.#engine?.deploy(this.#files.placed(plan));
        this.#retries.forget(pipelineId);
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.log(`'${plan.name}' does not start: ${toProblem(error).message}`);
        this.#restoreLater(pipelineId);
      }
    };
    void this.#inTurn(pipelineId, work);
  }

  readonly #restoreLater = (id: string): void => this.#retries.later(id, () => this.#restore(id));

  /** Orders of one pipeline run in sequence. */
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
    for (const report of this.#store.outbox.counters()) this.#link.send({ kind: 'report', report });
    for (const { number, errors } of this.#store.outbox.errors()) this.#sendErrors(number, errors);
  }

  #lost(): void {
    for (const tap of this.#taps.values()) tap.stop();
    this.#taps.clear();
    for (const carried of this.#deployments.values()) carried.abort();
    this.#deployments.clear();
    if (this.#engine && !this.#isStopping)
      this.#options.print('The connection was lost; the engine keeps running');
  }

  #sendErrors(number: number, errors: Extract<EngineReport, { type: 'errors' }>['errors']): void {
    if (!this.#link.isOpen) return;
    this.#store.outbox.markErrorsSent(number);
    this.#link.send({ kind: 'report', report: { type: 'errors', errors, number } });
  }

  #handleReport(report: EngineReport): void {
    const { outbox } = this.#store;
    if (report.type === 'counters') {
      outbox.takeCounters(report);
      this.#link.send({ kind: 'report', report }, true);
    } else if (report.type === 'errors') {
      const { number, errors } = outbox.takeErrors(report.errors, Date.now());
      this.#sendErrors(number, errors);
    } else {
      if (report.type === 'pipeline.failed' && !this.#link.isOpen) this.#restoreLater(report.pipelineId);
      this.#link.send({ kind: 'report', report });
    }
  }

  async #handleOrder(order: RemoteOrder): Promise<void> {
    switch (order.kind) {
      case 'welcome':
        return this.#welcome(order);
      case 'keep':
        for (const { pipelineId } of this.#store.plans())
          if (!order.pipelineIds.includes(pipelineId)) void this.#remove(pipelineId, DRAIN_MS);
        return;
      case 'acknowledged':
        return this.#store.outbox.acknowledge(order.boots, order.errors);
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
      case 'letters':
        return this.#letters(order);
      case 'file':
      case 'file.part':
        return this.#file(order);
    }
  }

  #welcome({ siteId, siteName, signIn }: Order<'welcome'>): void {
    const { url, credential, print } = this.#options;
    const isNew = !this.#store.membership();
    const membership = { url, credential, siteId, siteName, signIn };
    this.#store.join(membership);
    this.#begin(membership);
    print(isNew ? `Joined site '${siteName}' at ${url}` : `Connected to site '${siteName}' at ${url}`);
  }

  /** The stored plan is the running plan, even after a crash in between. */
  #deploy({ call, plan, isForced }: Order<'deploy'>, reply: Reply): Promise<void> {
    const cancel = new AbortController();
    this.#deployments.set(call, cancel);
    const { pipelineId } = plan;
    const work = async () => {
      const previous = this.#store.plan(pipelineId);
      this.#store.keepPlan(plan);
      try {
        await this.#running().deploy(this.#files.placed(plan), {
          isForced,
          signal: cancel.signal,
          onStep: (step) => reply({ kind: 'step', call, step }),
        });
        this.#retries.forget(pipelineId);
        await this.#files.sweep(this.#store.plans());
      } catch (error) {
        if (previous) this.#store.keepPlan(previous);
        else this.#store.dropPlan(pipelineId);
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
      this.#store.dropPlan(pipelineId);
      await this.#running().remove(pipelineId, { drainMs });
      await this.#files.sweep(this.#store.plans());
    });
  }

  #running(): EnginePort {
    if (!this.#engine) throw new Error('The engine does not run yet');
    return this.#engine;
  }

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
      reply({ kind: 'done', call, problem: toProblem(error) });
    }
  }

  async #file(order: FileOrder): Promise<void> {
    const reply = this.#reply();
    reply(await this.#files.answer(order, toProblem));
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

  async #letters({ call, request }: Order<'letters'>): Promise<void> {
    const reply = this.#reply();
    try {
      reply({ kind: 'letters', call, answer: await this.#running().deadLetters(request) });
    } catch (error) {
      reply({ kind: 'letters', call, problem: toProblem(error) });
    }
  }

  async #test({ call, request }: Order<'test'>): Promise<void> {
    const reply = this.#reply();
    try {
      reply({ kind: 'tested', call, report: await this.#running().testConnection(request) });
    } catch (error) {
      reply({ kind: 'tested', call, problem: toProblem(error) });
    }
  }
}
