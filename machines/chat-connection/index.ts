export * from './chat-connection.machine.ts';
export * from './chat-connection.selectors.ts';
