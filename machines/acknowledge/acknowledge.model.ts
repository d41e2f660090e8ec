import { defineModel } from '../model.ts';
import { acknowledgeMachine } from './acknowledge.machine.ts';
import { getEntryState } from './acknowledge.selectors.ts';
import type { ErrorMark } from './acknowledge.types.ts';

const line = (id: string, componentId: string, isAcknowledged = false): ErrorMark => ({
  id,
  componentId,
  isAcknowledged,
});

export const ALL_OPEN = [line('a1', 'a'), line('a2', 'a'), line('b1', 'b')];
/** Someone else acknowledged a1; a2 left the time range. */
export const CHANGED = [line('a1', 'a', true), line('b1', 'b')];

export const acknowledgeModel = defineModel({
  name: 'acknowledge',
  machine: acknowledgeMachine,
  vocabulary: [
    { type: 'entries.read', entries: ALL_OPEN },
    { type: 'entries.read', entries: CHANGED },
    { type: 'row.expand', id: 'a1' },
    { type: 'row.collapse', id: 'a1' },
    { type: 'acknowledge.requested', choice: { kind: 'errors', ids: ['a1'] } },
    { type: 'acknowledge.requested', choice: { kind: 'component', componentId: 'a' } },
    { type: 'acknowledge.requested', choice: { kind: 'pipeline' } },
    { type: 'acknowledge.requested', choice: { kind: 'site' } },
    { type: 'unacknowledge.requested', ids: ['a1'] },
    { type: 'xstate.done.actor.acknowledge' },
    { type: 'xstate.error.actor.acknowledge', error: new Error('Refused') },
    { type: 'xstate.done.actor.unacknowledge' },
    { type: 'xstate.error.actor.unacknowledge', error: new Error('Refused') },
  ],
  key: (snapshot) => {
    const { entries, expanded, asked } = snapshot.context;
    const lines = entries.map(({ id }) => `${id} ${getEntryState(snapshot, id)}`).join(', ');
    return `${String(snapshot.value)} [${lines}] open ${expanded.join() || '-'} asked ${asked?.kind ?? '-'}`;
  },
});
