import { OldestFirst } from '../../shared/oldest-first.ts';

/** A distinct event: start of its window and number of repeats. */
type Kind = { readonly since: number; repeats: number };

type Settings = {
  readonly windowMs: number;
  readonly maxKeys: number;
  /** Each repeat restarts the window. */
  readonly isExtended: boolean;
  readonly counts: boolean;
};

export class Seen {
  readonly #settings: Settings;
  readonly #kinds = new OldestFirst<string, Kind>();
  /** Ended windows with unreported repeats; also bounded. */
  readonly #owed = new OldestFirst<string, Kind>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** True for a repeat; otherwise remembers the event. */
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

  /** Repeats dropped before an event that passes; returned once. */
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
