import type { ComponentProblem } from '../components/types.ts';
import type { ProcessEnd } from '../runtime/watched-process.ts';
import { type EngineProblem, KEPT_EVENTS_LOST } from '../types/problem.ts';

const MIB = 1 << 20;

type Words = { errorName: string; what: string; causes: string[]; resolutions: string[] };

function chooseWords({ killedFor, signal, code }: ProcessEnd, memoryBytes: number): Words {
  if (killedFor === 'hung')
    return {
      errorName: 'PipelineHung',
      what: 'did not finish and was stopped',
      causes: ['A transform does not finish on an event'],
      resolutions: ['Simplify the pattern or the script of the transform that hangs'],
    };
  // V8 also ends this way when out of heap.
  if (killedFor === 'memory')
    return {
      errorName: 'PipelineTooMuchMemory',
      what: `took more than ${Math.round(memoryBytes / MIB)} MiB of memory and was stopped`,
      causes: ['A transform creates far more than came in, or keeps too many events'],
      resolutions: [
        'Limit what the transform makes or keeps: shorter windows, fewer groups, smaller results',
      ],
    };
  return {
    errorName: 'PipelineCrashed',
    what: `ended by itself (${signal ? `signal ${signal}` : `code ${code}`})`,
    causes: ['A transform crashed its process on an event, or ran out of memory'],
    resolutions: ['See the end of the service log, and report this'],
  };
}

export function describeIsolatedEnd(name: string, end: ProcessEnd, memoryBytes: number): EngineProblem {
  const { errorName, what, causes, resolutions } = chooseWords(end, memoryBytes);
  return {
    errorName,
    message: `The process of '${name}' ${what}`,
    causes,
    resolutions: [
      ...resolutions,
      'It restarts automatically; events that crash it repeatedly become dead letters of the pipeline',
    ],
  };
}

export function describeEngineEnd(name: string, end: ProcessEnd, memoryBytes: number): EngineProblem {
  const { errorName, what, causes, resolutions } = chooseWords(end, memoryBytes);
  return {
    errorName,
    message: `The engine ${what} while it worked on '${name}'`,
    causes,
    resolutions: [
      ...resolutions,
      `'${name}' continues in its own process, so that it cannot stop other pipelines`,
    ],
  };
}

export const endsProcess = (problem: EngineProblem, tries: number): ComponentProblem => ({
  errorName: problem.errorName,
  message: `${problem.message}, ${tries} times on the same event`,
  causes: problem.causes,
  resolutions: [...problem.resolutions, 'Look at the event among the dead letters of the pipeline'],
});

export const keptLost = (events: number): ComponentProblem => ({
  errorName: KEPT_EVENTS_LOST,
  message: `${events} events held by transforms were lost when the process of the pipeline ended`,
  causes: ['They were in its memory; sources that wait for an acknowledgement send them again'],
  resolutions: ['Fix what ended the process: see the error of the pipeline'],
});

export const PIPELINE_STOPPED: EngineProblem = {
  errorName: 'PipelineStopped',
  message: 'The pipeline was stopped in the meantime',
  causes: ['The engine is being stopped, or the pipeline was removed'],
  resolutions: ['Deploy it again'],
};
