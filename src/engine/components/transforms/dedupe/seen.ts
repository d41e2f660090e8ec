import { OldestFirst } from '../../shared/oldest-first.ts';

/** A kind of event that passed: since when its repeats are dropped, and how many were. */
type Kind = { readonly since: number; repeats: number };

type Settings = {
  readonly windowMs: number;
  readonly maxKeys: number;
  /** Each repeat begins the window anew. */
  readonly isExtended: boolean;
  /** Remembers for another window how many repeats there were. */
  readonly counts: boolean;
};

/** What passed not long ago, oldest first. */
export class Seen {
  readonly #settings: Settings;
  readonly #kinds = new OldestFirst<string, Kind>();
  /** How many repeats there were of what is over, and when it ended; bounded as the others. */
  readonly #owed = new OldestFirst<string, Kind>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** True when the event repeats one that passed; else it passes and is remembered. */
  isRepeat(key: string, now: number): boolean {
    const { maxKeys, isExtended } = this.#settings;
    this.#endOld(now);
    const kind = this.#kinds.get(key);
    if (!kind) {
      if (this.#kinds.size >= maxKeys) this.#endOldest(now);
      this.#kinds.add(key, { since: now, repeats: 0 });
      return false;
    }
    if (isExtended) {
      this.#kinds.delete(key);
      this.#kinds.add(key, { since: now, repeats: kind.repeats + 1 });
    } else kind.repeats++;
    return true;
  }

  /** How many repeats of an event that passes were dropped before it; they are told once. */
  takeRepeats(key: string): number {
    const owed = this.#owed.get(key);
    if (!owed) return 0;
    this.#owed.delete(key);
    return owed.repeats;
  }

  #endOld(now: number): void {
    const { windowMs } = this.#settings;
    for (let at = this.#kinds.oldest(); at && now - at[1].since >= windowMs; at = this.#kinds.oldest())
      this.#endOldest(at[1].since + windowMs);
    for (let at = this.#owed.oldest(); at && now - at[1].since >= windowMs; at = this.#owed.oldest())
      this.#owed.delete(at[0]);
  }

  #endOldest(since: number): void {
    const oldest = this.#kinds.oldest();
    if (!oldest) return;
    const [key, { repeats }] = oldest;
    this.#kinds.delete(key);
    if (repeats === 0 || !this.#settings.counts) return;
    this.#owed.delete(key);
    const first = this.#owed.size >= this.#settings.maxKeys ? this.#owed.oldest() : null;
    if (first) this.#owed.delete(first[0]);
    this.#owed.add(key, { since, repeats });
  }
}
