import type { PreviewEnd } from '../types/preview.ts';
import type { EngineProblem } from '../types/problem.ts';
import { MEMORY_LIMIT_BYTES } from './messages.ts';

const ended = (errorName: PreviewEnd, message: string, cause: string, resolution: string): EngineProblem => ({
  errorName,
  message,
  causes: [cause],
  resolutions: [resolution],
});

export const tooLong = (limitMs: number): EngineProblem =>
  ended(
    'PreviewTooLong',
    `The run was stopped after ${limitMs / 1000} s`,
    'A transform takes very long on one of the events',
    'Use fewer or shorter events, or simplify the patterns and conditions',
  );

export const TOO_MUCH_MEMORY = 'PreviewTooMuchMemory' satisfies PreviewEnd;
export const tooMuchMemory = (): EngineProblem =>
  ended(
    TOO_MUCH_MEMORY,
    `The run was stopped because it needed more than ${MEMORY_LIMIT_BYTES >> 20} MiB of memory`,
    'A transform makes very large events',
    'Use fewer or shorter events, or look for a value that grows with each step',
  );

export const tooLarge = (): EngineProblem =>
  ended(
    'PreviewTooLarge',
    'The results of the run are too long to show',
    'Large events pass through many nodes',
    'Use fewer events, or ask for the results of fewer nodes',
  );

export const busy = (): EngineProblem =>
  ended(
    'PreviewBusy',
    'Too many runs are waiting',
    'Other people are previewing drafts',
    'Try again in a few seconds',
  );

export const crashed = (end: string): EngineProblem =>
  ended(
    'PreviewCrashed',
    `The process of the run ended by itself (${end})`,
    'It ran out of memory, or something ended it',
    'Try again with fewer events; the log of the service says more',
  );
