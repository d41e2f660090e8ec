import type { EngineProblem } from '../types/problem.ts';

export const tookTooLong = (limitMs: number): EngineProblem => ({
  errorName: 'TestTooLong',
  message: `No answer came within ${limitMs / 1000} s`,
  causes: ['The receiver does not answer', 'A firewall silently drops the packets'],
  resolutions: ['Check host and port', 'Try the address from this machine by hand, for instance with curl'],
});

export const busy = (): EngineProblem => ({
  errorName: 'TestBusy',
  message: 'Too many tests are waiting',
  causes: ['Other people are testing sources and destinations'],
  resolutions: ['Try again in a few seconds'],
});

export const ended = (how: string): EngineProblem => ({
  errorName: 'TestEnded',
  message: `The process of the test ended before it was done (${how})`,
  causes: ['It ran out of memory, or something ended it'],
  resolutions: ['Try again; the log of the service says more'],
});
