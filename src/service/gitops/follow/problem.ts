import { ContractError } from '../../../contract/errors.ts';

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

/** @throws ContractError CONFLICT with the problem and what to do */
export const asRefusal = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof RemoteProblem)) throw error;
    throw new ContractError('CONFLICT', `${error.message}. ${error.advice}`);
  });
