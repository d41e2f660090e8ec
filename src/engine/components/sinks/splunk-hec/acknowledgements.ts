import { setTimeout as delay } from 'node:timers/promises';
import { type ComponentProblem, RetryableError } from '../../types.ts';

const FIRST_MS = 100;
const LONGEST_MS = 5000;

const notIndexed: ComponentProblem = {
  errorName: 'NotIndexedInTime',
  message: 'Splunk accepted events but did not confirm in time that they are indexed',
  causes: [
    'The indexer is overloaded',
    'A load balancer asks an indexer other than the one that accepted them',
  ],
  resolutions: [
    'They are resent automatically, so some may arrive twice',
    'Configure the load balancer to keep a sender on one indexer',
    'Raise the longest wait for indexing',
  ],
};

type Waiting = { readonly until: number; resolve(): void; reject(error: Error): void };

/** Polls which events are indexed, with backoff while nothing changes. */
export class Acknowledgements {
  private readonly ask: (ids: number[]) => Promise<ReadonlySet<number>>;
  private readonly timeoutMs: number;
  private readonly signal: AbortSignal;
  private readonly waiting = new Map<number, Waiting>();
  private isAsking = false;
  private waitMs = FIRST_MS;

  /** `ask` returns the indexed ids; a failure counts as none. */
  constructor(ask: (ids: number[]) => Promise<ReadonlySet<number>>, timeoutMs: number, signal: AbortSignal) {
    this.ask = ask;
    this.timeoutMs = timeoutMs;
    this.signal = signal;
  }

  /** @throws RetryableError on timeout or when the destination closes */
  indexed(id: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.waiting.set(id, { until: performance.now() + this.timeoutMs, resolve, reject });
    this.waitMs = FIRST_MS;
    if (!this.isAsking) void this.run();
    return promise;
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.size > 0) {
      await delay(this.waitMs, undefined, { signal: this.signal }).catch(() => {});
      this.waitMs = Math.min(this.waitMs * 2, LONGEST_MS);
      const done = await this.ask([...this.waiting.keys()]).catch(() => new Set<number>());
      for (const [id, { until, resolve, reject }] of this.waiting) {
        const isLate = this.signal.aborted || performance.now() > until;
        if (!done.has(id) && !isLate) continue;
        this.waiting.delete(id);
        if (done.has(id)) resolve();
        else reject(new RetryableError(notIndexed));
      }
      if (done.size > 0) this.waitMs = FIRST_MS;
    }
    this.isAsking = false;
  }
}
