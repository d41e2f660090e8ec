/** A process of many agents: they speak OpAMP over WebSockets, and wait and come back as the supervisor does. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import {
  CAN,
  decodeAnswer,
  describeAgent,
  effectiveOf,
  encodeMessage,
  healthy,
  MANAGED,
  makeUid,
  readOffer,
  type ServerMessage,
  STATE,
} from '../harness/opamp.ts';
import { type LogsState, logsState, OwnLog } from './fleet-logs.ts';

export type AgentsOrder = {
  /** Of each service; agents are divided between them, and go to the next when theirs is away. */
  urls: readonly string[];
  token: string;
  count: number;
  heartbeatMs: number;
  /** They can report their own log. */
  log?: boolean;
};
/** From now on each agent logs a warning so often; 0 ends that. */
export type LogOrder = { logEveryMs: number };
/** How many agents cut their connection, and how often; 0 stops it. */
export type FlapOrder = { flapEveryMs: number; flapCount: number };
/** Of one service. */
export type ServiceState = {
  /** Greeted, and not closed since. */
  connected: number;
  /** Sockets that the service did not open, and those it closed. */
  refused: number;
  closed: number;
  /** Milliseconds from a message to its answer, since the last look. */
  answers: number[];
  messages: number;
};
export type AgentsState = {
  services: ServiceState[];
  /** Agents whose newest configuration is this one, and that failed it. */
  applied: Record<string, number>;
  failed: Record<string, number>;
  logs: LogsState;
};

