/** A request that is answered with an error; nothing of it is taken. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Line (from 1) and column (from 1) of what is wrong, where it is in the body. */
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
