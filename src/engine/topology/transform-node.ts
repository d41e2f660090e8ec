import { conditionSchema } from '../../contract/conditions.ts';
import type {
  ComponentRegistry,
  RunningTransform,
  TransformComponent,
  TransformContext,
} from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { type CompiledCondition, compileCondition } from '../event/condition.ts';
import { createPath } from '../event/path.ts';
import type { PipelinePlan, PlanNode } from '../types/plan.ts';
import type { BatchPool } from './batch-pool.ts';
import type { EngineClock } from './clock.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import { nodeRefusal } from './problems.ts';
import { TransformState } from './transform-state.ts';

const TAG_PATH = createPath('penstock_error');

/** One error is a string, several are an array in order. */
function addTag(batch: Batch, event: number, errorName: string): void {
  const member = batch.isRawText(event) ? -1 : batch.get(event, TAG_PATH);
  if (member < 0) batch.setString(event, TAG_PATH, errorName);
  else {
    const former: unknown = JSON.parse(batch.json(member));
    batch.setJsonText(event, TAG_PATH, JSON.stringify([former, errorName].flat()));
  }
}

export type TransformParts = {
  readonly siteId: string;
  readonly errors: Pick<ErrorLog, 'add'>;
  readonly clock: EngineClock;
  readonly pool: BatchPool;
  readonly isTrial?: boolean;
};

export type ReadyTransform = {
  readonly running: RunningTransform;
  readonly condition: CompiledCondition | null;
  readonly onlyDrops: boolean;
  readonly state: TransformState | null;
  /** Continues under another graph version with the same settings. */
  become(owner: ErrorOwner, name: string): void;
};

export type Loaded = ReadonlyMap<PlanNode, unknown>;

/**
 * Loads code and files of the enabled transforms.
 * @throws EngineError naming the node
 */
export async function loadTransforms(
  { nodes, metaInfo }: Pick<PipelinePlan, 'nodes' | 'metaInfo'>,
  components: ComponentRegistry,
): Promise<Loaded> {
  const enabled = nodes.filter(
    ({ id, nodeType }) => nodeType === 'TRANSFORM' && metaInfo[id]?.disabled !== true,
  );
  const load = async (node: PlanNode): Promise<[PlanNode, unknown]> => {
    try {
      const { templateId, config, files = {} } = node;
      return [node, await components.transforms[templateId]?.load?.(config, files)];
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  };
  return new Map(await Promise.all(enabled.map(load)));
}

/** @throws errors of the component or condition */
export function makeTransform(
  node: PlanNode,
  component: TransformComponent,
  firstOwner: ErrorOwner,
  parts: TransformParts,
  loaded?: unknown,
): ReadyTransform {
  const { siteId, errors, clock, pool, isTrial = false } = parts;
  const { config } = node;
  const { onError } = config;
  let owner = firstOwner;
  let { name } = node;
  const report: TransformContext['report'] = (problem, example) =>
    errors.add(owner, problem, example === undefined ? undefined : () => example);
  const state = new TransformState({ pool, clock, owner: () => owner, report, isTrial });
  const context: TransformContext = {
    siteId,
    componentId: node.componentId,
    get name() {
      return name;
    },
    clock,
    loaded,
    report,
    fail: (batch, event, problem) => {
      errors.add(owner, problem, () => batch.bytesOf(event).toString());
      if (onError === 'drop') batch.drop(event);
      else if (onError === 'tag') addTag(batch, event, problem.errorName);
    },
    keep: (batch, event, kept) => state.keep(batch, event, kept),
    emit: (kept, write) => state.emit(kept, write),
  };
  const condition = config.condition === undefined || config.condition === null ? null : config.condition;
  const running = component.create(config, context);
  if (running.keeper) state.attachKeeper(running.keeper);
  return {
    running,
    condition: condition === null ? null : compileCondition(conditionSchema.parse(condition)),
    onlyDrops: component.onlyDrops === true && onError !== 'tag',
    state: running.keeper ? state : null,
    become(next, nextName) {
      owner = next;
      name = nextName;
    },
  };
}
