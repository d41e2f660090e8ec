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
  type ServerMessage,
  STATE,
} from '../harness/opamp.ts';

export type AgentsOrder = { url: string; token: string; count: number; heartbeatMs: number };
export type AgentsState = {
  /** Greeted, and not closed since. */
  connected: number;
  /** Sockets that the service did not open, and those it closed. */
  refused: number;
  closed: number;
  /** Agents whose newest configuration is this one. */
  applied: Record<string, number>;
  /** Milliseconds from a message to its answer, since the last look. */
  answers: number[];
  messages: number;
};

/** The supervisor's first wait; each is up to half longer or shorter, and the next is 1.5 times as long. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const COMPONENTS = ['otlp', 'filelog', 'syslog', 'hostmetrics', 'kafka', 'tcplog', 'udplog', 'journald'];
const CONFIG = `receivers:\n${COMPONENTS.map((name) => `  ${name}:\n    endpoint: 127.0.0.1:4317\n`).join('')}`;
const components = Object.fromEntries(COMPONENTS.map((name) => [name, { subComponentMap: {} }]));

const state: AgentsState = { connected: 0, refused: 0, closed: 0, applied: {}, answers: [], messages: 0 };
let order: AgentsOrder;

class Agent {
  readonly #number: number;
  readonly #uid: Uint8Array;
  #sequence = 0n;
  #wait = FIRST_WAIT_MS;
  #isGreeted = false;
  #hash: Uint8Array = new Uint8Array();
  #asked: number[] = [];
  #beat: NodeJS.Timeout | undefined;

  constructor(number: number) {
    this.#number = number;
    this.#uid = makeUid(number);
  }

  connect(): void {
    const headers = { authorization: `Bearer ${order.token}` };
    const socket = new WebSocket(order.url, { headers, perMessageDeflate: false });
    let retryMs = 0;
    socket.on('unexpected-response', (_request, response) => {
      state.refused += 1;
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
        state.connected -= 1;
        state.closed += 1;
      }
      this.#isGreeted = false;
      const wait = this.#wait * (0.5 + Math.random());
      this.#wait = Math.min(this.#wait * 1.5, LONGEST_WAIT_MS);
      void sleep(Math.max(wait, retryMs)).then(() => this.connect());
    });
  }

  #send(socket: WebSocket, message: object): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    this.#sequence += 1n;
    state.messages += 1;
    this.#asked.push(performance.now());
    const capabilities = MANAGED | CAN.components;
    const bytes = encodeMessage({
      ...{ instanceUid: this.#uid, sequenceNum: this.#sequence, capabilities },
      ...message,
    });
    socket.send(Buffer.concat([Buffer.of(0), bytes]));
  }

  #status(status: number) {
    return { remoteConfigStatus: { lastRemoteConfigHash: this.#hash, status } };
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
      ...(this.#hash.length > 0 ? this.#status(STATE.APPLIED) : {}),
    });
  }

  #hear(socket: WebSocket, message: ServerMessage): void {
    const asked = this.#asked.shift();
    if (asked !== undefined) state.answers.push(performance.now() - asked);
    if (message.errorResponse) return;
    if (!this.#isGreeted) {
      this.#isGreeted = true;
      state.connected += 1;
      this.#beat = setInterval(() => this.#send(socket, {}), order.heartbeatMs * (0.9 + Math.random() * 0.2));
    }
    if (message.flags & 1n) this.#hello(socket);
    if (!message.remoteConfig) return;
    this.#hash = message.remoteConfig.configHash;
    const name = Buffer.from(this.#hash).toString();
    this.#send(socket, this.#status(STATE.APPLYING));
    void sleep(1000 + Math.random() * 2000).then(() => {
      this.#send(socket, { ...this.#status(STATE.APPLIED), effectiveConfig: effectiveOf(CONFIG) });
      state.applied[name] = (state.applied[name] ?? 0) + 1;
    });
  }
}

process.on('message', (message: AgentsOrder | 'look') => {
  if (message === 'look') {
    process.send?.(state);
    state.answers = [];
    return;
  }
  order = message;
  for (let number = 1; number <= order.count; number += 1) new Agent(number).connect();
});
process.on('disconnect', () => process.exit(0));
