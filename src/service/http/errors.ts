import { ContractError, ERROR_STATUS, type ErrorBody } from '../../contract/errors.ts';
import { makeTimeoutError, QUERY_MAX_MS } from '../store/reader.ts';

/** `cause` is logged; undefined for caller errors and throttling. */
export type Failure = { status: number; body: ErrorBody; cause: unknown };

const SQLITE_FULL = 13;
const FULL_CODES = ['ENOSPC', 'EDQUOT', '53100'];
const DISK_FULL =
  'Nothing could be saved: the disk of the data folder, or of the database, is full. What was there before is as it was. Free space on that disk, then try again';

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // The low byte of an extended SQLite code is its kind.
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL) return true;
  return FULL_CODES.includes(String(code)) || isDiskFull(error.cause);
}

const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === '57014';

/** Internal details stay in the log. */
export function toFailure(thrown: unknown, requestId: string): Failure {
  const error = isStatementTimeout(thrown) ? makeTimeoutError(QUERY_MAX_MS) : thrown;
  if (error instanceof ContractError) {
    const body: ErrorBody = {
      code: error.code,
      reason: error.code,
      message: error.message,
      requestId,
      ...(error.details ? { details: error.details } : {}),
      ...(error.current === undefined ? {} : { current: error.current }),
    };
    const isFault = error.status >= 500 && error.retryAfterSeconds === undefined;
    return { status: error.status, body, cause: isFault ? error : undefined };
  }
  if (isDiskFull(error)) {
    const body: ErrorBody = { code: 'STORAGE_FULL', reason: 'STORAGE_FULL', message: DISK_FULL, requestId };
    return { status: ERROR_STATUS.STORAGE_FULL, body, cause: error };
  }
  const message = `The service failed to carry this out. Its log names the cause under request ${requestId}.`;
  return { status: 500, body: { code: 'INTERNAL', reason: 'INTERNAL', message, requestId }, cause: error };
}
