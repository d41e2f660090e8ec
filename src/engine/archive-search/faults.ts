import { getErrorMessage } from '../../contract/values.ts';
import { getErrorCode } from '../components/shared/system-errors.ts';

const FULL = 'The disk of the service is full: there was no room to fetch or unpack it';
const REASONS: Record<string, string> = {
  ENOENT: 'It is no longer there',
  EACCES: 'The service may not read it',
  EPERM: 'The service may not read it',
  ENOSPC: FULL,
  EDQUOT: FULL,
  EIO: 'The disk failed while it was read',
  Z_BUF_ERROR: 'Its compressed data ends too early; what came before was read',
  Z_DATA_ERROR: 'Its compressed data is damaged; what came before was read',
  ZSTD_error_corruption_detected: 'Its compressed data is damaged; what came before was read',
};

/** For people. */
export function describeFault(error: unknown): string {
  const known = REASONS[getErrorCode(error)];
  if (known !== undefined) return known;
  return getErrorMessage(error);
}
