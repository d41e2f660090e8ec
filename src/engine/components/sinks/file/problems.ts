import { getErrorMessage } from '../../../../contract/values.ts';
import { getErrorCode } from '../../shared/system-errors.ts';
import type { ComponentProblem } from '../../types.ts';

/** Errors of the path itself, which do not pass. */
export const HOPELESS = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP']);

export function fileProblem(error: unknown, path: string): ComponentProblem {
  switch (getErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        errorName: 'DiskFull',
        message: `No space is left to write ${path}`,
        causes: ['The disk is full', 'The quota of the user is used up'],
        resolutions: [
          'Free space on the disk: writing continues automatically',
          'Keep fewer or smaller files',
          'Move the file to another disk',
        ],
      };
    case 'EACCES':
    case 'EPERM':
      return {
        errorName: 'FileNotWritable',
        message: `The service may not write ${path}`,
        causes: ['File or folder belongs to another user', 'Their permissions do not let this user write'],
        resolutions: [
          'Give the user of the service write permission: writing continues automatically',
          'Choose another path',
        ],
      };
    case 'EROFS':
      return {
        errorName: 'DiskReadOnly',
        message: `The disk of ${path} is mounted read-only`,
        causes: ['It is intended', 'The system made it read-only after an error of the disk'],
        resolutions: ['Mount it writable: writing continues automatically', 'Choose another path'],
      };
    case 'EISDIR':
      return {
        errorName: 'PathIsFolder',
        message: `${path} is a folder`,
        causes: ['The path lacks the name of the file'],
        resolutions: ['Add a file name to the path'],
      };
    case 'ENOTDIR':
    case 'EEXIST':
      return {
        errorName: 'FolderIsFile',
        message: `A part of the path ${path} is a file, not a folder`,
        causes: ['A file of that name is where a folder should be'],
        resolutions: ['Choose another path', 'Move that file away'],
      };
    case 'EMFILE':
    case 'ENFILE':
      return {
        errorName: 'TooManyOpenFiles',
        message: `${path} cannot be opened: too many files are open`,
        causes: ['The limit of open files of the service is reached'],
        resolutions: ['Raise the limit (ulimit -n): writing continues automatically'],
      };
    default:
      return {
        errorName: 'FileWriteFailed',
        message: `${path} cannot be written: ${getErrorMessage(error)}`,
        causes: ['The operating system refused it'],
        resolutions: ['Check the disk and the path; writing is retried automatically'],
      };
  }
}
