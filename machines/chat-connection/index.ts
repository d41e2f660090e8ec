export * from './chat-connection.machine.ts';