/** What ends a Collector that gets it. */
export const BROKEN = 'endpoint: 127.0.0.1:80';
const EXITED = 'Agent exited unexpectedly with exit code 1';
/** The supervisor's first wait; each is up to half longer or shorter, and the next is 1.5 times as long. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const COMPONENTS = ['otlp', 'filelog', 'syslog', 'hostmetrics', 'kafka', 'tcplog', 'udplog', 'journald'];
const CONFIG = `receivers:\n${COMPONENTS.map((name) => `  ${name}:\n    endpoint: 127.0.0.1:4317\n`).join('')}`;
const components = Object.fromEntries(COMPONENTS.map((name) => [name, { subComponentMap: {} }]));

const services: ServiceState[] = [];
const applied: Record<string, number> = {};
const failed: Record<string, number> = {};
const agents: Agent[] = [];
let order: AgentsOrder;

class Agent {
  readonly #number: number;
  readonly #uid: Uint8Array;
  readonly #log: OwnLog;
  #place: number;
  #sequence = 0n;
  #wait = FIRST_WAIT_MS;
  #isGreeted = false;
  #hash: Uint8Array = new Uint8Array();
  #state: number = STATE.UNSET;
  #asked: number[] = [];
  #beat: NodeJS.Timeout | undefined;
  #socket: WebSocket | undefined;
  #flap: NodeJS.Timeout | undefined;

  constructor(number: number) {
    this.#number = number;
    this.#uid = makeUid(number);
    this.#place = number % order.urls.length;
    this.#log = new OwnLog(number);
  }

  logEvery(ms: number): void {
    this.#log.logEvery(ms);
  }

  flapEvery(ms: number): void {
    clearInterval(this.#flap);
    if (ms > 0) this.#flap = setInterval(() => this.#socket?.terminate(), ms * (0.5 + Math.random()));
  }

  get #service(): ServiceState {
    return services[this.#place]!;
  }

  connect(): void {
    const headers = { authorization: `Bearer ${order.token}` };
    const socket = new WebSocket(order.urls[this.#place]!, { headers, perMessageDeflate: false });
    this.#socket = socket;
    let retryMs = 0;
    let isRefused = false;
    socket.on('unexpected-response', (_request, response) => {
      isRefused = true;
      this.#service.refused += 1;
      retryMs = Number(response.headers['retry-after'] ?? 0) * 1000;
      socket.terminate();
    });
    socket.on('error', () => undefined);
    socket.on('open', () => {
      this.#wait = FIRST_WAIT_MS;
      this.#hello(socket);
    });
    socket.on('message', (data: Buffer) => this.#hear(socket, decodeAnswer(data.subarray(1))));
    socket.on('close', () => {
      clearInterval(this.#beat);
      this.#asked = [];
      if (this.#isGreeted) {
        this.#service.connected -= 1;
        this.#service.closed += 1;
      }
      this.#isGreeted = false;
      // Whatever spreads connections goes round a service that is away.
      if (!isRefused) this.#place = (this.#place + 1) % order.urls.length;
      const wait = this.#wait * (0.5 + Math.random());
      this.#wait = Math.min(this.#wait * 1.5, LONGEST_WAIT_MS);
      void sleep(Math.max(wait, retryMs)).then(() => this.connect());
    });
  }

  #send(socket: WebSocket, message: object): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    this.#sequence += 1n;
    this.#service.messages += 1;
    this.#asked.push(performance.now());
    const capabilities = MANAGED | CAN.components | (order.log ? CAN.ownLogs : 0n);
    const bytes = encodeMessage({
      ...{ instanceUid: this.#uid, sequenceNum: this.#sequence, capabilities },
      ...message,
    });
    socket.send(Buffer.concat([Buffer.of(0), bytes]));
  }

  #status(status: number, errorMessage = '') {
    return { remoteConfigStatus: { lastRemoteConfigHash: this.#hash, status, errorMessage } };
  }

  #hello(socket: WebSocket): void {
    this.#send(socket, {
      agentDescription: describeAgent(`host-${this.#number}`),
      health: healthy,
      effectiveConfig: effectiveOf(CONFIG),
      availableComponents: {
        components: { receivers: { subComponentMap: components } },
        hash: createHash('sha256').update(CONFIG).digest(),
      },
      ...(this.#state === STATE.UNSET ? {} : this.#status(this.#state)),
    });
  }

  #hear(socket: WebSocket, message: ServerMessage): void {
    const asked = this.#asked.shift();
    if (asked !== undefined) this.#service.answers.push(performance.now() - asked);
    if (message.errorResponse) return;
    if (!this.#isGreeted) {
      this.#isGreeted = true;
      this.#service.connected += 1;
      this.#beat = setInterval(() => this.#send(socket, {}), order.heartbeatMs * (0.9 + Math.random() * 0.2));
    }
    this.#log.offered(message);
    if (message.flags & 1n) this.#hello(socket);
    if (message.remoteConfig) void this.#apply(socket, message, message.remoteConfig.configHash);
  }

  /** A Collector that ends logs why before its supervisor sees that it ended. */
  async #apply(socket: WebSocket, offer: ServerMessage, hash: Uint8Array): Promise<void> {
    this.#hash = hash;
    const name = Buffer.from(hash).toString();
    const isBroken = readOffer(offer)?.includes(BROKEN);
    this.#send(socket, this.#status(STATE.APPLYING));
    await sleep(1000 + Math.random() * 2000);
    this.#state = isBroken ? STATE.FAILED : STATE.APPLIED;
    if (isBroken) {
      await this.#log.fail();
      this.#send(socket, this.#status(STATE.FAILED, EXITED));
      failed[name] = (failed[name] ?? 0) + 1;
    } else {
      this.#send(socket, { ...this.#status(STATE.APPLIED), effectiveConfig: effectiveOf(CONFIG) });
      applied[name] = (applied[name] ?? 0) + 1;
    }
  }
}

function begin(given: AgentsOrder): void {
  order = given;
  for (const _url of order.urls)
    services.push({ connected: 0, refused: 0, closed: 0, answers: [], messages: 0 });
  for (let number = 1; number <= order.count; number += 1) agents.push(new Agent(number));
  for (const agent of agents) agent.connect();
}

process.on('message', (message: AgentsOrder | LogOrder | FlapOrder | 'look') => {
  if (message === 'look') {
    process.send?.({ services, applied, failed, logs: logsState } satisfies AgentsState);
    for (const service of services) service.answers = [];
    logsState.answers = [];
  } else if ('logEveryMs' in message) for (const agent of agents) agent.logEvery(message.logEveryMs);
  else if ('flapEveryMs' in message)
    for (const agent of agents.slice(0, message.flapCount)) agent.flapEvery(message.flapEveryMs);
  else begin(message);
});
process.on('disconnect', () => process.exit(0));
