import { createEmbeddedEngine } from '../../../src/engine/port.ts';

/** Starts an engine and prints its pid; to be killed. */
const engine = createEmbeddedEngine({ dataFolder: process.argv[2]!, siteId: '400000000000000001' });
await engine.start();
console.log(engine.pid);
