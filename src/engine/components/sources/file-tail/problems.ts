import { getErrorMessage } from '../../../../contract/values.ts';
import { getErrorCode } from '../../shared/system-errors.ts';
import type { ComponentProblem } from '../../types.ts';

export const fileMissing = (path: string): ComponentProblem => ({
  errorName: 'FileMissing',
  message: `No file at ${path} yet; waiting for it`,
  causes: ['The program that writes it has not started', 'The path was mistyped'],
  resolutions: ['Check the path of the source', 'Start the program: the file is read as soon as it is there'],
  level: 'INFO',
});

export const fileReplaced = (path: string): ComponentProblem => ({
  errorName: 'FileReplaced',
  message: `${path} was truncated or replaced; it is read from the beginning`,
  causes: ['Log rotation that copies and truncates', 'A program that restarts its log'],
  resolutions: ['Nothing to do if this was intended', 'Rotate by renaming to be sure that no line is missed'],
  level: 'INFO',
});

export const fileGone = (path: string): ComponentProblem => ({
  errorName: 'FileGone',
  message: `${path} was deleted or moved away while the source was stopped; lines at its end may be missing`,
  causes: ['Log rotation compressed or deleted the file'],
  resolutions: ['Keep the last rotated file uncompressed (delaycompress in logrotate)'],
  level: 'WARN',
});

export const lineUnfinished = (path: string): ComponentProblem => ({
  errorName: 'LineUnfinished',
  message: `The last line of ${path} has no newline; waiting for the rest of it`,
  causes: ['The program is still writing the line', 'The program ends its last line without newline'],
  resolutions: [
    'Nothing to do while the program runs',
    'Set how long the source waits before it takes such a line',
  ],
  level: 'INFO',
});

export const eventCut = (maxBytes: number, maxLines = 1): ComponentProblem => ({
  errorName: 'EventCut',
  message: `An event of several lines has more than ${maxBytes} bytes or ${maxLines} lines; the rest became an event of its own`,
  causes: ['The pattern does not match the first line of events', 'One event really is that large'],
  resolutions: ['Check the pattern of the source', 'Raise its longest line, or the lines of an event'],
  level: 'WARN',
});

export const isDenied = (error: unknown): boolean =>
  getErrorCode(error) === 'EACCES' || getErrorCode(error) === 'EPERM';

export function cannotRead(path: string, error: unknown): ComponentProblem {
  const denied = isDenied(error);
  return {
    errorName: denied ? 'FileNotReadable' : 'FileReadFailed',
    message: denied
      ? `The service may not read ${path}`
      : `${path} cannot be read: ${getErrorMessage(error)}`,
    causes: [denied ? 'The file belongs to another user' : 'The operating system refused it'],
    resolutions: [
      denied
        ? 'Give the user of the service read permission (often group adm)'
        : 'Check the disk and the path',
      'Reading is retried automatically',
    ],
  };
}
