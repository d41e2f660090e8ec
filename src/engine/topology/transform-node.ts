import { conditionSchema } from '../../contract/conditions.ts';
import type { RunningTransform, TransformComponent, TransformContext } from '../components/types.ts';
import { type CompiledCondition, compileCondition } from '../event/condition.ts';
import { pathOf } from '../event/path.ts';
import type { PlanNode } from '../port.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';

/** Where `onError: tag` writes the error's name. */
const TAG_PATH = pathOf('penstock_error');

export type ReadyTransform = {
  readonly running: RunningTransform;
  readonly condition: CompiledCondition | null;
  readonly onlyDrops: boolean;
};

/** Makes a transform ready to run. Throws what the component or the condition throws. */
export function makeTransform(
  node: PlanNode,
  component: TransformComponent,
  owner: ErrorOwner,
  siteId: string,
  errors: ErrorLog,
): ReadyTransform {
  const { config } = node;
  const { onError } = config;
  const context: TransformContext = {
    siteId,
    componentId: node.componentId,
    name: node.name,
    report: (problem, example) =>
      errors.add(owner, problem, example === undefined ? undefined : () => example),
    fail: (batch, event, problem) => {
      errors.add(owner, problem, () => batch.bytesOf(event).toString());
      if (onError === 'drop') batch.drop(event);
      else if (onError === 'tag') batch.setString(event, TAG_PATH, problem.errorName);
    },
  };
  const condition = config.condition === undefined || config.condition === null ? null : config.condition;
  return {
    running: component.create(config, context),
    condition: condition === null ? null : compileCondition(conditionSchema.parse(condition)),
    onlyDrops: component.onlyDrops === true && onError !== 'tag',
  };
}
