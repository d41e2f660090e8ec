import * as z from 'zod/mini';
import { NOTIFICATION_TITLE_MAX_LENGTH } from './limits.ts';

export const STATUS_BAD_REQUEST = 400;

export const ERROR_STATUS = {
  VALIDATION_FAILED: STATUS_BAD_REQUEST,
  GRAPH_INVALID: STATUS_BAD_REQUEST,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NAME_TAKEN: 409,
  ACTION_REFUSED: 409,
  IN_USE: 409,
  PORT_IN_USE: 409,
  CONFLICT: 409,
  STALE_VERSION: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  PREVIEW_ENDED: 422,
  QUERY_TIMEOUT: 422,
  PRECONDITION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  ENGINE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Field path (`source.config.port`), broken rule, and a sentence; texts also have the position, from 1. */
export const errorDetailSchema = z.object({
  field: z.string(),
  rule: z.string(),
  message: z.string(),
  line: z.optional(z.int()),
  column: z.optional(z.int()),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

/** `current` is the stored state, for a stale version. */
export const errorBodySchema = z.object({
  code: z.string(),
  reason: z.string(),
  message: z.string(),
  details: z.optional(z.array(errorDetailSchema)),
  current: z.optional(z.unknown()),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; current?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ContractError';
    this.code = code;
    this.details = more.details;
    this.current = more.current;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

const errorTextSchema = z.object({
  Error: z.string(),
  'Possible causes': z.optional(z.union([z.string(), z.array(z.string())])),
  Resolutions: z.optional(z.union([z.string(), z.array(z.string())])),
});

export type ErrorText = { title: string; causes: string[]; resolutions: string[] };

const asList = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** JSON with the three keys; any other text is the title. */
export function parseErrorText(text: string): ErrorText {
  try {
    const parsed = errorTextSchema.safeParse(JSON.parse(text));
    if (parsed.success) {
      return {
        title: parsed.data.Error,
        causes: asList(parsed.data['Possible causes']),
        resolutions: asList(parsed.data.Resolutions),
      };
    }
  } catch {}
  return { title: text, causes: [], resolutions: [] };
}

export function noticeTitle(message: string): string {
  const [firstLine = ''] = parseErrorText(message).title.split('\n');
  return firstLine.length > NOTIFICATION_TITLE_MAX_LENGTH
    ? `${firstLine.slice(0, NOTIFICATION_TITLE_MAX_LENGTH)}…`
    : firstLine;
}

export const formatErrorText = (error: ErrorText): string =>
  JSON.stringify({ Error: error.title, 'Possible causes': error.causes, Resolutions: error.resolutions });
