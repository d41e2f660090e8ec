import { ContractError } from '../../../contract/errors.ts';

export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem';
  readonly advice: string;
  /** Nothing answered; otherwise the answer was unusable. */
  readonly isAway: boolean;

  constructor(message: string, advice: string, isAway = false) {
    super(message);
    this.advice = advice;
    this.isAway = isAway;
  }
}

/** @throws ContractError CONFLICT with the problem and advice */
export const asRefusal = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof RemoteProblem)) throw error;
    throw new ContractError('CONFLICT', `${error.message}. ${error.advice}`);
  });
