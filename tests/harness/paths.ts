import { TestModel } from '@xstate/test';
import { type AnyStateMachine, getInitialSnapshot, type SnapshotFrom } from 'xstate';
import { type AdjacencyValue, getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import type { MachineModel, ModelEvent } from '../../machines/model.ts';

/**
 * Walks every transition, not only every state. Paths come from @xstate/test, required transitions from
 * xstate/graph; the two are compared.
 */
export type PathStep<Machine extends AnyStateMachine> = {
  event: ModelEvent<Machine>;
  state: SnapshotFrom<Machine>;
  /** `from -- event --> to` in keys of the model. */
  edge: string;
};

export type ModelPath<Machine extends AnyStateMachine> = {
  name: string;
  initial: SnapshotFrom<Machine>;
  steps: PathStep<Machine>[];
};

export type ModelPaths<Machine extends AnyStateMachine> = {
  model: MachineModel<Machine>;
  paths: ModelPath<Machine>[];
  edges: ReadonlySet<string>;
  states: ReadonlyMap<string, SnapshotFrom<Machine>>;
};

const LIMIT_DEFAULT = 100_000;

export const getEventType = (event: unknown): string => (event as { type: string }).type;

export function formatEventLabel(event: { type: string }): string {
  const { type, ...payload } = event;
  return Object.keys(payload).length === 0 ? type : `${type} ${JSON.stringify(payload)}`;
}

export const formatEdgeLabel = (from: string, event: { type: string }, to: string): string =>
  `${from} -- ${formatEventLabel(event)} --> ${to}`;

export const initialOf = <Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): SnapshotFrom<Machine> =>
  model.from ?? (getInitialSnapshot(model.machine, ...([model.input] as never)) as SnapshotFrom<Machine>);

/** All the harness needs of a snapshot. */
type Probe = { can: (event: never) => boolean };

function createEnabledEvents<Machine extends AnyStateMachine>(model: MachineModel<Machine>) {
  return (snapshot: SnapshotFrom<Machine>): ModelEvent<Machine>[] =>
    model.vocabulary.filter(
      (event) => (snapshot as Probe).can(event as never) && (model.explore?.(snapshot, event) ?? true),
    );
}

function listAllEdges<Machine extends AnyStateMachine>(model: MachineModel<Machine>) {
  const edges = new Set<string>();
  const states = new Map<string, SnapshotFrom<Machine>>();
  const adjacency = getAdjacencyMap<SnapshotFrom<Machine>, ModelEvent<Machine>, unknown>(
    model.machine as never,
    {
      input: model.input,
      fromState: model.from,
      events: createEnabledEvents(model),
      serializeState: (snapshot) => model.key(snapshot),
      serializeEvent: formatEventLabel,
      limit: model.limit ?? LIMIT_DEFAULT,
    },
  );
  for (const [from, { state, transitions }] of Object.entries(
    adjacency as Record<string, AdjacencyValue<SnapshotFrom<Machine>, ModelEvent<Machine>>>,
  )) {
    states.set(from, state);
    for (const { event, state: next } of Object.values(transitions)) {
      edges.add(formatEdgeLabel(from, event, model.key(next)));
    }
  }
  return { edges, states };
}

function listShortestPaths<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): ModelPath<Machine>[] {
  type Snapshot = SnapshotFrom<Machine>;
  const testModel = new TestModel<Snapshot, ModelEvent<Machine>, unknown>(model.machine as never, {
    fromState: initialOf(model),
    events: createEnabledEvents(model),
    // One vertex per transition, so that shortest paths walk all transitions.
    serializeState: ((snapshot: Snapshot, event?: { type: string }, previous?: Snapshot) =>
      event && previous
        ? `${model.key(snapshot)} <- ${formatEventLabel(event)} <- ${model.key(previous)}`
        : model.key(snapshot)) as never,
    serializeEvent: formatEventLabel as never,
  });
  // From xstate/graph: @xstate/test's cannot run machines with actions.
  const walk = (logic: unknown, options: object) =>
    getShortestPaths(logic as AnyStateMachine, { ...options, limit: model.limit ?? LIMIT_DEFAULT });
  return testModel.getPaths(walk as never).map(({ steps }) => {
    const states = steps.map((step) => step.state);
    const [initial] = states;
    if (initial === undefined) throw new Error(`${model.name}: a path without a state`);
    const walked = steps.slice(1).map((step, index) => ({
      event: step.event,
      state: step.state,
      edge: formatEdgeLabel(model.key(states[index] ?? initial), step.event, model.key(step.state)),
    }));
    return {
      name: walked.map(({ event }) => formatEventLabel(event)).join(' → ') || 'start',
      initial,
      steps: walked,
    };
  });
}

const formatList = (items: Iterable<string>): string => [...items].map((item) => `\n  ${item}`).join('');

/** Fails unless exactly the model's transitions were walked. */
export function assertWalked(name: string, expected: ReadonlySet<string>, walked: ReadonlySet<string>): void {
  const missing = expected.difference(walked);
  if (missing.size > 0) throw new Error(`${name}: transitions never walked:${formatList(missing)}`);
  const extra = walked.difference(expected);
  if (extra.size > 0) {
    throw new Error(
      `${name}: the state key hides a fact that matters; transitions outside the model:${formatList(extra)}`,
    );
  }
}

/** @throws when an event is never possible, or a transition is on no path */
export function makePaths<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): ModelPaths<Machine> {
  const { edges, states } = listAllEdges(model);
  const paths = listShortestPaths(model);
  const steps = paths.flatMap((path) => path.steps);
  const walkedEvents = new Set(steps.map(({ event }) => formatEventLabel(event)));
  const idle = model.vocabulary.map(formatEventLabel).filter((label) => !walkedEvents.has(label));
  if (idle.length > 0) throw new Error(`${model.name}: events that are never possible:${formatList(idle)}`);
  assertWalked(model.name, edges, new Set(steps.map((step) => step.edge)));
  return { model, paths, edges, states };
}
