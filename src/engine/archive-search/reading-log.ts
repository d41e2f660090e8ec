import type { ArchiveReading, UnreadFile } from '../types/archive-search.ts';

const LISTED_MAX = 20;

/** What was read for one answer, and what could not be. */
export class ReadingLog {
  files = 0;
  bytes = 0;
  events = 0;
  #unreadCount = 0;
  readonly #unread: UnreadFile[] = [];

  get unreadCount(): number {
    return this.#unreadCount;
  }

  failed(file: string, reason: string): void {
    this.#unreadCount++;
    if (this.#unread.length < LISTED_MAX) this.#unread.push({ file, reason });
  }

  /** What was read of events that are counted already. */
  addAgain(again: ReadingLog): void {
    this.files += again.files;
    this.bytes += again.bytes;
    this.#unreadCount += again.#unreadCount;
    this.#unread.push(...again.#unread.slice(0, LISTED_MAX - this.#unread.length));
  }

  summarize(): ArchiveReading {
    return {
      filesRead: this.files,
      bytes: this.bytes,
      events: this.events,
      unread: [...this.#unread],
      unreadCount: this.#unreadCount,
    };
  }
}
