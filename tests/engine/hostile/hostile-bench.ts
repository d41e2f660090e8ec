import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { inputMemory } from '../../../src/engine/components/shared/inbound/budget.ts';
import { freePort } from '../../../src/engine/components/testing/free-port.ts';
import { createEmbeddedEngine, type EngineReport } from '../../../src/engine/port.ts';
import { cpuOf, memoryOf } from '../../../src/engine/runtime/usage.ts';
import { PIPELINE, planOf, SITE, sink, source } from '../harness/plans.ts';

export const MIB = 1 << 20;
/** Small, so that attacks beyond it are cheap. */
const BUDGET_MIB = 64;
/** As it is where nothing is set. */
export const DEFAULT_BUDGET = inputMemory({});
const CALM = '300000000000000009';
const LOOK_MS = 10;
const CALM_MS = 25;
const IDLE_MS = 100;
const WORK_ENDS_MS = 20_000;

const DOWN = sink(
  'down',
  { url: 'http://127.0.0.1:9/', buffer: { mode: 'memory', maxBytes: MIB, whenFull: 'block' } },
  'http',
);

const PORTS = [
  'http',
  'hec',
  'otlp',
  'grpc',
  'tcp',
  'syslog',
  'relp',
  'fluent',
  'beats',
  'udp',
  'calm',
] as const;
export type Ports = Record<(typeof PORTS)[number], number>;
export type Answer = { status: number; text: string; retryAfter: string | null };

