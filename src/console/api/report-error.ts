import { type ApiError, toApiError } from './api-error.ts';
import { decideErrorOutcome, type ErrorOutcome, type FailedCall } from './error-policy.ts';

type ErrorHandler = (outcome: ErrorOutcome, error: ApiError) => void;

let handler: ErrorHandler = () => undefined;

export function handleApiErrors(next: ErrorHandler): void {
  handler = next;
}

/** Shown even when a form or actor shows its other failures itself. */
const ABOUT_ACCESS: readonly ErrorOutcome[] = [
  'validate-email',
  'not-authorized',
  'site-forbidden',
  'forbidden-modal',
];

/** Every failed call passes here once. */
export function reportRefusedAccess(error: ApiError, call: FailedCall): void {
  const outcome = decideErrorOutcome(error, call);
  if (ABOUT_ACCESS.includes(outcome)) handler(outcome, error);
}

/** For the cache, and actors that call the API. */
export function reportApiError(error: unknown, call: FailedCall): void {
  const apiError = toApiError(error);
  const outcome = decideErrorOutcome(apiError, call);
  if (!ABOUT_ACCESS.includes(outcome)) handler(outcome, apiError);
}
