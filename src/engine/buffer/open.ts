import { steadyNow } from '../steady-now.ts';
import { DiskBuffer, type DiskTuning } from './disk-buffer.ts';
import { diskIo } from './file-io.ts';
import { MemoryBuffer } from './memory-buffer.ts';
import type { BufferOptions, EventBuffer } from './types.ts';

const MIB = 1024 * 1024;

/**
 * Opens or creates the buffer of one pipeline and destination (`folder` is unused in mode `memory`). Damage
 * is reported in `recovery`; rejects only when the folder is unusable.
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
    onNotSaved: () => {},
    beforeSave: () => {},
    ...tuning,
    now,
  });
}
