import type { BufferOptions, EventBuffer } from './types.ts';

/**
 * Opens the buffer of one (pipeline, destination) in `folder` (made when missing; not used in mode `memory`).
 * Corrupt content never stops it: see `recovery`. Rejects only when the folder cannot be made or listed.
 */
export async function openBuffer(_folder: string, _options: BufferOptions): Promise<EventBuffer> {
  throw new Error('The buffer cannot be opened yet');
}
