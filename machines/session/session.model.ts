import { defineModel } from '../model.ts';
import { type SignInWays, sessionMachine } from './session.machine.ts';

const WAYS: SignInWays = { provider: 'oidc', name: 'Example ID', hasFallback: true };
const OFF: SignInWays = { provider: 'none', name: '', hasFallback: false };
export const REFUSED = { kind: 'refused', problem: 'The identity provider cannot be reached.' } as const;
export const WRONG_CODE = { kind: 'refused', problem: 'This is not the fallback code' } as const;

export const sessionModel = defineModel({
  name: 'session',
  machine: sessionMachine,
  input: {},
  vocabulary: [
    { type: 'session.found' },
    { type: 'session.missing' },
    { type: 'signIn.asked' },
    { type: 'code.given', code: 'a-b' },
    { type: 'access.ended' },
    { type: 'email.refused' },
    { type: 'sites.refused' },
    { type: 'logout.asked' },
    { type: 'reload.asked' },
    { type: 'xstate.done.actor.readWays', output: WAYS },
    { type: 'xstate.done.actor.readWays', output: OFF },
    { type: 'xstate.error.actor.readWays', error: new Error('The service cannot be reached.') },
    { type: 'xstate.done.actor.begin', output: { kind: 'gone' } },
    { type: 'xstate.done.actor.begin', output: REFUSED },
    { type: 'xstate.error.actor.begin', error: new Error('The service cannot be reached.') },
    { type: 'xstate.done.actor.giveCode', output: { kind: 'gone' } },
    { type: 'xstate.done.actor.giveCode', output: WRONG_CODE },
    { type: 'xstate.error.actor.giveCode', error: new Error('The service cannot be reached.') },
    { type: 'xstate.done.actor.endSession', output: { isLeaving: false } },
    { type: 'xstate.done.actor.endSession', output: { isLeaving: true } },
    { type: 'xstate.error.actor.endSession', error: new Error('The service cannot be reached.') },
  ],
  key: ({ value, context }) =>
    `${JSON.stringify(value)} ${context.ways?.provider ?? 'unread'} ${context.problem === '' ? 'well' : 'told'}`,
});
