import type { SnapshotFrom } from 'xstate';
import type { previewMachine } from './preview.machine.ts';
import type { PreviewEvent, PreviewNode } from './preview.types.ts';

export type PreviewSnapshot = SnapshotFrom<typeof previewMachine>;

export type PreviewPhase = 'empty' | 'capturing' | 'opening' | 'running' | 'shown' | 'stale' | 'failed';

export function selectPhase(snapshot: PreviewSnapshot): PreviewPhase {
  return snapshot.matches('capturing') ? 'capturing' : (snapshot.value as Exclude<PreviewPhase, 'capturing'>);
}

export const selectSample = ({ context }: PreviewSnapshot) => context.sample;
export const selectFailure = ({ context }: PreviewSnapshot) => context.failure;

/** Outdated while `selectIsOld`. */
export const selectOutcome = ({ context }: PreviewSnapshot) => context.outcome;

export const selectIsOld = (snapshot: PreviewSnapshot): boolean =>
  snapshot.context.outcome !== undefined && !snapshot.matches('shown');

/** Undefined while no capture runs for this preview. */
export function selectProgress(snapshot: PreviewSnapshot) {
  const { request, capture } = snapshot.context;
  if (!snapshot.matches('capturing') || !request) return undefined;
  return {
    where: request.where,
    limit: request.limit,
    seconds: request.seconds,
    eventCount: capture?.eventCount ?? 0,
    startedAt: capture?.startedAt,
    isStopping: snapshot.matches({ capturing: 'stopping' }),
  };
}

/** Percent change from input to output, e.g. −54; undefined without input. */
export const getPercentChange = ({
  percentOptimized,
}: Pick<PreviewNode, 'percentOptimized'>): number | undefined =>
  percentOptimized === null ? undefined : percentOptimized === 0 ? 0 : -percentOptimized;

const NO_PREDICTION: Readonly<Record<string, number>> = {};

export function selectPredicted({ context }: PreviewSnapshot): Readonly<Record<string, number>> {
  if (!context.outcome) return NO_PREDICTION;
  return Object.fromEntries(
    Object.entries(context.outcome.nodes).flatMap(([id, node]): [string, number][] => {
      const change = getPercentChange(node);
      return change === undefined || context.graph.nodes[id]?.nodeType !== 'TRANSFORM' ? [] : [[id, change]];
    }),
  );
}

/** Undefined when the event is possible. */
export function findReason(snapshot: PreviewSnapshot, event: PreviewEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  switch (event.type) {
    case 'capture.start':
    case 'capture.join':
      return 'A capture runs for this preview; stop it or wait until it ends';
    case 'capture.stop':
      if (snapshot.matches({ capturing: 'stopping' })) return 'The capture is being stopped';
      return snapshot.matches('capturing')
        ? 'The capture is being started'
        : 'No capture runs for this preview';
    case 'run.again':
      if (snapshot.matches('running')) return 'It is running now';
      return snapshot.matches('capturing') || snapshot.matches('opening')
        ? 'Events are being fetched'
        : 'Choose events first: capture, open, paste or upload them';
    case 'failure.dismissed':
      return 'Nothing failed';
    case 'sample.saved':
      return 'Other events are on screen';
    case 'graph.changed':
      return 'The graph is the same';
    default:
      return 'Choose events first: capture, open, paste or upload them';
  }
}
