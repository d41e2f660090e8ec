import { type CallAccess, deletes, writes } from '../../contract/calls/define.ts';
import { assetNameSchema } from '../../contract/entities/asset.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { requireUnused } from '../files/assets.ts';
import { inspectLookup, isLookupOf, makeLookupRow } from '../files/lookups.ts';
import { readFileUsers } from '../files/users.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireFreeName, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow } from '../store/schema.ts';
import type { AskedConnection } from './asked.ts';
import { computeLookupTag, toLookupText, toStoredLookupText } from './lookup-text.ts';
import { toPath } from './repository.ts';
import type { RequestedChange } from './requested.ts';
import { toFileName } from './stored.ts';

const makePath = (row: { id: string; name: string }): string => toPath('LOOKUP', toFileName(row));

/** @throws ContractError NOT_FOUND, or CONFLICT for one shared with other sites */
async function requireLookup(tx: Repositories, id: string, siteId: string): Promise<AssetRow> {
  const row = await tx.assets.find(id);
  if (!row) throw notFound('lookup table of this site', id);
  if (await isLookupOf(tx, row, siteId)) return row;
  throw new ContractError(
    'CONFLICT',
    `'${row.name}' is no lookup table of this site alone, so that its repository does not hold it: an API key changes it`,
  );
}

/**
 * Deleting lookup tables requires the right to delete pipelines.
 * @throws ContractError FORBIDDEN
 */
export function requireLookupChangeable(
  { caller }: Pick<Services, 'caller'>,
  isDeletion: boolean,
  siteId: string,
): void {
  const access: CallAccess = isDeletion ? deletes('PIPELINES') : writes('PIPELINES');
  const permitted = caller ? permits(caller, access, siteId) : true;
  if (permitted !== true) throw new ContractError('FORBIDDEN', permitted);
}

/**
 * @param leaving ids of pipelines deleted too
 * @throws ContractError IN_USE naming the users
 */
export async function requireUnusedLookup(
  services: Services,
  tx: Repositories,
  row: AssetRow,
  leaving: ReadonlySet<string>,
): Promise<void> {
  const users = (await readFileUsers(services.catalogue, tx)).get(row.name) ?? [];
  requireUnused(
    services,
    row,
    users.filter(({ pipelineId }) => !leaving.has(pipelineId)),
  );
}

const requireContent = ({ asked: { config }, place }: AskedConnection): string => {
  const content = config?.content;
  if (typeof content === 'string' && content !== '') return content;
  throw invalid([{ field: `${place}.config.content`, rule: 'required', message: 'Content is required' }]);
};

/**
 * Reads and checks one lookup table like an upload. `asset` is as it would be stored.
 * @throws ContractError VALIDATION_FAILED, NAME_TAKEN, IN_USE, NOT_FOUND, FORBIDDEN, STALE_VERSION, or
 * CONFLICT when nothing would change
 */
export async function readRequestedLookup(
  services: Services,
  tx: Repositories,
  one: AskedConnection,
  { siteId, now, leaving }: { siteId: string; now: number; leaving: ReadonlySet<string> },
): Promise<RequestedChange & { asset?: AssetRow }> {
  const { asked, isNew, place } = one;
  requireLookupChangeable(services, asked.isDeleted, siteId);
  if (isNew && asked.isDeleted) {
    const message = 'A lookup table that is not stored yet cannot be deleted';
    throw invalid([{ field: `${place}.isDeleted`, rule: 'stored', message }]);
  }
  const stored = isNew ? undefined : await requireLookup(tx, asked.id, siteId);
  if (stored) requireVersion(asked.revision, stored.revision, () => ({ revision: stored.revision }));
  if (stored && asked.isDeleted) {
    await requireUnusedLookup(services, tx, stored, leaving);
    const of = {
      id: stored.id,
      name: stored.name,
      basePath: makePath(stored),
      path: '',
      text: '',
      config: '',
    };
    return { change: 'delete', ...of, baseTag: computeLookupTag(stored) };
  }
  const content = requireContent(one);
  const name = stored?.name ?? asked.name;
  if (!stored) {
    const checked = assetNameSchema.safeParse(name);
    if (!checked.success) {
      const message = checked.error.issues[0]?.message ?? 'File name is not valid';
      throw invalid([{ field: `${place}.name`, rule: 'name', message }]);
    }
    requireFreeName(await tx.assets.findByName(name), `${place}.name`, `File name already exists: '${name}'`);
  }
  const inspected = await inspectLookup(services, content);
  if ('fault' in inspected)
    throw invalid([{ field: `${place}.config.content`, rule: 'lookup', message: inspected.fault }]);
  const asset = makeLookupRow(
    { content, name, summary: inspected.summary },
    { stored, id: asked.id, siteId, by: services.caller?.user.name ?? '', now },
  );
  if (stored?.sha256 === asset.sha256)
    throw new ContractError(
      'CONFLICT',
      `The lookup table '${name}' has not changed: there is nothing to request`,
    );
  const text = await toLookupText(services, { name, content });
  // Without its content the change cannot be compared.
  if (stored && (await toStoredLookupText(services, stored)) === undefined)
    throw new ContractError(
      'CONFLICT',
      `The content of '${name}' is no longer in the data folder: an API key replaces it`,
    );
  return {
    change: stored ? 'update' : 'create',
    ...{ id: asset.id, name, text, config: '', asset },
    basePath: stored ? makePath(stored) : '',
    path: makePath(asset),
    baseTag: stored ? computeLookupTag(stored) : 0,
  };
}
