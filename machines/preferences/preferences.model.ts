import { DEFAULT_PREFERENCES } from '../../src/contract/entities/preferences.ts';
import { defineModel } from '../model.ts';
import { preferencesMachine } from './preferences.machine.ts';

const REMOTE = { ...DEFAULT_PREFERENCES, revision: 5, keyBindings: { 'view.reload': ['z'] } };
const SAVED = { ...DEFAULT_PREFERENCES, revision: 6, characterKeys: false };

export const preferencesModel = defineModel({
  name: 'preferences',
  machine: preferencesMachine,
  vocabulary: [
    { type: 'preferences.load' },
    { type: 'preferences.change', change: { kind: 'keys', keys: {}, characterKeys: false } },
    { type: 'preferences.retry' },
    { type: 'preferences.discard' },
    { type: 'xstate.done.actor.load', output: REMOTE },
    { type: 'xstate.error.actor.load', error: new Error('offline') },
    { type: 'xstate.done.actor.save', output: { kind: 'stored', preferences: SAVED } },
    { type: 'xstate.done.actor.save', output: { kind: 'stale', preferences: REMOTE } },
    { type: 'xstate.error.actor.save', error: new Error('offline') },
  ],
  key: ({ value, context }) =>
    [value, context.stored.revision, context.pending.length, context.sent, context.problem ?? ''].join(' '),
  explore: ({ context }, event) => event.type !== 'preferences.change' || context.pending.length < 2,
});
