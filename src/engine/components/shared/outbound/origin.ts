import type { Batch } from '../../../event/batch.ts';
import { ORIGIN } from '../../../event/constants.ts';
import { createPath } from '../../../event/path.ts';

/** A field of that name, unlike paths to the origin itself. */
const FIELD = createPath(ORIGIN.text);

export function addOrigins(batch: Batch): void {
  const { origins } = batch;
  if (!origins) return;
  for (let ev = 0; ev < batch.count; ev++) {
    const origin = origins[ev];
    if (origin !== undefined && batch.isLive(ev)) batch.setTrusted(ev, FIELD, Buffer.from(origin));
  }
}
