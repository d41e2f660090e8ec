/** Business constants (specification, section 9). */
export const TIME_FILTER_MAX_DAYS = 60;
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 86_400;
/** 30 days. */
export const MONTH_SECONDS = 2_592_000;
/** 365 days. */
export const YEAR_SECONDS = 31_536_000;
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
/** Fallback: the live channel is faster. */
export const POLL_NOTIFICATIONS_MS = 900_000;
export const NOTIFICATION_LIST_MAX = 100;
/** Fallback. */
export const POLL_ALERTS_MS = 60_000;
export const ALERT_LIST_MAX = 500;
export const BADGE_MAX = 99;
export const POLL_STATUS_IN_ACTION_MS = 5000;
export const POLL_STATUS_RUNNING_MS = 30_000;
/** Rollouts ask thousands of agents in steps. */
export const COLLECTORS_DEPLOY_LIMIT_MS = 3_600_000;
/** After this, a deployment is rolled back. */
export const DEPLOY_TIME_LIMIT_MS = 60_000;
/** After this, an unfinished action is overdue. */
export const ACTION_OVERDUE_MS = 75_000;
export const EMPTY_TIME = '0001-01-01T00:00:00Z';

export const NAME_MAX_LENGTH = 128;
export const DESCRIPTION_MAX_LENGTH = 2000;
export const NOTES_MAX_LENGTH = 4000;
/** Events use the sources' own ports. */
export const API_BODY_MAX_BYTES = 4_000_000;
/** Larger events become dead letters (a 5 MB line by default). */
export const EVENT_MAX_BYTES_DEFAULT = 1_048_576;
/** Payload of a datagram over IPv4. */
export const DATAGRAM_MAX_BYTES = 65_507;
/** Silence after which an acknowledged error that recurs is unacknowledged again. */
export const ERROR_REOPENS_AFTER_SECONDS = 3600;
export const GRAPH_MAX_NODES = 1000;
export const LOG_QUERY_MAX_LENGTH = 4096;

/** In seconds: the first row that holds the span applies. */
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

export function chartResolutionSeconds(spanSeconds: number): number {
  const row = CHART_RESOLUTIONS.find((candidate) => spanSeconds <= candidate.maxSpanSeconds);
  return row ? row.resolutionSeconds : 21_600;
}

/** Prefix of remote engines' boot ids, kept as long as their figures. */
export const REMOTE_BOOT = 'remote/';

export const JOIN_TOKEN_SECONDS = 3600;

export const OPAMP_PATH = '/v1/opamp';
/** OTLP/HTTP, from agents. */
export const OPAMP_METRICS_PATH = '/v1/opamp/metrics';
export const OPAMP_LOGS_PATH = '/v1/opamp/logs';
export const OPAMP_TAP_PATH = '/v1/opamp/tap';
/** Per message, also unpacked. */
export const OPAMP_MAX_BYTES = 1_048_576;

export const CONVERSATION_SEARCH_MAX_LENGTH = 200;
