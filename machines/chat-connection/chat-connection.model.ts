import { defineModel } from '../model.ts';
import { chatConnectionMachine } from './chat-connection.machine.ts';

export const chatConnectionModel = defineModel({
  name: 'connection of the assistant',
  machine: chatConnectionMachine,
  vocabulary: [
    { type: 'panel.opened' },
    { type: 'panel.closed' },
    { type: 'socket.opened' },
    { type: 'socket.closed' },
    { type: 'socket.failed' },
    { type: 'socket.unreadable' },
    { type: 'send.wanted', text: '{}' },
    { type: 'send.failed' },
    { type: 'xstate.after.reconnect.chatConnection.waiting' },
  ],
  key: ({ value, context }) => `${JSON.stringify(value)} ${context.failures} ${context.hasError}`,
});
