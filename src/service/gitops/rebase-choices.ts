import type { Rebase, RequestConflict } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Choices } from '../../graph/three-way.ts';

const refuse = (message: string): never => {
  throw new ContractError('CONFLICT', message);
};

/** @throws ContractError CONFLICT naming the first conflict without a current choice */
export function takeChoices(conflicts: readonly RequestConflict[], { choices }: Rebase): Choices {
  const taken = new Map<string, 'mine' | 'theirs'>();
  for (const { pipelineId, key, seen, node, field } of conflicts) {
    const choice = choices.find((one) => one.pipelineId === pipelineId && one.key === key);
    const what = node === '' ? `the ${field} of the pipeline` : `'${node}' (${field})`;
    if (!choice) refuse(`Both changed ${what}: choose mine or theirs for each conflict, then rebase`);
    else if (choice.seen !== seen)
      refuse(`${what} was changed again in the meantime: look at it, and choose anew`);
    else taken.set(key, choice.take);
  }
  return taken;
}
