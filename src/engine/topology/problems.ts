import { z } from 'zod';
import { getErrorMessage } from '../../contract/values.ts';
import { ComponentError, type ComponentProblem } from '../components/types.ts';
import type { PlanNode } from '../types/plan.ts';
import { EngineError, type EngineProblem, KEPT_EVENTS_LOST } from '../types/problem.ts';
import { isDiskFull } from './reserve.ts';

export function refusal(
  errorName: string,
  message: string,
  causes: string[],
  resolutions: string[],
  nodeId?: string,
): EngineError {
  return new EngineError({ errorName, message, causes, resolutions, nodeId });
}

function describeError(error: unknown): string {
  if (error instanceof z.core.$ZodError)
    return error.issues.map((issue) => `${issue.path.join('.') || 'config'}: ${issue.message}`).join('; ');
  return getErrorMessage(error);
}

function nameOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return 'WrongConfiguration';
  return error instanceof Error && error.name !== 'Error' ? error.name : 'UnexpectedError';
}

/** Passes a component's own problem. */
export function problemOf(error: unknown, what: string): ComponentProblem {
  if (error instanceof Error && 'problem' in error && isProblem(error.problem)) return error.problem;
  const name = nameOf(error);
  return {
    errorName: name,
    message: `${what}: ${describeError(error)}`,
    causes: [describeError(error)],
    resolutions: isDiskFull(error)
      ? ['Free space or inodes on the disk that the cause names, then try again']
      : ['Check the configuration of this node; if it is right, check the log of the engine'],
  };
}

function isProblem(value: unknown): value is ComponentProblem {
  return typeof value === 'object' && value !== null && 'errorName' in value && 'resolutions' in value;
}

export function nodeRefusal(node: Pick<PlanNode, 'id' | 'name'>, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const problem = problemOf(error, `'${node.name}' cannot start`);
  return new EngineError({ ...toEngineProblem(problem), nodeId: node.id });
}

export function toEngineProblem(problem: ComponentProblem): EngineProblem {
  return {
    errorName: problem.errorName,
    message: problem.message,
    causes: [...problem.causes],
    resolutions: [...problem.resolutions],
  };
}

const hangs = (kind: 'Source' | 'Destination', name: string, what: string, ms: number): ComponentError =>
  new ComponentError({
    errorName: `${kind}Hangs`,
    message: `'${name}' did not ${what} within ${ms / 1000} s`,
    causes: [`The disk, the network or the peer of the ${kind.toLowerCase()} does not respond`],
    resolutions: [`Check what '${name}' reaches, then deploy again`],
  });

export const sourceHangs = (name: string, what: 'start' | 'stop', ms: number): ComponentError =>
  hangs('Source', name, what, ms);
export const destinationHangs = (
  name: string,
  what: 'open' | 'close' | 'end a write',
  ms: number,
): ComponentError => hangs('Destination', name, what, ms);

export const unknownTemplate = (node: PlanNode): ComponentError =>
  new ComponentError({
    errorName: 'UnknownType',
    message: `'${node.name}' has the unknown type '${node.templateId}'`,
    causes: [`This version of the engine has no ${node.nodeType.toLowerCase()} of that type`],
    resolutions: ['Choose another type, or update the engine'],
  });

export const noArchive = (node: PlanNode): ComponentError =>
  new ComponentError({
    errorName: 'NoArchive',
    message: `'${node.name}' cannot hold an archive`,
    causes: [`Destinations of type '${node.templateId}' keep nothing that can be listed and read again`],
    resolutions: ['Choose a file or an S3 bucket as the archive destination'],
  });

/** For a step that acknowledges events on receipt. */
export const keptLostAtKill = (events: number): ComponentProblem => ({
  errorName: KEPT_EVENTS_LOST,
  message: `At most ${events.toLocaleString('en-US')} events that this step held are missing from its results`,
  causes: [
    'They were in memory only when the engine was killed, and the step acknowledges events when it takes them',
  ],
  resolutions: ["Set 'Sources are acknowledged' of the step to 'With the result', so that none can be lost"],
});
