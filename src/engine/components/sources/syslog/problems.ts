import type { LongLineWords } from '../../shared/long-lines.ts';
import type { ComponentProblem } from '../../types.ts';

export const notSyslog: ComponentProblem = {
  errorName: 'SyslogFrameBroken',
  message:
    'A message is not valid syslog; it was kept as received, with the reason in the field syslog_error',
  causes: [
    'The sender writes another format than the source expects',
    'The sender splits messages over lines',
  ],
  resolutions: [
    'Set the format of the source to what the sender writes',
    'For plain lines of text use the source TCP lines',
  ],
  level: 'WARN',
};

export const lostFraming: ComponentProblem = {
  errorName: 'SyslogFramingLost',
  message: 'A message is not preceded by its length, or was cut off; the connection was closed',
  causes: [
    'The sender ends messages with a newline instead of counting bytes',
    'The connection was lost in the middle of a message',
  ],
  resolutions: ['Set the framing of the source to that of the sender, or to detect automatically'],
};

export const messageTooLong = (maxBytes: number): LongLineWords => ({
  errorName: 'SyslogMessageTooLong',
  message: `A message is longer than ${maxBytes} bytes`,
  causes: ['One message really is that large', 'The sender does not end messages as the source expects'],
  resolutions: ['Raise the longest message of the source', 'Check the framing of the sender'],
});
