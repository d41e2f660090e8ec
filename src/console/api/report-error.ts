import { type ApiError, toApiError } from './api-error.ts';
import { type ErrorOutcome, errorPolicy, type FailedCall } from './error-policy.ts';

type ErrorHandler = (outcome: ErrorOutcome, error: ApiError) => void;

let handler: ErrorHandler = () => undefined;

/** The shell says how each outcome is shown. */
export function handleApiErrors(next: ErrorHandler): void {
  handler = next;
}

/** Applies the policy to a failed call; for actors that call by themselves. Returns the outcome. */
export function reportApiError(error: unknown, call: FailedCall): ErrorOutcome {
  const apiError = toApiError(error);
  const outcome = errorPolicy(apiError, call);
  handler(outcome, apiError);
  return outcome;
}
