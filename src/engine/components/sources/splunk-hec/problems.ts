import type { Refusal } from '../../shared/inbound/refusal.ts';
import type { ComponentProblem } from '../../types.ts';
import { HecRefusal } from './answers.ts';

const wrongToken: ComponentProblem = {
  errorName: 'Unauthorized',
  message: 'A request with a wrong, disabled or missing token was refused',
  causes: ['Sender and source have different tokens', 'An unauthorized sender tries to connect'],
  resolutions: ['Give the sender a token of the source', 'Add its token to those of the source'],
  level: 'WARN',
};

const tooLarge = (message: string): ComponentProblem => ({
  errorName: 'RequestTooLarge',
  message: `A request was refused: ${message}`,
  causes: ['Batches of the sender exceed the limits of the source'],
  resolutions: ['Configure the sender to send smaller batches', 'Raise the limits of the source'],
  level: 'WARN',
});

const wrongIndex: ComponentProblem = {
  errorName: 'IndexNotAllowed',
  message: 'A request was refused: one of its events is for an index that is not allowed',
  causes: ['The sender writes to an index that the source does not list'],
  resolutions: ['Add the index to the allowed ones of the source', 'Correct the index at the sender'],
  level: 'WARN',
};

const malformed = (message: string): ComponentProblem => ({
  errorName: 'MalformedRequest',
  message: `A request was refused: ${message}`,
  causes: ['The sender does not write what the HTTP Event Collector takes', 'It uses the wrong address'],
  resolutions: ['Correct the sender by what the answer says; the code is that of Splunk'],
  level: 'WARN',
});

export function describeHecRefusal(error: Refusal): ComponentProblem | null {
  const { status } = error;
  const detail = error instanceof HecRefusal ? error.detail : undefined;
  if (status === 401 || status === 403) return wrongToken;
  if (status === 413) return tooLarge(detail ?? error.message);
  if (status === 404 || status === 405 || status === 429 || status === 503) return null;
  const answer = error instanceof HecRefusal ? error.answer : undefined;
  // Some senders probe with an empty request.
  if (answer === 'noData') return null;
  if (answer === 'incorrectIndex') return wrongIndex;
  return malformed(detail ? `${error.message} (${detail})` : error.message);
}
