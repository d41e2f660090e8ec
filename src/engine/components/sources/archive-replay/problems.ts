import type { ComponentProblem } from '../../types.ts';

export const fileNotRead = (reason: string): ComponentProblem => ({
  errorName: 'ArchiveFileNotRead',
  message: `A file of the archive could not be fully read: ${reason}`,
  causes: ['The file was cut short, damaged or deleted', 'The disk failed', 'The bucket did not send it'],
  resolutions: [
    'Restore the file if there is a copy, then retry the hydration: only what is missing is read then',
  ],
  level: 'WARN',
});

export const NO_RECORD: ComponentProblem = {
  errorName: 'NoArchiveRecord',
  message: 'A line of an archive file is no record of an archive; it was left out and counted as dropped',
  causes: ['Something else wrote to the file', 'The line was damaged on the disk'],
  resolutions: ['Look at the file, and keep other programs from writing to the folder of the archive'],
  level: 'WARN',
};

export const TOO_DEEP: ComponentProblem = {
  errorName: 'EventTooDeep',
  message: 'An event is nested too deep for the filter to look into; it was left out and counted as dropped',
  causes: ['The event holds thousands of objects inside each other'],
  resolutions: ['Hydrate without a filter'],
  level: 'WARN',
};

export const cannotStart = (message: string): ComponentProblem => ({
  errorName: 'ArchiveNotRead',
  message,
  causes: ['The folder was moved or deleted, or the service may not read it', 'The bucket did not answer'],
  resolutions: ['Make the folder readable again, then retry the hydration'],
});
