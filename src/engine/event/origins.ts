import { EventIds } from './ids.ts';

export type OriginDetails = {
  readonly sender?: string | undefined;
  /** Address and port that the sender reached. */
  readonly listener?: string | undefined;
  readonly client?: string | undefined;
  /** A path, or `s3://bucket/key`. */
  readonly file?: string | undefined;
  /** Bytes of the line in its file, or the message's offset in its partition. */
  readonly offset?: number | undefined;
  readonly topic?: string | undefined;
  readonly partition?: number | undefined;
};

/** Members of a JSON object, without braces, for `setOrigin`. */
export const describeOrigin = (details: OriginDetails): string => JSON.stringify(details).slice(1, -1);

/** Stored for an origin equal to the previous one. */
const SAME = '=';

/**
 * Event origins as JSON text. Null unless something reads them: then sources add what they know, and it stays
 * with the events through copies, buffers and restarts.
 */
export abstract class EventOrigins extends EventIds {
  origins: (string | undefined)[] | null = null;

  setOrigin(details: string, first: number, end: number = this.count): void {
    this.origins ??= [];
    for (let ev = first; ev < end; ev++) this.origins[ev] = details;
  }

  /**
   * Completes objects from `base` (members as of `describeOrigin`) and what the source knows. Complete ones
   * stay.
   */
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

  /** Events from `first` on were made from one with this origin. */
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

  /** Origins of live events as text for `readOrigins`; null without any. */
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
