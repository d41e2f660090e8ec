import { openBuffer } from '../../../src/engine/buffer/open.ts';

/** Opens a buffer like a starting engine; prints cost and result. */
const [folder = '', maxBytes = '0'] = process.argv.slice(2);
const before = process.memoryUsage.rss();
const usage = process.cpuUsage();
const startedAt = performance.now();
const buffer = await openBuffer(folder, { mode: 'durable', maxBytes: Number(maxBytes), whenFull: 'block' });
const ms = Math.round(performance.now() - startedAt);
const { user, system } = process.cpuUsage(usage);
const { maxRSS } = process.resourceUsage();
const grown = maxRSS * 1024 - before;
process.stdout.write(
  JSON.stringify({ ms, processorMs: Math.round((user + system) / 1000), grown, ...buffer.recovery }),
);
// Left open: a test reopens it in this state.
process.exit(0);
