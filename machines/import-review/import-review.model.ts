import type { PlanEntry } from '../../src/contract/calls/exchange.ts';
import { defineModel } from '../model.ts';
import { importReviewMachine } from './import-review.machine.ts';

const entry = (action: PlanEntry['action']): PlanEntry => ({
  kind: 'PIPELINE',
  name: 'web',
  action,
  id: '',
  changes: [],
  appliesTo: [],
});
const plan = (action: PlanEntry['action']) => ({ plan: { entries: [entry(action)], tag: '1' } });

export const importReviewModel = defineModel({
  name: 'import review',
  machine: importReviewMachine,
  vocabulary: [
    { type: 'text.given', text: 'a' },
    { type: 'text.edit' },
    { type: 'import.confirmed' },
    { type: 'xstate.done.actor.plan', output: plan('update') },
    { type: 'xstate.done.actor.plan', output: plan('unchanged') },
    { type: 'xstate.done.actor.plan', output: { problems: ['line 1: no'] } },
    { type: 'xstate.error.actor.plan', error: new Error('gone') },
    { type: 'xstate.done.actor.apply', output: { kind: 'applied' } },
    { type: 'xstate.done.actor.apply', output: { kind: 'stale' } },
    { type: 'xstate.done.actor.apply', output: { kind: 'refused', problems: ['no'] } },
    { type: 'xstate.error.actor.apply', error: new Error('gone') },
  ],
  key: ({ value, context }) =>
    `${String(value)} ${context.plan?.entries[0]?.action ?? '-'} ${context.problems.length} ${context.isRenewed}`,
});
