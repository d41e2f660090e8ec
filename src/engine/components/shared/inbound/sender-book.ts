/** One sender of a source, by its address. */
export type SenderFigures = {
  address: string;
  /** Unix milliseconds: when it was first heard since it last was away. */
  since: number;
  /** Unix milliseconds of its last event; 0 when it is connected and sent none yet. */
  lastEventAt: number;
  /** Events since then. */
  events: number;
  /** Open now. */
  connections: number;
};

/** The senders of a source: all of them counted, those heard last listed. */
export type Senders = { count: number; listed: SenderFigures[] };

/** One that is not connected and silent for so long does not send any more. */
const AWAY_MS = 5 * 60_000;
/** So many are remembered, so that made-up addresses of datagrams fill no memory. */
const MAX_KNOWN = 1000;
const MAX_LISTED = 50;

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Who sends to a source that listens: kept by the listener, by address. */
export class SenderBook {
  readonly #now: () => number;
  /** In the order in which they were heard, last one last. */
  readonly #known = new Map<string, SenderFigures>();
  /** The one heard last, by the name it was given under: most say a lot before another one does. */
  #last: { readonly given: string; readonly sender: SenderFigures } | null = null;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A connection was made; call the answer once it is closed. */
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

  /** Events of a sender were taken in. */
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
    const address = plain(given);
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

  /** The one that was silent longest and is not connected; of those that all are, the first. */
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
