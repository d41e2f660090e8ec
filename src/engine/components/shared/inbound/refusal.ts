export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly place: { line: number; column: number } | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { place?: { line: number; column: number }; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.place = more.place;
    this.headers = more.headers ?? {};
  }
}

/** Answered with 503 or 429: try again later. */
export class Unavailable extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number, status = 503) {
    super(status, message, { headers: { 'retry-after': String(retryAfterSeconds) } });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Answered with 413: never accepted. */
export class RequestTooLarge extends Refusal {
  constructor(message: string) {
    super(413, message);
  }
}

/**
 * Requests with more bad events are refused as a whole: dead letters take far more memory than what was sent.
 */
export const MOST_REJECTED = 10_000;

/** The request would be accepted without one of its events. */
export class EventTooLarge extends RequestTooLarge {}

export class InputFull extends Unavailable {
  constructor() {
    super('The engine holds as much unfinished input as its limit allows; try again', 1, 429);
  }
}
