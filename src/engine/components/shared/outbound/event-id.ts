import type { Batch } from '../../../event/batch.ts';
import { createPath } from '../../../event/path.ts';

export const EVENT_ID = 'penstock_id';
const ID_PATH = createPath(EVENT_ID);

export function addEventIds(batch: Batch): void {
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) batch.setString(ev, ID_PATH, batch.idOf(ev));
}
