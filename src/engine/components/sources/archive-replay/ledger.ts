import { AckOrder } from '../../shared/ack-order.ts';
import { CheckpointKeeper } from '../../shared/checkpoint-keeper.ts';
import type { SourceContext } from '../../types.ts';
import type { ReplayState } from './position.ts';

const SAVE_PAUSE_MS = 500;

/** A replay's progress: delivered, safe at destinations, and saved. */
export class Ledger {
  readonly #keeper: CheckpointKeeper;
  readonly #acks: AckOrder<ReplayState>;
  #safe: ReplayState;
  #sent: ReplayState;
  #savedEvents: number;
  /** Not a step of the replay, so it waits for none. */
  #cutOff: Readonly<Record<string, number>>;

  constructor(former: ReplayState, context: Pick<SourceContext, 'checkpoint' | 'report'>) {
    this.#safe = { ...former, isClean: false, resumed: former.resumed + (former.isClean ? 0 : 1) };
    this.#sent = this.#safe;
    this.#savedEvents = this.#safe.events;
    this.#cutOff = former.cutOff ?? {};
    const save = async (text: string) => {
      const { events } = this.#safe;
      await context.checkpoint.save(text);
      this.#savedEvents = events;
    };
    const keeperContext = {
      checkpoint: { load: () => context.checkpoint.load(), save },
      report: context.report,
    };
    this.#keeper = new CheckpointKeeper(keeperContext, SAVE_PAUSE_MS, () =>
      JSON.stringify({ ...this.#safe, cutOff: this.#cutOff }),
    );
    this.#acks = new AckOrder((reached) => {
      this.#safe = reached;
      this.#keeper.changed();
    });
  }

  get safe(): ReplayState {
    return this.#safe;
  }

  get sent(): ReplayState {
    return this.#sent;
  }

  /** Events lost from memory by kills, by component. */
  get cutOff(): Readonly<Record<string, number>> {
    return this.#cutOff;
  }

  addCutOff(events: Readonly<Record<string, number>>): void {
    const sum = { ...this.#cutOff };
    for (const [id, count] of Object.entries(events)) sum[id] = (sum[id] ?? 0) + count;
    this.#cutOff = sum;
    this.#keeper.changed();
    void this.#keeper.saveNow();
  }

  get unsavedEvents(): number {
    return this.#sent.events - this.#savedEvents;
  }

  get hasUnsaved(): boolean {
    return this.#safe.events > this.#savedEvents;
  }

  /** A step without events; safe once all before it is. */
  advance(change: Partial<ReplayState>): void {
    this.hand(change)();
  }

  /** Notes a delivery. @returns a function to call once it is safe */
  hand(change: Partial<ReplayState>): () => void {
    this.#sent = { ...this.#sent, ...change };
    return this.#acks.add(this.#sent);
  }

  note(change: (state: ReplayState) => ReplayState): void {
    this.#sent = change(this.#sent);
  }

  /** Saves even before anything is safe: a kill from here on counts. */
  async begin(): Promise<void> {
    this.#keeper.changed();
    await this.#keeper.saveNow();
  }

  save(): Promise<void> {
    return this.#keeper.saveNow();
  }

  /** Forgets unsafe deliveries, which will be repeated. */
  fallBack(): void {
    this.#acks.clear();
    this.#sent = this.#safe;
  }

  /** @param isClean nothing is in flight, so nothing will be repeated */
  async close(isClean: boolean): Promise<void> {
    if (isClean) this.#safe = { ...this.#safe, isClean };
    this.#keeper.changed();
    await this.#keeper.stop();
  }
}
