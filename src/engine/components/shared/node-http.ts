/**
 * Node's `http` without undici: an `import` of it reads all exports, of which `WebSocket` loads undici, 10 MB for each
 * process.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');
