import { Refusal } from '../../shared/inbound/refusal.ts';

/**
 * Splunk's codes and texts, which clients act on.
 * https://docs.splunk.com/Documentation/Splunk/latest/Data/TroubleshootHTTPEventCollector
 */
const ANSWERS = {
  success: [200, 0, 'Success'],
  tokenDisabled: [403, 1, 'Token disabled'],
  tokenRequired: [401, 2, 'Token is required'],
  invalidAuthorization: [401, 3, 'Invalid authorization'],
  invalidToken: [403, 4, 'Invalid token'],
  noData: [400, 5, 'No data'],
  invalidFormat: [400, 6, 'Invalid data format'],
  incorrectIndex: [400, 7, 'Incorrect index'],
  internalError: [500, 8, 'Internal server error'],
  busy: [503, 9, 'Server is busy'],
  channelMissing: [400, 10, 'Data channel is missing'],
  invalidChannel: [400, 11, 'Invalid data channel'],
  eventRequired: [400, 12, 'Event field is required'],
  eventBlank: [400, 13, 'Event field cannot be blank'],
  ackDisabled: [400, 14, 'ACK is disabled'],
  invalidFields: [400, 15, 'Error in handling indexed fields'],
  queryTokenOff: [400, 16, 'Query string authorization is not enabled'],
  healthy: [200, 17, 'HEC is healthy'],
  unhealthy: [503, 18, 'HEC is unhealthy, queues are full'],
  tooLarge: [413, 27, 'Request entity too large'],
  notFound: [404, 404, 'The requested URL was not found on this server.'],
  wrongMethod: [405, 405, 'Method Not Allowed'],
} as const satisfies Record<string, readonly [status: number, code: number, text: string]>;

export type AnswerName = keyof typeof ANSWERS;

export const answerBody = (name: AnswerName): { text: string; code: number } => {
  const [, code, text] = ANSWERS[name];
  return { text, code };
};

export const getStatus = (name: AnswerName): number => ANSWERS[name][0];

export class HecRefusal extends Refusal {
  readonly answer: AnswerName;
  /** Index (from 0) of the invalid event. */
  readonly eventNumber: number | undefined;
  /** For the operator; defaults to Splunk's text. */
  readonly detail: string | undefined;
  example: string | undefined;

  constructor(answer: AnswerName, more: { eventNumber?: number; detail?: string } = {}) {
    super(ANSWERS[answer][0], ANSWERS[answer][2]);
    this.answer = answer;
    this.eventNumber = more.eventNumber;
    this.detail = more.detail;
  }
}

const BY_STATUS: Readonly<Record<number, AnswerName>> = {
  400: 'invalidFormat',
  413: 'tooLarge',
  415: 'invalidFormat',
  429: 'busy',
  503: 'busy',
};

export function toAnswer(error: unknown): { status: number; body: object; headers: Record<string, string> } {
  if (error instanceof HecRefusal) {
    const number = error.eventNumber === undefined ? {} : { 'invalid-event-number': error.eventNumber };
    return { status: error.status, body: { ...answerBody(error.answer), ...number }, headers: error.headers };
  }
  const status = error instanceof Refusal ? error.status : 500;
  const name = BY_STATUS[status] ?? 'internalError';
  return {
    status: getStatus(name),
    body: answerBody(name),
    headers: error instanceof Refusal ? error.headers : {},
  };
}