/** An engine in a process of its own with every network source, and a pipeline beside them that nobody attacks. */
export class HostileBench {
  readonly ports = Object.fromEntries(PORTS.map((name) => [name, 0])) as Ports;
  readonly reports: EngineReport[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'penstock-hostile-'));
  readonly #engine;
  readonly budget: number;
  #added = 0;
  readonly #sockets = new Set<{ destroy(): void }>();

  /** @param budget bytes, a small one unless named */
  constructor(budget = BUDGET_MIB * MIB) {
    this.budget = budget;
    process.env.PENSTOCK_INPUT_MEMORY = budget === DEFAULT_BUDGET ? '' : String(budget / MIB);
    this.#engine = createEmbeddedEngine({ dataFolder: this.#folder, siteId: SITE });
    this.#engine.onReport((report) => this.reports.push(report));
  }

  get pid(): number {
    return this.#engine.pid ?? 0;
  }

  get errorNames(): Set<string> {
    const errors = this.reports.flatMap((report) => (report.type === 'errors' ? report.errors : []));
    return new Set(errors.map(({ errorName }) => errorName));
  }

  /**
   * @param config of sources, by their names
   * @param full the source whose destination is down, with 1 MiB of buffer
   */
  async start(config: Record<string, Record<string, unknown>> = {}, full?: keyof Ports): Promise<void> {
    await this.#engine.start();
    const { ports } = this;
    for (const name of PORTS) ports[name] = await freePort();
    const sources = [
      source('http', 'http_server', { port: ports.http, ...config.http }),
      source('hec', 'splunk_hec', { port: ports.hec, ...config.hec }),
      source('otlp', 'otlp', { httpPort: ports.otlp, grpcPort: ports.grpc, ...config.otlp }),
      source('tcp', 'tcp', { port: ports.tcp, ...config.tcp }),
      source('syslog', 'syslog', { port: ports.syslog, transport: 'tcp', ...config.syslog }),
      source('relp', 'relp', { port: ports.relp, ...config.relp }),
      source('fluent', 'fluent', { port: ports.fluent, ...config.fluent }),
      source('beats', 'beats', { port: ports.beats, ...config.beats }),
      source('udp', 'udp', { port: ports.udp, ...config.udp }),
    ];
    for (const [i, one] of sources.entries()) {
      const nodes = [one, one.id === full ? DOWN : sink(`out-${one.id}`, {}, 'blackhole')];
      await this.#engine.deploy(
        planOf(nodes, [`${one.id}>${nodes[1]?.id}`], { pipelineId: `${PIPELINE}${i}` }),
      );
    }
    const nodes = [source('calm', 'http_server', { port: ports.calm }), sink('out', {}, 'blackhole')];
    await this.#engine.deploy(planOf(nodes, ['calm>out'], { pipelineId: CALM }));
  }

  /** Runs a source beside the others, which reads by itself; the returned function ends it. */
  async run(templateId: string, config: Record<string, unknown>): Promise<() => Promise<void>> {
    const id = `read-${this.#added++}`;
    const pipelineId = `${PIPELINE}${id}`;
    const nodes = [source(id, templateId, config), sink(`out-${id}`, {}, 'blackhole')];
    await this.#engine.deploy(planOf(nodes, [`${id}>out-${id}`], { pipelineId }));
    return () => this.#engine.remove(pipelineId, { drainMs: 0 });
  }

  async end(): Promise<void> {
    this.closeSockets();
    await this.#engine.stop();
    rmSync(this.#folder, { recursive: true, force: true });
    delete process.env.PENSTOCK_INPUT_MEMORY;
  }

  closeSockets(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  /** Runs an attack, and watches memory and the other pipeline meanwhile. */
  async attack<T>(
    run: () => Promise<T>,
  ): Promise<{ result: T; before: number; most: number; slowestMs: number; cpuMs: number }> {
    const { pid } = this;
    await this.#workEnded();
    const before = memoryOf(pid);
    let most = before;
    // The main thread alone: those that collect garbage wait for processors by turning round.
    const cpu = cpuOf(pid, pid);
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(pid));
    }, LOOK_MS);
    const calm = this.#keepCalm();
    try {
      const result = await run();
      const slowestMs = await calm();
      return { result, before, most, slowestMs, cpuMs: cpuOf(pid, pid) - cpu };
    } finally {
      clearInterval(look);
      this.closeSockets();
      await calm();
    }
  }

  /** What the attack before still makes of the engine is not charged to the next. */
  async #workEnded(): Promise<void> {
    const end = performance.now() + WORK_ENDS_MS;
    for (let from = cpuOf(this.pid); performance.now() < end; from = cpuOf(this.pid)) {
      await delay(IDLE_MS);
      if (cpuOf(this.pid) - from <= IDLE_MS / 10) return;
    }
  }

  /** Sends to the other pipeline all the time. The returned function says how long its slowest answer took. */
  #keepCalm(): () => Promise<number> {
    let isRunning = true;
    let slowest = 0;
    const sending = (async () => {
      do {
        const from = performance.now();
        const { status } = await this.post('calm', '/', '{"calm":true}');
        if (status !== 200) throw new Error(`The pipeline beside it got ${status}`);
        slowest = Math.max(slowest, performance.now() - from);
        await delay(CALM_MS);
      } while (isRunning);
    })();
    sending.catch(() => {});
    return async () => {
      isRunning = false;
      await sending;
      return slowest;
    };
  }

  async post(
    to: keyof Ports,
    path: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sent = typeof body === 'string' ? body : new Uint8Array(body);
    const address = `http://127.0.0.1:${this.ports[to]}${path}`;
    const response = await fetch(address, { method: 'POST', body: sent, headers });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter };
  }

  /** A connection that is open until the attack ends. Resolves once it is, or was refused. */
  async open(to: keyof Ports): Promise<Socket> {
    const socket = connect({ port: this.ports[to], host: '127.0.0.1', allowHalfOpen: true });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve);
      socket.once('close', () => resolve());
    });
    return socket;
  }

  /** The same with TLS, once the handshake is made. */
  async openSecure(to: keyof Ports): Promise<Socket> {
    const socket = connectTls({ port: this.ports[to], host: '127.0.0.1', rejectUnauthorized: false });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    await new Promise<void>((resolve) => {
      socket.once('secureConnect', resolve);
      socket.once('close', () => resolve());
    });
    return socket;
  }

  openHttp2(scheme = 'http'): ClientHttp2Session {
    const options = { maxSessionMemory: 1000, rejectUnauthorized: false };
    const session = connectHttp2(`${scheme}://127.0.0.1:${this.ports.grpc}`, options);
    this.#sockets.add(session);
    session.on('error', () => {});
    return session;
  }
}

/** Resolves once all is handed to the system, or the connection is gone. */
export const write = (socket: Socket, bytes: string | Buffer): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('close', done);
      resolve();
    };
    socket.once('close', done);
    socket.write(bytes, done);
  });

/** All that a peer says until it says `end`, or closes. */
export const readUntil = (socket: Socket, end: string): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (text.includes(end)) resolve(text);
    });
    socket.once('close', () => resolve(text));
    socket.once('end', () => resolve(text));
  });
