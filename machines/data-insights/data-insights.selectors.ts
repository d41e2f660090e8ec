import type { SnapshotFrom } from 'xstate';
import type { dataInsightsMachine, InsightsEvent } from './data-insights.machine.ts';

export type InsightsSnapshot = SnapshotFrom<typeof dataInsightsMachine>;

export type InsightsPhase = 'idle' | 'capturing' | 'analysing' | 'shown' | 'empty' | 'failed';

export function selectPhase(snapshot: InsightsSnapshot): InsightsPhase {
  if (snapshot.matches('starting') || snapshot.matches('capturing') || snapshot.matches('stopping'))
    return 'capturing';
  for (const phase of ['analysing', 'shown', 'empty', 'failed'] as const)
    if (snapshot.matches(phase)) return phase;
  return 'idle';
}

/** Undefined when the event is possible. */
export const findReason = (snapshot: InsightsSnapshot, event: InsightsEvent): string | undefined =>
  snapshot.can(event) ? undefined : 'No events are being captured';
