import { formatErrorText } from '../contract/errors.ts';
import { EngineError, type EngineProblem } from '../engine/port.ts';
import type { Store } from './store/index.ts';

export const formatProblem = (problem: EngineProblem): string =>
  formatErrorText({ title: problem.message, causes: problem.causes, resolutions: problem.resolutions });

export const toEngineProblem = (error: unknown): EngineProblem =>
  error instanceof EngineError
    ? error.problem
    : {
        errorName: 'ENGINE_FAILED',
        message: error instanceof Error ? error.message : 'The engine did not answer',
        causes: ['The engine process stopped or did not answer in time'],
        resolutions: ['Try again; the service log says more'],
      };

export async function addNodeName(store: Store, problem: EngineProblem): Promise<EngineProblem> {
  const { nodeId, message } = problem;
  if (nodeId === undefined) return problem;
  const [connections, transforms] = await Promise.all([
    store.nodes.findMany([nodeId]),
    store.transforms.findMany([nodeId]),
  ]);
  const name = connections[0]?.name ?? transforms[0]?.name;
  return name === undefined || message.includes(`'${name}'`)
    ? problem
    : { ...problem, message: `'${name}': ${message}` };
}
