import { type ErrorDetail, parseErrorText, partialErrorBodySchema } from '../../contract/errors.ts';

/** Failures that have no answer from the service behind them. */
export type LocalErrorCode = 'ABORTED' | 'NETWORK' | 'REQUEST_TIMEOUT' | 'UNREADABLE_ANSWER';

type ApiErrorFields = {
  code: string;
  reason: string;
  message: string;
  /** HTTP status, 0 when there was no answer. */
  status: number;
  details?: readonly ErrorDetail[];
  /** What is stored now, on a stale version. */
  current?: unknown;
  requestId?: string;
};

/** The one shape of a failed call. */
export class ApiError extends Error {
  readonly code: string;
  readonly reason: string;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly current: unknown;
  readonly requestId: string;

  constructor(fields: ApiErrorFields, cause?: unknown) {
    super(fields.message, { cause });
    this.name = 'ApiError';
    this.code = fields.code;
    this.reason = fields.reason;
    this.status = fields.status;
    this.details = fields.details ?? [];
    this.current = fields.current;
    this.requestId = fields.requestId ?? '';
  }

  /** Title, causes and resolutions of the message (R8-30 … R8-33). */
  get text() {
    return parseErrorText(this.message);
  }

  /** The message about a field such as `source.name`, by the end of its path. */
  fieldMessage(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field || detail.field.endsWith(`.${field}`))
      ?.message;
  }
}

const local = (code: LocalErrorCode, message: string, cause: unknown): ApiError =>
  new ApiError({ code, reason: code, message, status: 0 }, cause);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Turns whatever a request threw into an `ApiError`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const name = nameOf(error);
  if (name === 'AbortError') return local('ABORTED', 'The request was cancelled.', error);
  if (name === 'TimeoutError')
    return local('REQUEST_TIMEOUT', 'The service did not answer in time. Try again.', error);
  if (name === '$ZodError' || name === 'SyntaxError')
    return local(
      'UNREADABLE_ANSWER',
      'The service gave an answer this console cannot read. Reload the page.',
      error,
    );
  return local('NETWORK', 'The service cannot be reached. Check that it runs, then try again.', error);
}

/** Reads an error answer (R8-26); a body that is not one of ours keeps its status. */
export async function readErrorAnswer(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const body = partialErrorBodySchema.parse(JSON.parse(text));
    return new ApiError({
      code: body.code ?? `HTTP_${response.status}`,
      reason: body.reason ?? body.code ?? '',
      message: body.message ?? body.reason ?? 'Something went wrong!',
      status: response.status,
      details: body.details ?? [],
      current: body.current,
      requestId: body.requestId ?? '',
    });
  } catch {
    const message = text.trim().slice(0, 500) || 'Something went wrong!';
    return new ApiError({ code: `HTTP_${response.status}`, reason: '', message, status: response.status });
  }
}
