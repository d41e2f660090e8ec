import { DiskBuffer, type DiskTuning } from './disk-buffer.ts';
import { diskIo } from './file-io.ts';
import { MemoryBuffer } from './memory-buffer.ts';
import type { BufferOptions, EventBuffer } from './types.ts';

const MIB = 1024 * 1024;
/** The time of day as it was when the process began, and what passed since: nobody sets it, so no age jumps (R20). */
const steadyNow = () => performance.timeOrigin + performance.now();

/**
 * Opens the buffer of one (pipeline, destination) in `folder` (made when missing; not used in mode `memory`).
 * Damaged content never stops it: see `recovery`. Rejects only when the folder cannot be made or listed.
 */
export async function openBuffer(
  folder: string,
  options: BufferOptions,
  tuning: Partial<DiskTuning> = {},
): Promise<EventBuffer> {
  const now = tuning.now ?? steadyNow;
  if (options.mode === 'memory') return new MemoryBuffer(options, now);
  return DiskBuffer.open(folder, options, {
    segmentBytes: Math.min(16 * MIB, Math.max(MIB / 4, Math.floor(options.maxBytes / 4))),
    groupMs: 2,
    groupBytes: MIB,
    io: diskIo,
    ...tuning,
    now,
  });
}
