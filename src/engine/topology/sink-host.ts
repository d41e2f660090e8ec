import { isDeepStrictEqual } from 'node:util';
import type {
  ComponentProblem,
  RunningSink,
  SinkBatching,
  SinkComponent,
  SinkReceipt,
} from '../components/types.ts';
import { RetryableError } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { Claims } from './claims.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import { Mutex } from './mutex.ts';

type Config = Record<string, unknown>;
export type SinkIdentity = { readonly siteId: string; readonly sinkId: string; readonly name: string };

const NOT_OPEN: ComponentProblem = {
  errorName: 'DestinationNotOpen',
  message: 'The destination could not be opened again with its new settings',
  causes: ['Its former settings do not work any more either'],
  resolutions: ['Correct the settings of the destination and deploy again'],
};

/** What the buffer does is the lane's affair: a change of it must not reopen the destination. */
const ownSettings = (config: Config): Config => {
  const { buffer: _buffer, ...rest } = config;
  return rest;
};

/** One open destination, shared by the pipelines of the site that write to it; writes take turns. */
export class SinkHost {
  readonly identity: SinkIdentity;
  readonly #component: SinkComponent;
  readonly #claims: Claims;
  readonly #errors: ErrorLog;
  readonly #turns = new Mutex();
  #ended = new AbortController();
  #running: RunningSink | null = null;
  #config: Config = {};
  /** One per lane that writes through it; it is closed with the last one. */
  readonly owners = new Set<ErrorOwner>();

  constructor(identity: SinkIdentity, component: SinkComponent, claims: Claims, errors: ErrorLog) {
    this.identity = identity;
    this.#component = component;
    this.#claims = claims;
    this.#errors = errors;
  }

  get batching(): SinkBatching {
    return this.#running?.batching ?? { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 0 };
  }

  get config(): Config {
    return this.#config;
  }

  isOpenWith(config: Config): boolean {
    return this.#running !== null && isDeepStrictEqual(ownSettings(this.#config), ownSettings(config));
  }

  async open(config: Config): Promise<void> {
    this.#ended = new AbortController();
    const { siteId, sinkId, name } = this.identity;
    try {
      this.#running = await this.#component.open(config, {
        siteId,
        componentId: sinkId,
        name,
        signal: this.#ended.signal,
        report: (problem, example) => this.#report(problem, example),
        claim: (resource) => this.#claims.claim(resource, sinkId, name),
      });
      this.#config = config;
    } catch (error) {
      this.#claims.free(sinkId);
      throw error;
    }
  }

  /** Opens it anew with other settings, between two writes; with the former ones again when that fails. */
  reopen(config: Config): Promise<void> {
    return this.#turns.run(async () => {
      const former = this.#config;
      await this.#closeNow();
      try {
        await this.open(config);
      } catch (error) {
        await this.open(former).catch(() => {});
        throw error;
      }
    });
  }

  write(batch: Batch): Promise<SinkReceipt> {
    return this.#turns.run(() => {
      if (!this.#running) throw new RetryableError(NOT_OPEN);
      return this.#running.write(batch);
    });
  }

  /** Ends waits inside the component; a write under way fails or completes. */
  interrupt(): void {
    this.#ended.abort();
  }

  close(): Promise<void> {
    return this.#turns.run(() => this.#closeNow());
  }

  #report(problem: ComponentProblem, example?: string): void {
    const text = example === undefined ? undefined : () => example;
    for (const owner of this.owners) this.#errors.add(owner, problem, text);
  }

  async #closeNow(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.close();
    this.#claims.free(this.identity.sinkId);
  }
}
