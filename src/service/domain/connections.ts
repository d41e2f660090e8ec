import type { ConnectionInput, ConnectionPatch } from '../../contract/entities/node.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow, PipelineRow } from '../store/schema.ts';
import {
  notFound,
  requireFreeName,
  requireNoConflict,
  requireSite,
  requireVersion,
  validConfig,
} from './checks.ts';
import { configOf, connectionEntity } from './rows.ts';

/** Words of a source or a sink, as fields and as people call it. */
const WORDS = {
  SOURCE: { field: 'source', noun: 'source', label: 'Source' },
  SINK: { field: 'sink', noun: 'destination', label: 'Destination' },
} as const;

export const entityOf = (kind: ConnectionKind) => WORDS[kind].field;

/** @throws ContractError NOT_FOUND also for deleted ones. */
export async function requireConnection(
  tx: Repositories,
  kind: ConnectionKind,
  id: string,
): Promise<NodeRow> {
  const row = await tx.nodes.find(id);
  if (!row || row.node_type !== kind || row.status === 'DELETED') throw notFound(WORDS[kind].noun, id);
  return row;
}

const requireName = async (
  tx: Repositories,
  kind: ConnectionKind,
  siteId: string,
  name: string,
  id: string,
) => {
  const { field, label } = WORDS[kind];
  const taken = await tx.nodes.findByName(kind, siteId, name, id);
  requireFreeName(taken, `${field}.name`, `${label} name already exists`);
};

/** Stores a new source or sink. */
export async function createConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  input: ConnectionInput,
  now: number,
): Promise<NodeRow> {
  const { catalogue, sealer, ids } = services;
  await requireSite(tx, input.siteId);
  const config = validConfig(services, kind, input.templateId, input.config, WORDS[kind].field);
  await requireName(tx, kind, input.siteId, input.name, '');
  const id = ids('node');
  await requireNoConflict(services, tx, {
    id,
    siteId: input.siteId,
    kind,
    templateId: input.templateId,
    config,
  });
  const row: NodeRow = {
    id,
    node_type: kind,
    name: input.name,
    description: input.description,
    site_id: input.siteId,
    template_id: input.templateId,
    status: 'ACTIVE',
    usage_type: 'USER',
    config: JSON.stringify(sealer.seal(config, catalogue.secretFields(input.templateId))),
    last_alive_at: 0,
    revision: 1,
    created_at: now,
    updated_at: now,
  };
  await tx.nodes.insert(row);
  return row;
}

/** The row as the patch would make it, every rule checked, nothing stored. */
export async function patchedConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  patch: ConnectionPatch,
  ifMatch: number | '*',
  now: number,
): Promise<{ before: NodeRow; after: NodeRow }> {
  const { catalogue, sealer } = services;
  const before = await requireConnection(tx, kind, patch.id);
  requireVersion(ifMatch, before.revision, () => connectionEntity(services, before, true));
  const secrets = catalogue.secretFields(before.template_id);
  const stored = configOf(before);
  const sent = patch.config ? sealer.keep(patch.config, secrets, stored) : sealer.open(stored);
  const config = validConfig(services, kind, before.template_id, sent, WORDS[kind].field);
  const name = patch.name ?? before.name;
  await requireName(tx, kind, before.site_id, name, before.id);
  await requireNoConflict(services, tx, {
    id: before.id,
    siteId: before.site_id,
    kind,
    templateId: before.template_id,
    config,
  });
  const after: NodeRow = {
    ...before,
    name,
    description: patch.description ?? before.description,
    status: patch.status ?? before.status,
    config: JSON.stringify(sealer.seal(config, secrets)),
    revision: before.revision + 1,
    updated_at: now,
  };
  return { before, after };
}

/** Pipelines whose newest or deployed version uses the node. */
export const pipelinesUsing = async (tx: Repositories, nodeId: string): Promise<PipelineRow[]> =>
  (await tx.pipelines.list({ usingAnyOf: [[nodeId]] })).rows;

/** @throws ContractError IN_USE naming the pipelines. */
export async function deleteConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  id: string,
  ifMatch: number | '*',
  now: number,
): Promise<NodeRow> {
  const row = await requireConnection(tx, kind, id);
  requireVersion(ifMatch, row.revision, () => connectionEntity(services, row, true));
  const users = await pipelinesUsing(tx, id);
  if (users.length > 0) {
    const names = users.map((pipeline) => `'${pipeline.name}'`).join(', ');
    const message = `The ${WORDS[kind].noun} '${row.name}' is used by ${names}; remove it there first`;
    throw new ContractError('IN_USE', message, {
      details: users.map((pipeline) => ({ field: 'id', rule: 'in_use', message: pipeline.name })),
    });
  }
  await tx.nodes.update({ ...row, status: 'DELETED', revision: row.revision + 1, updated_at: now });
  return row;
}
