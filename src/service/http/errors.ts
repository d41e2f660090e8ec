import { ContractError, ERROR_STATUS, type ErrorBody } from '../../contract/errors.ts';
import { QUERY_MAX_MS, tookTooLong } from '../store/reader.ts';

/** What is logged beside the answer; undefined when the caller is at fault. */
export type Failure = { status: number; body: ErrorBody; cause: unknown };

const SQLITE_FULL = 13;
/** No room for files, and that of PostgreSQL. */
const FULL_CODES = ['ENOSPC', 'EDQUOT', '53100'];
const DISK_FULL =
  'Nothing could be saved: the disk of the data folder, or of the database, is full. What was there before is as it was. Free space on that disk, then try again';

/** Something could not be stored because its disk has no room. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // The lower byte of an extended code of SQLite is its kind.
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL) return true;
  return FULL_CODES.includes(String(code)) || isDiskFull(error.cause);
}

/** PostgreSQL ended a statement of its readers. */
const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === '57014';

/** The one place where a failure becomes an answer; what is not ours to show stays in the log. */
export function failureOf(thrown: unknown, requestId: string): Failure {
  const error = isStatementTimeout(thrown) ? tookTooLong(QUERY_MAX_MS) : thrown;
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
  if (isDiskFull(error)) {
    const body: ErrorBody = { code: 'STORAGE_FULL', reason: 'STORAGE_FULL', message: DISK_FULL, requestId };
    return { status: ERROR_STATUS.STORAGE_FULL, body, cause: error };
  }
  const message = `The service failed to carry this out. Its log names the cause under request ${requestId}.`;
  return { status: 500, body: { code: 'INTERNAL', reason: 'INTERNAL', message, requestId }, cause: error };
}
