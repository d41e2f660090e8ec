import { type ErrorDetail, errorDetailSchema, parseErrorText } from '../../contract/errors.ts';
import { getErrorMessage } from '../../contract/values.ts';

/** Failures without an answer from the service. */
export type LocalErrorCode = 'ABORTED' | 'NETWORK' | 'REQUEST_TIMEOUT' | 'UNREADABLE_ANSWER' | 'UNEXPECTED';

type ApiErrorFields = {
  code: string;
  reason: string;
  message: string;
  /** HTTP status; 0 without an answer. */
  status: number;
  details?: readonly ErrorDetail[];
  /** The stored value, on a version conflict. */
  current?: unknown;
  requestId?: string;
  /** Milliseconds the service asks to wait before a retry. */
  retryAfterMs?: number | undefined;
};

export class ApiError extends Error {
  readonly code: string;
  readonly reason: string;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly current: unknown;
  readonly requestId: string;
  readonly retryAfterMs: number | undefined;

  constructor(fields: ApiErrorFields, cause?: unknown) {
    super(fields.message, { cause });
    this.name = 'ApiError';
    this.code = fields.code;
    this.reason = fields.reason;
    this.status = fields.status;
    this.details = fields.details ?? [];
    this.current = fields.current;
    this.requestId = fields.requestId ?? '';
    this.retryAfterMs = fields.retryAfterMs;
  }

  get text() {
    return parseErrorText(this.message);
  }

  /** Matches the end of the message's path, for instance `source.name`. */
  fieldMessage(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field || detail.field.endsWith(`.${field}`))
      ?.message;
  }
}

const toLocalError = (code: LocalErrorCode, message: string, cause: unknown): ApiError =>
  new ApiError({ code, reason: code, message, status: 0 }, cause);

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : '');

const NETWORK = 'The service cannot be reached. Check that it runs, then try again.';

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const name = getErrorName(error);
  if (name === 'AbortError') return toLocalError('ABORTED', 'The request was cancelled.', error);
  if (name === 'TimeoutError')
    return toLocalError('REQUEST_TIMEOUT', 'The service did not answer in time. Try again.', error);
  if (name === '$ZodError' || name === 'SyntaxError')
    return toLocalError(
      'UNREADABLE_ANSWER',
      'The service sent an answer this console cannot read. Reload the page.',
      error,
    );
  // fetch throws a TypeError when an answer breaks off.
  if (name === 'NetworkError' || name === 'TypeError') return toLocalError('NETWORK', NETWORK, error);
  return toLocalError('UNEXPECTED', getErrorMessage(error), error);
}

const FALLBACK_TEXT = 'Something went wrong!';
/** For answers that are not ours, for instance a proxy's error page. */
const RAW_TEXT_MAX_LENGTH = 500;

const toTextIfAny = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const parseDetails = (value: unknown): ErrorDetail[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => errorDetailSchema.safeParse(item).data ?? []);

function parseFields(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

const SAYS_NOTHING = ['', '{}', '[]', 'null', '""'];

/** A JSON error text in full, otherwise the start of the answer. */
function cutRawMessage(text: string): string {
  if (SAYS_NOTHING.includes(text)) return FALLBACK_TEXT;
  return parseErrorText(text).title === text ? text.slice(0, RAW_TEXT_MAX_LENGTH) : text;
}

/** In seconds; our service never sends a date. */
const waitOf = (response: Response): number | undefined => {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return seconds >= 0 ? seconds * 1000 : undefined;
};

/** One malformed field does not hide the others. */
export async function readErrorAnswer(response: Response): Promise<ApiError> {
  const text = (await response.text()).trim();
  const fields = parseFields(text);
  const code = toTextIfAny(fields.code);
  const reason = toTextIfAny(fields.reason);
  return new ApiError({
    code: code ?? `HTTP_${response.status}`,
    reason: reason ?? code ?? '',
    message: toTextIfAny(fields.message) ?? reason ?? code ?? cutRawMessage(text),
    status: response.status,
    details: parseDetails(fields.details),
    current: fields.current,
    requestId: toTextIfAny(fields.requestId) ?? '',
    retryAfterMs: waitOf(response),
  });
}
