import { createHash, randomBytes } from 'node:crypto';

/** Longer ids are made short again, since receivers limit them (Elasticsearch: 512 bytes). */
const LONGEST = 160;

const run = randomBytes(9).toString('base64url');
let batches = 0;

/** A beginning of ids that no batch has had before, in this run of the engine or in another one. */
export const freshOrigin = (): string => `${run}${(batches++).toString(36)}`;

/** A short name made of others, the same each time. */
export const shortKey = (...names: string[]): string =>
  createHash('sha256').update(names.join('\0')).digest('base64url').slice(0, 8);

const bounded = (id: string): string =>
  id.length <= LONGEST ? id : createHash('sha256').update(id).digest('base64url');

/**
 * Ids of the events of a batch (R4): texts of ASCII that stay with an event on its way, through buffers, retries and
 * restarts, so that a receiver can tell what it has already. Null until somebody asks for ids: then they cost nothing.
 */
export abstract class EventIds {
  abstract count: number;
  abstract isLive(ev: number): boolean;
  ids: (string | undefined)[] | null = null;

  /** The id of an event; one that never was is made now and stays. */
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

  /** The next event has the id of one of another batch. */
  protected takeId(other: EventIds, ev: number): void {
    const id = other.ids?.[ev];
    if (id) this.setId(this.count, id);
  }

  /** The next events have the ids of the live ones of events [from, to) of another batch. */
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

  /** Names all events for one pipeline: by where they stand in their source if that said so, else anew. */
  identify(key: string): void {
    const places = this.ids;
    const origin = places ? key : freshOrigin();
    const ids: string[] = [];
    for (let ev = 0; ev < this.count; ev++)
      ids.push(`${origin}.${(places ? places[ev] : undefined) ?? ev.toString(36)}`);
    this.ids = ids;
  }

  /** The events go one of several ways that may meet again: there they are others than those of the other ways. */
  branchIds(edge: string): void {
    const { ids } = this;
    if (ids) for (let ev = 0; ev < ids.length; ev++) if (ids[ev]) ids[ev] = bounded(`${ids[ev]}~${edge}`);
  }

  /** Names events from number `first` on after the one that they were made of, by the node `key`. */
  deriveIds(first: number, parent: string | undefined, key: string): void {
    if (parent === undefined) return;
    for (let ev = first; ev < this.count; ev++)
      this.setId(ev, bounded(`${parent}+${key}${(ev - first).toString(36)}`));
  }

  /** Names the events from number `first` on that have no id yet: the place of the first in a buffer is `position`. */
  nameRest(first: number, buffer: string, position: number): void {
    for (let ev = first; ev < this.count; ev++)
      if (!this.ids?.[ev]) this.setId(ev, `${buffer}.${(position + ev - first).toString(36)}`);
  }

  /** The ids of the live events in one text, to be taken in again by `takeIds`; null when there are none. */
  idText(): string | null {
    const { ids } = this;
    if (!ids) return null;
    const live: string[] = [];
    for (let ev = 0; ev < this.count; ev++) if (this.isLive(ev)) live.push(ids[ev] ?? '');
    return live.join('\n');
  }

  /** Gives the events from number `first` on the ids of a text. */
  takeIds(first: number, text: string): void {
    const ids = text.split('\n');
    for (let n = 0; n < ids.length; n++) if (ids[n]) this.setId(first + n, ids[n]!);
  }
}
