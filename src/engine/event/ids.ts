import { createHash, randomBytes } from 'node:crypto';

/** Receivers limit ids (Elasticsearch: 512 bytes), so longer ones are hashed. */
const LONGEST = 160;

const run = randomBytes(9).toString('base64url');
let batches = 0;

/** An id prefix unique across runs. */
export const freshOrigin = (): string => `${run}${(batches++).toString(36)}`;

export const shortKey = (...names: string[]): string =>
  createHash('sha256').update(names.join('\0')).digest('base64url').slice(0, 8);

const bounded = (id: string): string =>
  id.length <= LONGEST ? id : createHash('sha256').update(id).digest('base64url');

/**
 * Event ids: ASCII texts that stay with an event through buffers, retries and restarts, so that receivers can
 * deduplicate. Created lazily.
 */
export abstract class EventIds {
  abstract count: number;
  abstract isLive(ev: number): boolean;
  ids: (string | undefined)[] | null = null;

  idOf(ev: number): string {
    this.ids ??= [];
    const id = this.ids[ev] ?? freshOrigin();
    this.ids[ev] = id;
    return id;
  }

  setId(ev: number, id: string): void {
    this.ids ??= [];
    this.ids[ev] = id;
  }

  protected takeId(other: EventIds, ev: number): void {
    const id = other.ids?.[ev];
    if (id) this.setId(this.count, id);
  }

  protected takeLiveIds(other: EventIds, from: number, to: number): void {
    if (!other.ids) return;
    let mine = this.count;
    for (let ev = from; ev < to; ev++) {
      if (!other.isLive(ev)) continue;
      const id = other.ids[ev];
      if (id) this.setId(mine, id);
      mine++;
    }
  }

  /** Uses ids of source positions if known, else new ones. */
  identify(key: string): void {
    const places = this.ids;
    const origin = places ? key : freshOrigin();
    const ids: string[] = [];
    for (let ev = 0; ev < this.count; ev++)
      ids.push(`${origin}.${(places ? places[ev] : undefined) ?? ev.toString(36)}`);
    this.ids = ids;
  }

  /** Different ids per branch, because branches may rejoin. */
  branchIds(edge: string): void {
    const { ids } = this;
    if (ids) for (let ev = 0; ev < ids.length; ev++) if (ids[ev]) ids[ev] = bounded(`${ids[ev]}~${edge}`);
  }

  /** Derives ids of the events from `first` on from their parent's id and the node `key`. */
  deriveIds(first: number, parent: string | undefined, key: string): void {
    if (parent === undefined) return;
    for (let ev = first; ev < this.count; ev++)
      this.setId(ev, bounded(`${parent}+${key}${(ev - first).toString(36)}`));
  }

  /** Events from `first` on without an id get one from their position in a buffer. */
  nameRest(first: number, buffer: string, position: number): void {
    for (let ev = first; ev < this.count; ev++)
      if (!this.ids?.[ev]) this.setId(ev, `${buffer}.${(position + ev - first).toString(36)}`);
  }

  /** Ids of live events as text for `takeIds`; null without any. */
  idText(): string | null {
    const { ids } = this;
    if (!ids) return null;
    const live: string[] = [];
    for (let ev = 0; ev < this.count; ev++) if (this.isLive(ev)) live.push(ids[ev] ?? '');
    return live.join('\n');
  }

  takeIds(first: number, text: string): void {
    const ids = text.split('\n');
    for (let n = 0; n < ids.length; n++) if (ids[n]) this.setId(first + n, ids[n]!);
  }
}
