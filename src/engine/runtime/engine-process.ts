import { join } from 'node:path';
import { inputMemoryOfEach } from '../components/shared/inbound/budget.ts';
import { CHILD_FLAGS, type ChildSettings, type Notice, type Order } from './messages.ts';
import { type ProcessEvents, type ProcessLimits, WatchedProcess } from './watched-process.ts';

export const codeCacheOf = ({ dataFolder, siteId }: ChildSettings): string =>
  join(dataFolder, 'engine', siteId, 'cache');

/**
 * Makes glibc return blocks from 128 KiB to the system (https://man7.org/linux/man-pages/man3/mallopt.3.html,
 * M_MMAP_THRESHOLD), where its dynamic threshold would keep a burst, and lets all threads share two arenas: with
 * one each (M_ARENA_MAX) they keep 5 MiB more.
 */
const RETURNS_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(128 << 10), MALLOC_ARENA_MAX: '2' };

/**
 * Under load, little is alive but batches, which V8 does not move: a small young generation costs nothing, and
 * without the second flag the old one would be collected only once it has doubled.
 */
const SMALL_HEAP = ['--max-semi-space-size=2', '--heap-growing-percent=20'];

export type EngineProcess = WatchedProcess<Order, Notice>;

/** Compiled code is cached, which halves the restart time. */
export const startEngineProcess = (
  entry: string,
  settings: ChildSettings,
  limits: ProcessLimits,
  events: ProcessEvents<Notice>,
): EngineProcess =>
  new WatchedProcess<Order, Notice>(
    {
      entry,
      args: [JSON.stringify(settings)],
      flags: [...CHILD_FLAGS, ...SMALL_HEAP],
      env: {
        NODE_COMPILE_CACHE: codeCacheOf(settings),
        ...RETURNS_MEMORY,
        ...process.env,
        ...(settings.worker && { PENSTOCK_INPUT_MEMORY: String(inputMemoryOfEach(settings.worker.of)) }),
        ...(settings.apiPort === undefined ? {} : { PENSTOCK_PORT: String(settings.apiPort) }),
      },
      limits,
    },
    events,
  );
