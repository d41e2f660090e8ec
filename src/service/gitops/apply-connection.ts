import { markArchiveSink } from '../archives/archival.ts';
import { requireListening } from '../connections/connection-tests.ts';
import {
  checkNewConnection,
  deleteConnection,
  listPipelinesUsing,
  nameField,
  patchConnection,
} from '../connections/connections.ts';
import type { ConnectionDefinition } from '../exchange/model.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { ChangesetPipelineRow, NodeRow } from '../store/schema.ts';
import { toPatch, unpackConfig } from './connection-text.ts';
import { readChange } from './entities.ts';

/** `what` is undefined for a deletion. */
export type ConnectionPart = {
  of: ChangesetPipelineRow;
  kind: ConnectionKind;
  what: ConnectionDefinition | undefined;
};
export type AppliedConnection = {
  row: NodeRow;
  change: 'created' | 'updated' | 'deleted';
  /** A destination that lost its last archive. */
  freed?: NodeRow | undefined;
};

/**
 * Applies a merge to running pipelines before it is stored.
 * @throws ContractError what a direct change would refuse
 */
export async function prepareConnections(
  services: Services,
  parts: readonly ConnectionPart[],
  now: number,
): Promise<{ pipelineIds: string[]; nodes: NodeRow[] }> {
  const { store } = services;
  const nodes: NodeRow[] = [];
  const users = new Set<string>();
  for (const { of, kind, what } of parts) {
    if (!what || readChange(of) !== 'update') continue;
    const patch = toPatch(services, of, what);
    const { before, after } = await patchConnection(services, store, kind, patch, '*', now);
    nodes.push(after);
    // A new name changes nothing that runs.
    if (before.config === after.config || !patch.config) continue;
    if (kind === 'SOURCE') await requireListening(services, after);
    for (const { id } of await listPipelinesUsing(store, before.id)) users.add(id);
  }
  return { pipelineIds: [...users], nodes };
}

/**
 * Stores or deletes one source or destination.
 * @param by `leaving`: ids of pipelines that the request deletes
 */
export async function applyConnection(
  services: Services,
  tx: Repositories,
  { of, kind, what }: ConnectionPart,
  { siteId, now, leaving }: { siteId: string; now: number; leaving: ReadonlySet<string> },
): Promise<AppliedConnection> {
  if (!what) {
    const row = await deleteConnection(services, tx, kind, of.pipeline_id, '*', now, leaving);
    const freed = row.archive_id === '' ? undefined : await markArchiveSink(tx, row.archive_sink_id, now);
    return { row, change: 'deleted', freed };
  }
  // Adopted things are already stored.
  if (readChange(of) === 'update' || (await tx.nodes.find(of.pipeline_id))) {
    const { after } = await patchConnection(services, tx, kind, toPatch(services, of, what), '*', now);
    await tx.nodes.update(after);
    return { row: after, change: 'updated' };
  }
  const { name, description, type: templateId } = what;
  const config = unpackConfig(services, of) ?? {};
  const input = { name, description, siteId, templateId, config };
  const row = {
    ...(await checkNewConnection(services, tx, kind, input, now)),
    id: of.pipeline_id,
  };
  await tx.nodes.insert(row);
  return { row, change: 'created' };
}

export function announceConnection(
  { hub, archives }: Services,
  { row, change, freed }: AppliedConnection,
): void {
  const publish = ({ node_type, site_id: siteId, id }: NodeRow, what: AppliedConnection['change']) =>
    hub.publish({
      type: 'entity.changed',
      siteId,
      entity: nameField(node_type === 'SOURCE' ? 'SOURCE' : 'SINK'),
      id,
      change: what,
    });
  publish(row, change);
  if (change !== 'deleted' || row.archive_id === '') return;
  if (freed) publish(freed, 'updated');
  archives.end(row.archive_id);
}
