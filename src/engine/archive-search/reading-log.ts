import type { ArchiveReading, UnreadFile } from '../types/archive-search.ts';

const LISTED_MAX = 20;
const FEWER_FILES =
  'Choose a shorter time to reach the others, and let the destination write fewer and larger files.';
const formatExact = (count: number): string => count.toLocaleString('en-US');

/** Records what was read for an answer, and what could not be. */
export class ReadingLog {
  files = 0;
  bytes = 0;
  events = 0;
  leftOutCount = 0;
  #unreadCount = 0;
  readonly #unread: UnreadFile[] = [];

  get unreadCount(): number {
    return this.#unreadCount;
  }

  failed(file: string, reason: string): void {
    this.#unreadCount++;
    if (this.#unread.length < LISTED_MAX) this.#unread.push({ file, reason });
  }

  leftOut(folder: string, opened: number, count: number): void {
    const figures = `${formatExact(count)} of its ${formatExact(opened + count)} files were not opened`;
    this.leftOutCount += count;
    this.#unreadCount += count - 1;
    this.failed(folder, `${figures}: too many to read at once. ${FEWER_FILES}`);
  }

  listedInPart(folder: string): void {
    this.failed(folder, `Its files could not all be listed in time. ${FEWER_FILES}`);
  }

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
