export * from './chat-conversation.machine.ts';
export * from './chat-conversation.selectors.ts';
