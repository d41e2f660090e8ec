import { openBuffer } from '../../../src/engine/buffer/open.ts';

/** Opens the buffer of a folder as an engine does when it starts, and says what that took and what was found. */
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
// Not closed: a test opens it again as it was.
process.exit(0);
