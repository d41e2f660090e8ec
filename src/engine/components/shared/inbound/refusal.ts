/** Rejects a whole request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Position of the error in the body, from 1. */
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
