import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const AGAIN_MS = 20;
const ANSWER_MS = 60_000;

type Interval = { readonly from: number; readonly to: number };
type Pace = { perSecond: number; perRequest: number; connections: number };

/** Posts numbered events at an even pace, each until acknowledged, and catches up when late. */
export class PacedSender {
  readonly acknowledged: string[] = [];
  /** Connections that carried an answer. */
  readonly connections = new Set<Socket>();
  /** Requests resent after a refusal or disconnect. */
  again = 0;
  readonly #port: number;
  readonly #agent: Agent;
  readonly #answers: number[] = [];
  readonly #startedAt = performance.now();
  readonly #work: Promise<unknown>;
  readonly #pace: Pace;
  #next = 0;
  #isStopped = false;

  constructor(port: number, pace: Pace) {
    this.#port = port;
    this.#pace = pace;
    this.#agent = new Agent({ keepAlive: true, maxSockets: pace.connections });
    this.#work = Promise.all(Array.from({ length: pace.connections }, () => this.#send()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
    this.#agent.destroy();
  }

  /** Longest time in ms without an acknowledgment, outside these intervals. */
  longestGap(except: readonly Interval[] = []): number {
    const gaps = this.#answers.slice(1).map((to, i) => {
      const from = this.#answers[i]!;
      const without = except.map((one) => Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)));
      return to - from - without.reduce((sum, ms) => sum + ms, 0);
    });
    return Math.round(Math.max(0, ...gaps));
  }

  async #send(): Promise<void> {
    const { perSecond, perRequest } = this.#pace;
    while (!this.#isStopped) {
      const first = this.#next;
      this.#next += perRequest;
      const due = this.#startedAt + (first / perSecond) * 1000 - performance.now();
      if (due > 0) await delay(due);
      const ids = Array.from({ length: perRequest }, (_, i) => String(first + i));
      while (!(await this.#post(ids))) {
        this.again++;
        await delay(AGAIN_MS);
      }
      this.#answers.push(performance.now());
      this.acknowledged.push(...ids);
    }
  }

  #post(ids: readonly string[]): Promise<boolean> {
    const body = ids.map((id) => JSON.stringify({ id, level: 'info', text: 'x'.repeat(60) })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson', 'content-length': body.length };
    const options = { host: '127.0.0.1', port: this.#port, method: 'POST', headers, agent: this.#agent };
    return new Promise((resolve) => {
      const asked = request({ ...options, timeout: ANSWER_MS }, (answer) => {
        this.connections.add(answer.socket);
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode === 200));
        answer.once('error', () => resolve(false));
      });
      asked.once('timeout', () => asked.destroy());
      asked.once('error', () => resolve(false));
      asked.end(body);
    });
  }
}
