import type { ErrorOwner } from './error-log.ts';

/** Counts the events of one lane in its sink's cell, and knows how many of the buffered are its own. */
export class LaneAccount {
  readonly owner: ErrorOwner;
  buffered = 0;

  constructor(owner: ErrorOwner) {
    this.owner = owner;
  }

  entered(events: number, bytes: number): void {
    this.owner.cell.eventsIn += events;
    this.owner.cell.bytesIn += bytes;
    this.#buffer(events);
  }

  /**
   * Events found in a buffer count as created, once; `counted` of them are in the figures already, from
   * the lane that had the buffer before.
   */
  restored(events: number, counted: number): void {
    this.buffered = counted;
    const news = events - counted;
    if (news > 0) this.owner.cell.eventsCreated += news;
    else this.owner.cell.eventsDropped -= news;
    this.#buffer(news);
  }

  /** Events that another lane counted. */
  takenOver(events: number): void {
    this.buffered += events;
  }

  written(events: number, bytes: number, objects: number): void {
    this.owner.cell.eventsOut += events;
    this.owner.cell.bytesOut += bytes;
    this.owner.cell.objectsWritten += objects;
    this.owner.cell.lastEventAt = Date.now();
    this.#buffer(-events);
  }

  dropped(events: number): void {
    this.owner.cell.eventsDropped += events;
    this.#buffer(-events);
  }

  /** The dead letters count the event themselves. */
  leftForDeadLetters(): void {
    this.#buffer(-1);
  }

  #buffer(events: number): void {
    this.buffered += events;
    this.owner.cell.eventsBuffered += events;
  }
}
