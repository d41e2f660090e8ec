import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';

/** Keeps the ended archive's place, so that its files stay searchable. */
export async function noteEndedArchive(tx: Repositories, source: NodeRow, now: number): Promise<void> {
  const { id: source_id, archive_id, archive_sink_id: sink_id, archive_since: since } = source;
  if (archive_id === '') return;
  await tx.endedArchives.insert({ archive_id, source_id, sink_id, since, ended_at: now });
}
