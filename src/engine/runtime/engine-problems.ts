import type { EngineProblem } from '../types/problem.ts';
import type { ProcessEnd } from './watched-process.ts';

export const STOPPED: EngineProblem = {
  errorName: 'EngineStopped',
  message: 'The engine does not run',
  causes: ['It was stopped, or not started'],
  resolutions: ['Start the service again'],
};

/** @param fullFolder the engine's folder, when its disk is full */
export function crash({ signal, code, killedFor }: ProcessEnd, fullFolder?: string): EngineProblem {
  const end = signal ? `signal ${signal}` : `code ${code}`;
  const [errorName, message, cause] =
    killedFor === 'hung'
      ? [
          'EngineHung',
          'The engine did not respond and was stopped',
          'It was busy for seconds without interruption',
        ]
      : killedFor === 'memory'
        ? [
            'EngineTooMuchMemory',
            'The engine used too much memory and was stopped',
            'A pipeline filled its memory',
          ]
        : ['EngineCrashed', `The engine ended by itself (${end})`, `Its process exited with ${end}`];
  const again = 'It restarts automatically; if this repeats, see the log for the cause';
  if (fullFolder === undefined) return { errorName, message, causes: [cause], resolutions: [again] };
  return {
    errorName,
    message: `${message}; the disk of ${fullFolder} is full`,
    causes: [cause, `The disk of ${fullFolder} is full`],
    resolutions: ['Free space on the disk of the data folder', again],
  };
}
