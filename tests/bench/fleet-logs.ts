import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERROR, encodeLogs, WARN } from '../api/support/otlp-logs.ts';
import type { ServerMessage } from '../harness/opamp.ts';

export type LogsState = {
  /** Requests that were sent, those that were taken, and those that never were. */
  sent: number;
  taken: number;
  lost: number;
  /** By status; 0 is a connection that failed. */
  refused: Record<string, number>;
  /** Seconds to wait that were named, and how often. */
  retryAfter: Record<string, number>;
  /** Milliseconds from a request to its answer, since the last look. */
  answers: number[];
};
/** Of all agents of this process. */
export const logsState: LogsState = { sent: 0, taken: 0, lost: 0, refused: {}, retryAfter: {}, answers: [] };

/** A Collector that ends waits no longer for its last lines, and one that goes on for a report. */
const PATIENCE_MS = { ending: 10_000, other: 30_000 };
/** The first wait after a refusal; each is up to half longer or shorter, and the next is 1.5 times as long. */
const RETRY_MS = 5000;
const COMPONENT = { 'otelcol.component.kind': 'exporter', 'otelcol.component.id': 'otlphttp/central' };

const count = (counts: Record<string, number>, key: string | number): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** What the Collector of one agent logs, sent over a connection of its own. */
export class OwnLog {
  readonly #number: number;
  #endpoint = '';
  #authorization = '';
  #timer: NodeJS.Timeout | undefined;
  #lines = 0;

  constructor(number: number) {
    this.#number = number;
  }

  offered({ connectionSettings }: ServerMessage): void {
    const offer = connectionSettings?.ownLogs;
    if (!offer) return;
    this.#endpoint = offer.destinationEndpoint;
    this.#authorization = offer.headers?.headers[0]?.value ?? '';
  }

  /** @param ms between two warnings; 0 for none */
  logEvery(ms: number): void {
    clearTimeout(this.#timer);
    if (ms === 0) return;
    const next = (after: number) => {
      this.#timer = setTimeout(() => {
        next(ms);
        this.#lines += 1;
        const body = `Exporting failed. Will retry the request after interval ${this.#lines % 40}.`;
        void this.#deliver(encodeLogs([{ severity: WARN, body }], COMPONENT), PATIENCE_MS.other);
      }, after);
    };
    next(Math.random() * ms);
  }

  /** Why its Collector ends. */
  async fail(): Promise<void> {
    const error = `listen tcp 127.0.0.1:80: bind: address already in use on host-${this.#number}`;
    await this.#deliver(
      encodeLogs([
        { severity: WARN, body: '"otlphttp" alias is deprecated; use "otlp_http" instead' },
        {
          severity: ERROR,
          body: 'Failed to start component',
          attributes: { error, type: 'Receiver', id: 'otlp' },
        },
        { severity: ERROR, body: `cannot start pipelines: failed to start "otlp" receiver: ${error}` },
      ]),
      PATIENCE_MS.ending,
    );
  }

  /** Again after a refusal, as the exporter of a Collector 0.149.0 does: `Retry-After` changes nothing. */
  async #deliver(body: Uint8Array, patienceMs: number): Promise<void> {
    if (this.#endpoint === '') return;
    const until = performance.now() + patienceMs;
    let retryMs = RETRY_MS;
    while (performance.now() < until) {
      logsState.sent += 1;
      const from = performance.now();
      const { status, retryAfter } = await this.#post(body);
      logsState.answers.push(performance.now() - from);
      if (status === 200) {
        logsState.taken += 1;
        return;
      }
      count(logsState.refused, status);
      if (retryAfter !== undefined) count(logsState.retryAfter, retryAfter);
      await sleep(retryMs * (0.5 + Math.random()));
      retryMs *= 1.5;
    }
    logsState.lost += 1;
  }

  #post(body: Uint8Array): Promise<{ status: number; retryAfter?: string | undefined }> {
    return new Promise((done) => {
      const headers = {
        'content-type': 'application/x-protobuf',
        'content-length': body.length,
        authorization: this.#authorization,
      };
      const sent = request(this.#endpoint, { method: 'POST', headers, agent: false }, (response) => {
        response.resume();
        const retryAfter = response.headers['retry-after'];
        response.on('close', () => done({ status: response.statusCode ?? 0, retryAfter }));
      });
      sent.on('error', () => done({ status: 0 }));
      sent.end(body);
    });
  }
}
