/** Why a repository elsewhere cannot be read or applied, and what to do. */
export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem';
  readonly advice: string;
  /** Nothing answered, in contrast to an answer that cannot be used. */
  readonly isAway: boolean;

  constructor(message: string, advice: string, isAway = false) {
    super(message);
    this.advice = advice;
    this.isAway = isAway;
  }
}
