import { EventIds } from './ids.ts';

/** What a source knows of where an event came from; written as members of `@origin`. */
export type OriginDetails = {
  /** IP address. */
  readonly sender?: string | undefined;
  /** Address and port that the sender reached. */
  readonly listener?: string | undefined;
  /** Name in the client certificate. */
  readonly client?: string | undefined;
  /** A path, or `s3://bucket/key`. */
  readonly file?: string | undefined;
  /** Of the line in the file in bytes, or of the message in its partition. */
  readonly offset?: number | undefined;
  readonly topic?: string | undefined;
  readonly partition?: number | undefined;
};

/** For `setOrigin`: members of a JSON object, without braces. */
export const describeOrigin = (details: OriginDetails): string => JSON.stringify(details).slice(1, -1);

/** In stored text: the origin of the event before. */
const SAME = '=';

/**
 * Where events came from, as the text of a JSON object per event. Null unless something reads it: then sources add
 * what they know, and it stays with the events through copies, buffers and restarts.
 */
export abstract class EventOrigins extends EventIds {
  origins: (string | undefined)[] | null = null;

  /** Notes `describeOrigin` of the events from `first` up to `end`. */
  setOrigin(details: string, first: number, end: number = this.count): void {
    this.origins ??= [];
    for (let ev = first; ev < end; ev++) this.origins[ev] = details;
  }

  /** Makes objects of `base`, members as of `describeOrigin`, and what the source knows. Whole ones stay. */
  completeOrigins(base: string): void {
    this.origins ??= [];
    const { origins } = this;
    const bare = `{${base}}`;
    let known = '';
    let made = bare;
    for (let ev = 0; ev < this.count; ev++) {
      const details = origins[ev] ?? '';
      if (details.startsWith('{')) continue;
      if (details !== known) {
        known = details;
        made = details === '' ? bare : `{${base},${details}}`;
      }
      origins[ev] = made;
    }
  }

  /** Events from `first` on were made of one with this origin. */
  deriveOrigins(first: number, parent: string | undefined): void {
    if (parent === undefined) return;
    this.setOrigin(parent, first);
  }

  protected takeOrigin(other: EventOrigins, ev: number): void {
    const origin = other.origins?.[ev];
    if (origin === undefined) return;
    this.origins ??= [];
    this.origins[this.count] = origin;
  }

  protected takeLiveOrigins(other: EventOrigins, from: number, to: number): void {
    if (!other.origins) return;
    this.origins ??= [];
    let mine = this.count;
    for (let ev = from; ev < to; ev++) if (other.isLive(ev)) this.origins[mine++] = other.origins[ev];
  }

  /** The origins of live events as one text for `readOrigins`; null when there are none. */
  originText(): string | null {
    const { origins } = this;
    if (!origins) return null;
    const lines: string[] = [];
    let last = '';
    for (let ev = 0; ev < this.count; ev++) {
      if (!this.isLive(ev)) continue;
      const origin = origins[ev] ?? '';
      lines.push(origin === last ? SAME : origin);
      last = origin;
    }
    return lines.join('\n');
  }

  readOrigins(first: number, text: string): void {
    this.origins ??= [];
    let last = '';
    const lines = text.split('\n');
    for (let n = 0; n < lines.length; n++) {
      if (lines[n] !== SAME) last = lines[n]!;
      if (last !== '') this.origins[first + n] = last;
    }
  }
}
