import { createEmbeddedEngine } from '../../../src/engine/port.ts';

/** A service that only starts an engine, to be killed: prints the pid of the engine's process. */
const engine = createEmbeddedEngine({ dataFolder: process.argv[2]!, siteId: '400000000000000001' });
await engine.start();
console.log(engine.pid);
