import type { Batch } from '../../../event/batch.ts';
import { pathOf } from '../../../event/path.ts';

/** Name of the field, or metadata, that carries the id of an event. */
export const EVENT_ID = 'penstock_id';
const ID_PATH = pathOf(EVENT_ID);

/** Puts the id of each live event into a field of it. */
export function addEventIds(batch: Batch): void {
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) batch.setString(ev, ID_PATH, batch.idOf(ev));
}
