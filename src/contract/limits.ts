/** Business constants (specification section 9); the unit is part of each name. */
export const TIME_FILTER_MAX_DAYS = 60;
export const DAY_SECONDS = 86_400;
export const SELECT_OPTION_CAP = 35;
export const SELECT_OPTION_HINT = 'Type in input area to search for more options';
export const FILTER_REORDER_THRESHOLD = 10;
export const VERSION_DROPDOWN_COUNT = 5;
export const VERSION_NAME_MAX_LENGTH = 20;
export const VERSION_LIST_RETRIES = 3;
export const PAGE_LIMIT_DEFAULT = 100;
export const PAGE_LIMIT_MAX = 1000;
export const SITE_PAGE_LIMIT = 100;
export const SKELETON_ROWS = 10;
export const TABLE_ROW_HEIGHT_PX = 40;
export const CALL_TIMEOUT_MS = 120_000;
export const TOAST_DISMISS_MS = 5000;
export const TOAST_MAX = 6;
export const NOTIFICATION_TITLE_MAX_LENGTH = 100;
export const POLL_ANALYTICS_MS = 60_000;
/** R9-21: the channel tells of news before. */
export const POLL_NOTIFICATIONS_MS = 900_000;
/** R9-59. */
export const NOTIFICATION_LIST_MAX = 100;
export const BADGE_MAX = 99;
export const POLL_STATUS_IN_ACTION_MS = 5000;
export const POLL_STATUS_RUNNING_MS = 30_000;
/** Ours: a deployment that did not end by then is taken back. */
export const DEPLOY_TIME_LIMIT_MS = 60_000;
/** Ours: an action whose end was not heard of by then is shown as overdue. */
export const ACTION_OVERDUE_MS = 75_000;
export const EMPTY_TIME = '0001-01-01T00:00:00Z';

/** Ours: names of things people make. */
export const NAME_MAX_LENGTH = 128;
export const DESCRIPTION_MAX_LENGTH = 2000;
export const NOTES_MAX_LENGTH = 4000;
/** Ours: a request body of the API; events travel to the sources' own ports, not here. */
export const API_BODY_MAX_BYTES = 4_000_000;
/** Ours: one event; larger ones are set aside with an error (a 5 MB line is over it by default). */
export const EVENT_MAX_BYTES_DEFAULT = 1_048_576;
/** Ours: an acknowledged error that occurs again after this much silence is unacknowledged again. */
export const ERROR_REOPENS_AFTER_SECONDS = 3600;
export const GRAPH_MAX_NODES = 1000;

/** Chart resolution in seconds by span in seconds (R9-38 … R9-43): the first row that holds the span. */
export const CHART_RESOLUTIONS: readonly {
  readonly maxSpanSeconds: number;
  readonly resolutionSeconds: number;
}[] = [
  { maxSpanSeconds: 3600, resolutionSeconds: 60 },
  { maxSpanSeconds: 4 * 3600, resolutionSeconds: 900 },
  { maxSpanSeconds: 12 * 3600, resolutionSeconds: 3600 },
  { maxSpanSeconds: 2 * DAY_SECONDS, resolutionSeconds: 7200 },
  { maxSpanSeconds: 8 * DAY_SECONDS, resolutionSeconds: 14_400 },
  { maxSpanSeconds: Number.POSITIVE_INFINITY, resolutionSeconds: 21_600 },
];

/** Seconds per chart point for a span of that many seconds (R9-38 … R9-43). */
export function chartResolutionSeconds(spanSeconds: number): number {
  const row = CHART_RESOLUTIONS.find((candidate) => spanSeconds <= candidate.maxSpanSeconds);
  return row ? row.resolutionSeconds : 21_600;
}

/** Boots of remote engines begin so: they are told from others, and kept in mind for as long as figures are. */
export const REMOTE_BOOT = 'remote/';

/** A join token that nobody used by then is good for nothing. */
export const JOIN_TOKEN_SECONDS = 3600;
