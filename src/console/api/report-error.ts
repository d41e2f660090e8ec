import { type ApiError, toApiError } from './api-error.ts';
import { type ErrorOutcome, errorPolicy, type FailedCall } from './error-policy.ts';

type ErrorHandler = (outcome: ErrorOutcome, error: ApiError) => void;

let handler: ErrorHandler = () => undefined;

/** The shell says how each outcome is shown. */
export function handleApiErrors(next: ErrorHandler): void {
  handler = next;
}

/** What is shown whoever made the call, also where a form or an actor shows its other failures itself. */
const ABOUT_ACCESS: readonly ErrorOutcome[] = [
  'validate-email',
  'not-authorized',
  'site-forbidden',
  'forbidden-modal',
];

/** Shows that access was refused; every failed call comes by here, once. */
export function reportRefusedAccess(error: ApiError, call: FailedCall): void {
  const outcome = errorPolicy(error, call);
  if (ABOUT_ACCESS.includes(outcome)) handler(outcome, error);
}

/** Shows any other failure by the policy; for the caches, and for actors that call by themselves. */
export function reportApiError(error: unknown, call: FailedCall): void {
  const apiError = toApiError(error);
  const outcome = errorPolicy(apiError, call);
  if (!ABOUT_ACCESS.includes(outcome)) handler(outcome, apiError);
}
