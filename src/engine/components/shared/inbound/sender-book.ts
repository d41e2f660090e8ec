export type SenderFigures = {
  address: string;
  /** First contact since it was last away, in Unix milliseconds. */
  since: number;
  /** Unix milliseconds; 0 without events. */
  lastEventAt: number;
  events: number;
  connections: number;
};

/** `count` is of all senders; `listed` has the most recent. */
export type Senders = { count: number; listed: SenderFigures[] };

/** A sender without connection counts as away after this silence. */
const AWAY_MS = 5 * 60_000;
/** Bounds memory against spoofed UDP addresses. */
const MAX_KNOWN = 1000;
const MAX_LISTED = 50;

export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export class SenderBook {
  readonly #now: () => number;
  readonly #known = new Map<string, SenderFigures>();
  /** Caches the last sender, since most send many times in a row. */
  #last: { readonly given: string; readonly sender: SenderFigures } | null = null;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  connected(address: string | undefined): () => void {
    if (!address) return () => {};
    const sender = this.#heard(address);
    sender.connections += 1;
    let isOpen = true;
    return () => {
      if (isOpen) sender.connections -= 1;
      isOpen = false;
    };
  }

  took(address: string | undefined, events: number): void {
    if (!address || events === 0) return;
    const now = this.#now();
    const sender = this.#heard(address, now);
    sender.events += events;
    sender.lastEventAt = now;
  }

  list(): Senders {
    const now = this.#now();
    for (const [address, sender] of this.#known) if (isAway(sender, now)) this.#forget(address);
    const listed = [...this.#known.values()].slice(-MAX_LISTED).reverse();
    return { count: this.#known.size, listed: listed.map((one) => ({ ...one })) };
  }

  #heard(given: string, now = this.#now()): SenderFigures {
    if (this.#last?.given === given && !isAway(this.#last.sender, now)) return this.#last.sender;
    const address = plainAddress(given);
    const former = this.#known.get(address);
    const sender =
      former && !isAway(former, now)
        ? former
        : { address, since: now, lastEventAt: 0, events: 0, connections: 0 };
    this.#known.delete(address);
    this.#known.set(address, sender);
    this.#last = { given, sender };
    if (this.#known.size > MAX_KNOWN) this.#forgetOne();
    return sender;
  }

  /** Evicts the sender silent for longest, preferably one without connection. */
  #forgetOne(): void {
    for (const [address, { connections }] of this.#known) {
      if (connections > 0) continue;
      this.#forget(address);
      return;
    }
    const [first] = this.#known.keys();
    if (first !== undefined) this.#forget(first);
  }

  #forget(address: string): void {
    if (this.#known.get(address) === this.#last?.sender) this.#last = null;
    this.#known.delete(address);
  }
}

const isAway = ({ connections, lastEventAt, since }: SenderFigures, now: number): boolean =>
  connections === 0 && now - Math.max(lastEventAt, since) > AWAY_MS;
