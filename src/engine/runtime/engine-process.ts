import { join } from 'node:path';
import { CHILD_FLAGS, type ChildSettings, type Notice, type Order } from './messages.ts';
import { type ProcessEvents, type ProcessLimits, WatchedProcess } from './watched-process.ts';

/** The folder in which the engine of a site keeps compiled code. */
export const codeCacheOf = ({ dataFolder, siteId }: ChildSettings): string =>
  join(dataFolder, 'engine', siteId, 'cache');

/**
 * glibc gives memory of 128 KiB and more back to the system when it is freed; left to itself it stops that after the
 * first such piece, and a burst stays. Others do not read it.
 */
const RETURNS_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(128 << 10) };

export type EngineProcess = WatchedProcess<Order, Notice>;

/** Starts the engine's process. Compiled code is kept: a restart after a crash takes half the time. */
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
      flags: CHILD_FLAGS,
      env: {
        NODE_COMPILE_CACHE: codeCacheOf(settings),
        ...RETURNS_MEMORY,
        ...process.env,
        ...(settings.apiPort === undefined ? {} : { PENSTOCK_PORT: String(settings.apiPort) }),
      },
      limits,
    },
    events,
  );
