import { conditionSchema } from '../../contract/conditions.ts';
import type {
  ComponentRegistry,
  RunningTransform,
  TransformComponent,
  TransformContext,
} from '../components/types.ts';
import { type CompiledCondition, compileCondition } from '../event/condition.ts';
import { pathOf } from '../event/path.ts';
import type { PipelinePlan, PlanNode } from '../port.ts';
import type { BatchPool } from './batch-pool.ts';
import type { EngineClock } from './clock.ts';
import type { ErrorLog, ErrorOwner } from './error-log.ts';
import { Holding } from './holding.ts';
import { nodeRefusal } from './problems.ts';

/** Where `onError: tag` writes the error's name. */
const TAG_PATH = pathOf('penstock_error');

/** What all transforms of a flow share. */
export type TransformParts = {
  readonly siteId: string;
  readonly errors: Pick<ErrorLog, 'add'>;
  readonly clock: EngineClock;
  readonly pool: BatchPool;
  /** Tried on events, see HoldingDeps. */
  readonly isTrial?: boolean;
};

export type ReadyTransform = {
  readonly running: RunningTransform;
  readonly condition: CompiledCondition | null;
  readonly onlyDrops: boolean;
  /** What it keeps back; null when it never does. */
  readonly holding: Holding | null;
  /** It goes on as this node: of another version of the graph, with the same settings. */
  become(owner: ErrorOwner, name: string): void;
};

/** What was loaded for transforms, by node. */
export type Loaded = ReadonlyMap<PlanNode, unknown>;

/**
 * Loads what the enabled transforms of a plan need beyond the engine's own code: code, and contents of files.
 * @throws EngineError naming the node.
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

/** Makes a transform ready to run. Throws what the component or the condition throws. */
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
  const holding = new Holding({ pool, clock, owner: () => owner, report, isTrial });
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
      else if (onError === 'tag') batch.setString(event, TAG_PATH, problem.errorName);
    },
    keep: (batch, event, kept) => holding.keep(batch, event, kept),
    emit: (kept, write) => holding.emit(kept, write),
  };
  const condition = config.condition === undefined || config.condition === null ? null : config.condition;
  const running = component.create(config, context);
  if (running.keeper) holding.keepFor(running.keeper);
  return {
    running,
    condition: condition === null ? null : compileCondition(conditionSchema.parse(condition)),
    onlyDrops: component.onlyDrops === true && onError !== 'tag',
    holding: running.keeper ? holding : null,
    become(next, nextName) {
      owner = next;
      name = nextName;
    },
  };
}
