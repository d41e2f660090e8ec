import { describe, expect, it } from 'vitest';
import type { CallId } from '../../contract/calls/index.ts';
import { ApiError, toApiError } from './api-error.ts';
import { type ErrorOutcome, errorPolicy } from './error-policy.ts';

const failure = (status: number, reason = '', message = 'The port is taken'): ApiError =>
  new ApiError({ code: reason || `HTTP_${status}`, reason, message, status });

const named = (name: string): Error => Object.assign(new Error('x'), { name });

const READ: CallId = 'listPipelines';
const POST: CallId = 'createSource';
const PATCH: CallId = 'updateSource';
const PUT: CallId = 'saveGraph';
const DELETE: CallId = 'deleteSource';

const LINES: [string, ApiError, CallId, ErrorOutcome][] = [
  ['R8-16 an aborted request is ignored', toApiError(named('AbortError')), READ, 'ignore'],
  ['R8-17 a network error is ignored', toApiError(named('TypeError')), POST, 'ignore'],
  ['R8-18 status 504 is ignored', failure(504), READ, 'ignore'],
  ['R8-22 a gateway timeout by kind is ignored', failure(500, 'GATEWAY_TIMEOUT'), POST, 'ignore'],
  [
    'R8-03 an unverified email shows its page',
    failure(401, '', 'Email not verified.'),
    READ,
    'validate-email',
  ],
  ['R8-67 with 403 too', failure(403, '', 'Email not verified.'), POST, 'validate-email'],
  ['R8-19 401 ends the session', failure(401, 'UNAUTHENTICATED'), READ, 'not-authorized'],
  ['R6-40 a site-level 403 shows Forbidden', failure(403, 'FORBIDDEN'), 'listSites', 'site-forbidden'],
  ['R6-41 a 403 on a GET is silent', failure(403, 'FORBIDDEN'), READ, 'silent'],
  ['R8-24 kind forbidden on a GET is silent', failure(500, 'FORBIDDEN'), READ, 'silent'],
  ['R6-42 a 403 on POST shows the modal', failure(403, 'FORBIDDEN'), POST, 'forbidden-modal'],
  ['R6-42 a 403 on PATCH shows the modal', failure(403, 'FORBIDDEN'), PATCH, 'forbidden-modal'],
  ['R6-42 a 403 on PUT shows the modal', failure(403, 'FORBIDDEN'), PUT, 'forbidden-modal'],
  ['R6-42 a 403 on DELETE shows the modal', failure(403, 'FORBIDDEN'), DELETE, 'forbidden-modal'],
  ['R8-21 a request timeout gives no notification', toApiError(named('TimeoutError')), POST, 'silent'],
  ['R8-23 no data gives no notification', failure(404, 'NO_DATA'), READ, 'silent'],
  ['R8-12 another site-level error takes the page', failure(500, 'INTERNAL'), 'listSites', 'site-error'],
  ['R7-23 a failure of the features is silent', failure(500, 'INTERNAL'), 'listFeatures', 'silent'],
  ['R8-25 any other error is told', failure(500, 'INTERNAL'), READ, 'toast'],
  ['R8-29 400 is told like the others', failure(400, 'VALIDATION_FAILED'), POST, 'toast'],
];

describe('what is done about a failed call (E19)', () => {
  it.each(LINES)('%s', (_title, error, id, outcome) => {
    expect(errorPolicy(error, { id })).toBe(outcome);
  });

  it('says nothing when the screen shows the failure itself', () => {
    expect(errorPolicy(failure(409, 'NAME_TAKEN'), { id: POST, isSuppressed: true })).toBe('silent');
  });
});
