import { getErrorMessage } from '../../../../contract/values.ts';
import type { Batch } from '../../../event/batch.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import { ComponentError, type ComponentProblem, type TransformComponent } from '../../types.ts';
import { AnswerWriter } from './apply-answer.ts';
import { loadInterpreter, Sandbox, type ScriptFailure, type ScriptLimits } from './sandbox.ts';
import { scriptSchema } from './schema.ts';

/** Events that one event may become, as with `unroll`. */
export const MAX_MADE = 10_000;
/** After this many timeouts in a row the script pauses, so that it cannot stall the pipeline. */
export const TIMEOUTS_IN_A_ROW = 10;
export const REST_MS = 5000;

const LOOK_AT_IT = 'Try the script on sample events in the preview';

const failures = {
  error: {
    errorName: 'ScriptError',
    causes: [
      'The script does something this event does not allow, such as reading a field of a missing object',
    ],
    resolutions: [LOOK_AT_IT, 'Test for the field first, as in event.user?.name'],
  },
  timeout: {
    errorName: 'ScriptTimeout',
    causes: ['The script loops without end, or does much on a large event'],
    resolutions: [
      LOOK_AT_IT,
      'Give it more time for one event',
      'Add a condition so that fewer events come here',
    ],
  },
  memory: {
    errorName: 'ScriptOutOfMemory',
    causes: ['The script builds something large, or the event is large'],
    resolutions: [LOOK_AT_IT, 'Give it more memory', 'Add a condition so that large events do not come here'],
  },
  result: {
    errorName: 'ScriptResult',
    causes: ['The script returns something that is not an event'],
    resolutions: ['Return nothing, null, an object, or a list of objects'],
  },
} as const;

const RESTING: ComponentProblem = {
  errorName: 'ScriptResting',
  message: `The script was not run: it took too long ${TIMEOUTS_IN_A_ROW} times in a row, and pauses for ${REST_MS / 1000} s`,
  causes: failures.timeout.causes,
  resolutions: failures.timeout.resolutions,
};
const TOO_MANY: ComponentProblem = {
  ...failures.result,
  message: `The script made more than ${MAX_MADE} events from one`,
};

/** A script may invent paths. */
const PATHS_KEPT = 1000;

/** Errors are grouped by name and script messages are arbitrary, so few are kept. */
const MESSAGES_KEPT = 20;

function problems(limits: string) {
  const known = new Map<string, ComponentProblem>();
  return ({ kind, message }: ScriptFailure): ComponentProblem => {
    const text =
      kind === 'error' || kind === 'result'
        ? `The script ${kind === 'error' ? 'failed: ' : ''}${message}`
        : `The script ${kind === 'timeout' ? 'took too long' : 'needed too much memory'} (${limits})`;
    const same = known.get(text);
    if (same) return same;
    const problem: ComponentProblem = { ...failures[kind], message: text };
    if (known.size < MESSAGES_KEPT) known.set(text, problem);
    return problem;
  };
}

const getLimits = (input: Record<string, unknown>): ScriptLimits => {
  const { timeoutMs, memoryMiB } = scriptSchema.parse(input);
  return { timeoutMs, memoryBytes: memoryMiB * 1024 * 1024 };
};

/**
 * Raw text becomes an object with `message`; when unchanged it stays raw text. Untouched fields keep their
 * bytes.
 */
export const scriptTransform: TransformComponent = {
  load: (config) => loadInterpreter(getLimits(config)),
  create(input, context) {
    const { code, timeoutMs, memoryMiB } = scriptSchema.parse(input);
    const sandbox = newSandbox(code, getLimits(input));
    const createProblem = problems(`at most ${timeoutMs} ms and ${memoryMiB} MiB`);
    const answers = new AnswerWriter();
    const paths = new Map<string, Path>();
    let timeouts = 0;

    const findPath = (text: string): Path => {
      const known = paths.get(text) ?? parsePath(text);
      if (paths.size < PATHS_KEPT) paths.set(text, known);
      return known;
    };
    let restsUntil = 0;

    const run = (batch: Batch, event: number): ComponentProblem | null => {
      if (restsUntil > 0) {
        if (performance.now() < restsUntil) return RESTING;
        restsUntil = 0;
      }
      const before = batch.toJsonText(event);
      const answer = sandbox.run(before, (path) => batch.textAt(event, findPath(path)));
      if (answer !== null && 'kind' in answer) {
        timeouts = answer.kind === 'timeout' ? timeouts + 1 : 0;
        if (timeouts >= TIMEOUTS_IN_A_ROW) {
          timeouts = TIMEOUTS_IN_A_ROW - 1;
          restsUntil = performance.now() + REST_MS;
        }
        return createProblem(answer);
      }
      timeouts = 0;
      if (answer === null) return null;
      const [first, ...others] = answer;
      if (others.length >= MAX_MADE) return TOO_MANY;
      if (first === undefined) batch.drop(event);
      else answers.replace(batch, event, before, first);
      for (const other of others) answers.append(batch, before, other);
      return null;
    };
    return {
      process(batch, event) {
        const problem = run(batch, event);
        if (problem) context.fail(batch, event, problem);
      },
    };
  },
};

function newSandbox(code: string, limits: ScriptLimits): Sandbox {
  try {
    return new Sandbox(code, limits);
  } catch (cause) {
    const reason = getErrorMessage(cause);
    throw new ComponentError({
      errorName: 'ScriptInvalid',
      message: `The script cannot be used: ${reason}`,
      causes: [
        'It uses JavaScript that the interpreter does not know',
        'It needs more memory than it may have',
      ],
      resolutions: [LOOK_AT_IT, 'Write it in plainer JavaScript'],
    });
  }
}
