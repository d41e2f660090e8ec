import type { EngineProblem } from '../types/problem.ts';
import type { ProcessEnd } from './watched-process.ts';

export const STOPPED: EngineProblem = {
  errorName: 'EngineStopped',
  message: 'The engine does not run',
  causes: ['It was stopped, or not started'],
  resolutions: ['Start the service again'],
};

export function crash({ signal, code, killedFor }: ProcessEnd): EngineProblem {
  const end = signal ? `signal ${signal}` : `code ${code}`;
  const [errorName, message, cause] =
    killedFor === 'hung'
      ? ['EngineHung', 'The engine did not answer and was ended', 'It was busy for seconds without a pause']
      : killedFor === 'memory'
        ? [
            'EngineTooMuchMemory',
            'The engine took too much memory and was ended',
            'A pipeline filled its memory',
          ]
        : ['EngineCrashed', `The engine ended by itself (${end})`, `Its process ended with ${end}`];
  return {
    errorName,
    message,
    causes: [cause],
    resolutions: ['It starts again by itself; if this repeats, look in the log for the cause'],
  };
}
