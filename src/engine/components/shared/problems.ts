import type { ComponentProblem } from '../types.ts';
import type { LongLineWords } from './long-lines.ts';

export const lineTooLong = (maxBytes: number): LongLineWords => ({
  errorName: 'LineTooLong',
  message: `A line is longer than ${maxBytes} bytes`,
  causes: ['The sender ends lines with something other than a newline', 'One event really is that large'],
  resolutions: ['Raise the longest line of the source', 'End each event with a newline at the sender'],
});

export const connectionsFull = (limit: number, ofAddress: number): ComponentProblem => ({
  errorName: 'TooManyConnections',
  message: `A connection was closed: ${limit} are open already, or ${ofAddress} of one address`,
  causes: [
    'More senders than expected',
    'Senders open connections and do not close them',
    'All senders come through one address, which may have half of the connections',
  ],
  resolutions: ['Raise the number of connections of the source', 'Configure senders to share connections'],
});
