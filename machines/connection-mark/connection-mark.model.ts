import { defineModel } from '../model.ts';
import { connectionMarkMachine } from './connection-mark.machine.ts';

export const FIRST_AT = Date.UTC(2026, 0, 2, 10, 15);
export const LATER_AT = Date.UTC(2026, 0, 2, 10, 20);

export const connectionMarkModel = defineModel({
  name: 'connectionMark',
  machine: connectionMarkMachine,
  vocabulary: [
    { type: 'channel.opened', now: FIRST_AT },
    { type: 'channel.lost', now: LATER_AT },
    { type: 'channel.retried' },
    { type: 'message.received', now: LATER_AT },
    { type: 'data.refetched' },
  ],
  key: ({ value, context }) => `${value} ${context.freshAt ?? 'never'}`,
});
