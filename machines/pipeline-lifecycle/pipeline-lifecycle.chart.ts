import { getNextSnapshot } from 'xstate';
import type { PendingAction, PipelineStatus } from '../../src/contract/enums.ts';
import {
  type LifecycleEvent,
  type LifecycleUserEvent,
  pipelineLifecycleMachine,
} from './pipeline-lifecycle.machine.ts';
import { type LifecycleSnapshot, toLifecycleSnapshot } from './pipeline-lifecycle.rows.ts';
import { getDisplay, type StatusDisplay } from './pipeline-lifecycle.selectors.ts';

/** Pending actions are states; states that look alike are merged. */
export type ChartState = StatusDisplay & {
  /** The label, plus 'rolled back' where two states share one. */
  id: string;
  /** Steps from the initial state. */
  depth: number;
};

export type ChartTransition = { from: string; to: string; by: LifecycleEvent['type'] };

export type LifecycleChart = { states: ChartState[]; transitions: ChartTransition[] };

type Facts = { status: PipelineStatus; pendingAction: PendingAction };

export const getChartState = (facts: Facts): string => {
  const { label } = getDisplay(facts);
  const isRolledBack = facts.status === 'ROLLED_BACK' && facts.pendingAction === 'NOP';
  return isRolledBack ? `${label}, rolled back` : label;
};

const toFacts = ({ value, context }: LifecycleSnapshot): Facts => ({
  status: value as PipelineStatus,
  pendingAction: context.pendingAction,
});

const EVENTS: readonly LifecycleEvent[] = [
  { type: 'pipeline.deploy', graphVersion: 1 },
  { type: 'pipeline.pause' },
  { type: 'pipeline.bypass' },
  { type: 'pipeline.delete' },
  { type: 'pipeline.cancel' },
  { type: 'engine.queued' },
  { type: 'engine.started' },
  { type: 'engine.deployed', version: 1 },
  { type: 'engine.failed' },
  { type: 'engine.paused' },
  { type: 'engine.bypassed' },
  { type: 'engine.deleted' },
  { type: 'engine.cancelled' },
];

/** Found by trying every event in every state. */
export function buildLifecycleChart(): LifecycleChart {
  const first = toLifecycleSnapshot({
    status: 'DEFAULT',
    pendingAction: 'NOP',
    deployedGraphVersion: 0,
    latestGraphVersion: 1,
  });
  const seen = new Set<string>();
  const queue: LifecycleSnapshot[] = [first];
  const transitions = new Map<string, ChartTransition>();
  const displays = new Map<string, StatusDisplay>();
  for (let snapshot = queue.shift(); snapshot; snapshot = queue.shift()) {
    const key = JSON.stringify([snapshot.value, snapshot.context]);
    if (seen.has(key)) continue;
    seen.add(key);
    const from = getChartState(toFacts(snapshot));
    displays.set(from, getDisplay(toFacts(snapshot)));
    for (const event of EVENTS) {
      if (!snapshot.can(event)) continue;
      const next = getNextSnapshot(pipelineLifecycleMachine, snapshot, event);
      const to = getChartState(toFacts(next));
      if (to !== from) transitions.set(`${from}>${to}>${event.type}`, { from, to, by: event.type });
      queue.push(next);
    }
  }
  const list = [...transitions.values()];
  const depths = computeDepths(list, getChartState(toFacts(first)));
  const states = [...displays].map(([id, display]) => ({ ...display, id, depth: depths.get(id) ?? 0 }));
  return { states: states.toSorted((a, b) => a.depth - b.depth), transitions: list };
}

const isAside = ({ by }: ChartTransition): boolean => by === 'pipeline.delete' || by === 'pipeline.cancel';

/** Deletes and cancels count last because every state has them. */
function computeDepths(transitions: readonly ChartTransition[], first: string): Map<string, number> {
  const depths = new Map([[first, 0]]);
  const follow = (isFollowed: (transition: ChartTransition) => boolean) => {
    for (let wave = [...depths.keys()]; wave.length > 0; ) {
      const reached: string[] = [];
      for (const transition of transitions) {
        const { from, to } = transition;
        if (!wave.includes(from) || depths.has(to) || !isFollowed(transition)) continue;
        depths.set(to, (depths.get(from) ?? 0) + 1);
        reached.push(to);
      }
      wave = reached;
    }
  };
  follow((transition) => !isAside(transition));
  follow(() => true);
  return depths;
}

export const isUserEvent = (type: LifecycleEvent['type']): type is LifecycleUserEvent['type'] =>
  type.startsWith('pipeline.');
