import { type AnyStateMachine, getNextSnapshot, type SnapshotFrom } from 'xstate';
import type { MachineModel, ModelEvent } from '../../machines/model.ts';
import {
  formatEdgeLabel,
  formatEventLabel,
  initialOf,
  type ModelPath,
  type ModelPaths,
  makePaths,
  type PathStep,
} from './paths.ts';

type Probe = { can: (event: never) => boolean };

/** Shorter walks make failures easier to read. */
const WALK_MAX_STEPS = 60;

/**
 * Few long paths, for systems with slow steps and starts: a walk takes an unused transition, or goes to the
 * nearest state that has one.
 */
export function makeWalks<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): ModelPaths<Machine> {
  const known = makePaths(model);
  const left = new Set(known.edges);
  const paths: ModelPath<Machine>[] = [];
  while (left.size > 0) {
    const path = walk(model, left);
    if (path.steps.length === 0)
      throw new Error(`${model.name}: transitions out of reach: ${[...left].join(', ')}`);
    paths.push(path);
  }
  return { ...known, paths };
}

/** All walks in the long run, else the one with the highest coverage; views walk all in happy-dom. */
export function pickWalks<Machine extends AnyStateMachine>(walks: ModelPaths<Machine>): ModelPaths<Machine> {
  if (process.env.PENSTOCK_TEST_LONG) return walks;
  const computeCoverage = ({ steps }: ModelPath<Machine>) => new Set(steps.map(({ edge }) => edge)).size;
  const [longest] = walks.paths.toSorted((a, b) => computeCoverage(b) - computeCoverage(a));
  if (longest === undefined) throw new Error(`${walks.model.name}: no walk`);
  return { ...walks, paths: [longest], edges: new Set(longest.steps.map(({ edge }) => edge)) };
}

function listStepsFrom<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
  from: SnapshotFrom<Machine>,
): PathStep<Machine>[] {
  const canTake = (event: ModelEvent<Machine>) =>
    (from as Probe).can(event as never) && (model.explore?.(from, event) ?? true);
  return model.vocabulary.filter(canTake).map((event) => {
    const state = getNextSnapshot(model.machine, from, event as never) as SnapshotFrom<Machine>;
    return { event, state, edge: formatEdgeLabel(model.key(from), event, model.key(state)) };
  });
}

function walk<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
  left: Set<string>,
): ModelPath<Machine> {
  const initial = initialOf(model);
  const steps: PathStep<Machine>[] = [];
  for (let at = initial; steps.length < WALK_MAX_STEPS; at = steps.at(-1)?.state ?? initial) {
    const way = findWayToNew(model, at, left);
    if (!way) break;
    for (const step of way) {
      steps.push(step);
      left.delete(step.edge);
    }
  }
  return { name: steps.map(({ event }) => formatEventLabel(event)).join(' → '), initial, steps };
}

/** The shortest path that ends with an unused transition. */
function findWayToNew<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
  from: SnapshotFrom<Machine>,
  left: ReadonlySet<string>,
): PathStep<Machine>[] | undefined {
  const seen = new Set([model.key(from)]);
  let ways: { at: SnapshotFrom<Machine>; way: PathStep<Machine>[] }[] = [{ at: from, way: [] }];
  while (ways.length > 0) {
    const next: typeof ways = [];
    for (const { at, way } of ways) {
      const steps = listStepsFrom(model, at);
      const found = steps.find((step) => left.has(step.edge));
      if (found) return [...way, found];
      for (const step of steps) {
        const key = model.key(step.state);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ at: step.state, way: [...way, step] });
      }
    }
    ways = next;
  }
  return undefined;
}
