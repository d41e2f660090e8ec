import { ContractError, type ErrorBody } from '../../contract/errors.ts';

/** What is logged beside the answer; undefined when the caller is at fault. */
export type Failure = { status: number; body: ErrorBody; cause: unknown };

/** The one place where a failure becomes an answer; what is not ours to show stays in the log. */
export function failureOf(error: unknown, requestId: string): Failure {
  if (error instanceof ContractError) {
    const body: ErrorBody = {
      code: error.code,
      reason: error.code,
      message: error.message,
      requestId,
      ...(error.details ? { details: error.details } : {}),
      ...(error.current === undefined ? {} : { current: error.current }),
    };
    return { status: error.status, body, cause: error.status >= 500 ? error : undefined };
  }
  const message = `The service failed to carry this out. Its log names the cause under request ${requestId}.`;
  return { status: 500, body: { code: 'INTERNAL', reason: 'INTERNAL', message, requestId }, cause: error };
}
