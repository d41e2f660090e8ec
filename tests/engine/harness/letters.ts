import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type KeptLetter = {
  id: number;
  event: string;
  errorName: string;
  componentId: string;
  isUncertain: boolean;
};

/** Dead letters of a pipeline on disk, the oldest first, also while the engine runs. */
export function readLetters(dataFolder: string, siteId: string, pipelineId: string): KeptLetter[] {
  const path = join(dataFolder, 'engine', siteId, 'dead-letter', 'letters.db');
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare('select * from letters where pipeline_id = ? order by id').all(pipelineId);
  db.close();
  return rows.map((row) => ({
    id: Number(row.id),
    event: Buffer.from(row.event as Uint8Array).toString(),
    errorName: String(row.error_name),
    componentId: String(row.component_id),
    isUncertain: row.is_uncertain === 1,
  }));
}
