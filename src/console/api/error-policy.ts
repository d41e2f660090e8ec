import type { CallId } from '../../contract/calls/index.ts';
import type { ApiError } from './api-error.ts';
import { findLoadedCall } from './call-table.ts';

export type ErrorOutcome =
  | 'ignore'
  | 'silent'
  | 'validate-email'
  | 'not-authorized'
  | 'site-forbidden'
  | 'forbidden-modal'
  | 'site-error'
  | 'toast';

export type FailedCall = {
  id: CallId;
  isSuppressed?: boolean;
  /** Cached data is still on screen. */
  hasAnswer?: boolean;
};

export const EMAIL_NOT_VERIFIED = 'Email not verified.';

/** Every screen waits for these calls, so their failure replaces the whole page. */
const SITE_LEVEL_CALLS: readonly CallId[] = ['listSites'];

/** Calls whose failure is not shown. */
const SUPPRESSED_CALLS: readonly CallId[] = ['listFeatures', 'createSocketTicket'];

const isKind = (error: ApiError, kind: string): boolean => error.reason === kind || error.code === kind;

/** The first matching rule wins. */
export function decideErrorOutcome(error: ApiError, call: FailedCall): ErrorOutcome {
  const isRead = findLoadedCall(call.id)?.method === 'GET';
  const isSiteLevel = SITE_LEVEL_CALLS.includes(call.id);
  if (isKind(error, 'ABORTED') || isKind(error, 'NETWORK')) return 'ignore';
  if (error.status === 504 || isKind(error, 'GATEWAY_TIMEOUT')) return 'ignore';
  if (error.message === EMAIL_NOT_VERIFIED) return 'validate-email';
  if (error.status === 401) return 'not-authorized';
  if (error.status === 403 && isSiteLevel) return 'site-forbidden';
  if (isRead && (error.status === 403 || isKind(error, 'FORBIDDEN'))) return 'silent';
  if (error.status === 403) return 'forbidden-modal';
  if (isKind(error, 'REQUEST_TIMEOUT') || isKind(error, 'NO_DATA') || isKind(error, 'FORBIDDEN'))
    return 'silent';
  if (isSiteLevel && !call.hasAnswer) return 'site-error';
  if (call.isSuppressed || SUPPRESSED_CALLS.includes(call.id)) return 'silent';
  return 'toast';
}
