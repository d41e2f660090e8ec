import type { Refusal } from '../../shared/inbound/refusal.ts';
import type { ComponentProblem } from '../../types.ts';

export function describeRefusal({ status, message }: Refusal): ComponentProblem {
  if (status === 413)
    return {
      errorName: 'RequestTooLarge',
      message: `A request was refused: ${message}`,
      causes: ['Batches of the sender exceed the limits of the source'],
      resolutions: ['Configure the sender to send smaller batches', 'Raise the limits of the source'],
      level: 'WARN',
    };
  if (status === 401)
    return {
      errorName: 'Unauthorized',
      message: 'A request with wrong or missing credentials was refused',
      causes: ['Sender and source have different credentials', 'An unauthorized sender tries to connect'],
      resolutions: ['Give the sender the credentials of the source'],
      level: 'WARN',
    };
  if (status === 415)
    return {
      errorName: 'UnknownEncoding',
      message: `A request was refused: ${message}`,
      causes: ['The sender uses a compression or charset that is not supported'],
      resolutions: ['Configure the sender to use gzip, Zstandard or no compression, and UTF-8'],
      level: 'WARN',
    };
  return {
    errorName: 'MalformedJson',
    message: `A request was refused: ${message}`,
    causes: ['The sender does not write valid JSON', 'The content type does not fit the content'],
    resolutions: [
      'Correct the line at the sender; nothing of the request was taken, so it can be sent again',
      'Set the format of the source to text when lines need not be JSON',
    ],
    level: 'WARN',
  };
}
