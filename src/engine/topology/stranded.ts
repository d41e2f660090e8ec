import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBuffer } from '../buffer/open.ts';
import type { ComponentProblem } from '../components/types.ts';
import { decodeBatch } from '../event/encode.ts';
import { liveEvents } from './batch-pool.ts';
import { type DeadLetters, toDeadEvent } from './dead-letters.ts';
import type { ErrorOwner } from './error-log.ts';
import type { Amount } from './metrics.ts';
import { QueueAccount } from './sink-writer.ts';

const NO_DESTINATION: ComponentProblem = {
  errorName: 'DestinationGone',
  message: 'The events were buffered for a destination that is no longer in the pipeline',
  causes: ['The destination was removed from the pipeline while the engine was not running'],
  resolutions: ['Replay or discard them among the dead letters of the pipeline'],
};

/**
 * Turns buffered events of removed sinks into dead letters: they were acknowledged but cannot be delivered.
 * Those `countedOf` does not know count as created.
 */
export async function moveStranded(
  folder: string,
  sinkIds: ReadonlySet<string>,
  deadLetters: DeadLetters,
  { ownerOf, countedOf }: { ownerOf(sinkId: string): ErrorOwner; countedOf(sinkId: string): Amount },
): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  for (const sinkId of found.filter((name) => !sinkIds.has(name))) {
    const path = join(folder, sinkId);
    const buffer = await openBuffer(path, {
      mode: 'durable',
      maxBytes: Number.MAX_SAFE_INTEGER,
      whenFull: 'block',
    });
    const owner = ownerOf(sinkId);
    const account = new QueueAccount(owner);
    account.restored(buffer.stats(), countedOf(sinkId));
    while (buffer.stats().events > 0) {
      const frame = await buffer.read();
      if (!frame) break;
      const batch = decodeBatch(frame.payload);
      const live = liveEvents(batch);
      account.dropped(frame.events - live.length, 0);
      const added = live.map((ev) => {
        account.deadLettered(batch.size(ev));
        return new Promise<void>((resolve) => {
          deadLetters.add(owner, NO_DESTINATION, toDeadEvent(batch, ev), resolve);
        });
      });
      await Promise.all(added);
      await buffer.ack(frame.position);
    }
    await buffer.close();
    await rm(path, { recursive: true, force: true });
  }
}
