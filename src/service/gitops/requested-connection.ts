import { type CallAccess, deletes, writes } from '../../contract/calls/define.ts';
import type { RequestedChangeKind } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { checkNewConnection, patchConnection, requireDeletable } from '../connections/connections.ts';
import { invalid } from '../http/input.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow } from '../store/schema.ts';
import type { AskedConnection } from './asked.ts';
import { computeConnectionTag, listNewSecrets, packConfig, toConnectionText } from './connection-text.ts';
import { toPath } from './repository.ts';
import type { RequestedChange } from './requested.ts';
import { toFileName } from './stored.ts';

const RESOURCES = { SOURCE: 'SOURCES', SINK: 'SINKS' } as const;
const NOUNS = { SOURCE: 'source', SINK: 'destination' } as const;

/**
 * Requesting or merging a change requires the right to make it.
 * @throws ContractError FORBIDDEN
 */
export function requireChangeable(
  { caller }: Pick<Services, 'caller'>,
  kind: ConnectionKind,
  change: RequestedChangeKind,
  siteId: string,
): void {
  const access: CallAccess = change === 'delete' ? deletes(RESOURCES[kind]) : writes(RESOURCES[kind]);
  const permitted = caller ? permits(caller, access, siteId) : true;
  if (permitted !== true) throw new ContractError('FORBIDDEN', permitted);
}

const makePath = (kind: ConnectionKind, row: { id: string; name: string }): string =>
  toPath(kind, toFileName(row));

function requireOfSite(row: NodeRow, siteId: string, kind: ConnectionKind): void {
  if (row.site_id !== siteId) throw notFound(`${NOUNS[kind]} of this site`, row.id);
}

/** Names faults by their place in the body. */
async function placed<T>(place: string, kind: ConnectionKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ContractError) || !error.details) throw error;
    const prefix = kind === 'SOURCE' ? 'source.' : 'sink.';
    const details = error.details.map((detail) =>
      detail.field.startsWith(prefix)
        ? { ...detail, field: `${place}.${detail.field.slice(prefix.length)}` }
        : detail,
    );
    throw new ContractError(error.code, error.message, {
      details,
      ...(error.current === undefined ? {} : { current: error.current }),
    });
  }
}

/**
 * Reads and checks one source or destination like a direct change. `row` is as it would be stored.
 * @param scope `leaving`: ids of pipelines that the request deletes
 * @throws ContractError VALIDATION_FAILED, NAME_TAKEN, PORT_IN_USE, IN_USE, NOT_FOUND, FORBIDDEN,
 * STALE_VERSION, or CONFLICT when nothing would change
 */
export async function readRequestedConnection(
  services: Services,
  tx: Repositories,
  { asked, isNew, place }: AskedConnection,
  { siteId, now, leaving }: { siteId: string; now: number; leaving: ReadonlySet<string> },
): Promise<RequestedChange & { row?: NodeRow }> {
  const { kind, name, description, templateId, config, isDeleted } = asked;
  if (kind === 'LOOKUP') throw new Error('a lookup table is read as such');
  const change = isDeleted ? 'delete' : isNew ? 'create' : 'update';
  if (isDeleted && isNew) {
    const message = `A ${NOUNS[kind]} that is not stored yet cannot be deleted`;
    throw invalid([{ field: `${place}.isDeleted`, rule: 'stored', message }]);
  }
  requireChangeable(services, kind, change, siteId);
  if (change === 'create') {
    const input = { name, description, siteId, templateId, config: config ?? {} };
    const made = await placed(place, kind, () => checkNewConnection(services, tx, kind, input, now));
    const row = { ...made, id: asked.id };
    const path = makePath(kind, row);
    const text = await toConnectionText(services, row);
    const packed = packConfig(services, templateId, input.config);
    return { change, id: row.id, name, basePath: '', path, text, baseTag: 0, config: packed, row };
  }
  if (change === 'delete') {
    const row = await requireDeletable(services, tx, kind, asked.id, asked.revision, leaving);
    requireOfSite(row, siteId, kind);
    const of = { id: row.id, name: row.name, basePath: makePath(kind, row), path: '', text: '' };
    return { change, ...of, baseTag: computeConnectionTag(services, row), config: '' };
  }
  const patch = { id: asked.id, name, description, ...(config ? { config } : {}) };
  const { before, after } = await placed(place, kind, () =>
    patchConnection(services, tx, kind, patch, asked.revision, now),
  );
  requireOfSite(before, siteId, kind);
  const text = await toConnectionText(services, after);
  const isSame = text === (await toConnectionText(services, before));
  if (isSame && listNewSecrets(services, before.template_id, config ?? {}).length === 0)
    throw new ContractError(
      'CONFLICT',
      `The ${NOUNS[kind]} '${before.name}' has not changed: there is nothing to request`,
    );
  return {
    change,
    id: before.id,
    name,
    basePath: makePath(kind, before),
    path: makePath(kind, { id: before.id, name }),
    text,
    baseTag: computeConnectionTag(services, before),
    config: packConfig(services, before.template_id, config),
    row: after,
  };
}
