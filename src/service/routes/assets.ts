import { ContractError } from '../../contract/errors.ts';
import { firstLines, firstRows } from '../../engine/port.ts';
import {
  parseSummary,
  requireAsset,
  requireRoom,
  requireUnused,
  requireUploadType,
  type Taken,
  takeUpload,
  toAssetEntity,
} from '../files/assets.ts';
import { publishFile } from '../files/publish.ts';
import { readFileUsers } from '../files/users.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toPage } from '../store/query.ts';
import type { AssetRow } from '../store/schema.ts';

type Base = Pick<CallContext<'getAsset'>, 'services' | 'tx'>;

const readUses = async ({ services, tx }: Base, row: AssetRow) =>
  (await readFileUsers(services.catalogue, tx)).get(row.name) ?? [];

const requireFree = async (tx: Repositories, name: string): Promise<void> =>
  requireFreeName(await tx.assets.findByName(name), 'name', `File name already exists: '${name}'`);

const isUsed = (services: Services) => (sha256: string) => services.store.assets.isContentUsed(sha256);

const letGo = (services: Services, row: AssetRow): void => {
  services.content
    .release(row.sha256, isUsed(services))
    .catch((error: unknown) => services.log.error({ err: error }, 'a file that is used no more stays'));
};

/**
 * Never a secret's.
 * @throws ContractError
 */
function requireContent(row: AssetRow, services: Services): string {
  if (row.asset_type === 'SECRET')
    throw new ContractError('FORBIDDEN', `'${row.name}' is a secret: its content is never shown`);
  return services.content.pathOf(row.sha256);
}

async function requirePresent(row: AssetRow, services: Services): Promise<string> {
  const path = requireContent(row, services);
  if (await services.content.has(row.sha256, row.size_bytes)) return path;
  const message = `The content of '${row.name}' is no longer in the data folder; replace the file`;
  throw new ContractError('CONFLICT', message, {
    details: [{ field: 'file', rule: 'content_missing', message }],
  });
}

const discarding = async <T>(services: Services, { received }: Taken, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await services.content.discard(received);
    throw error;
  }
};

type AssetCalls =
  | 'listAssets'
  | 'getAsset'
  | 'previewAsset'
  | 'downloadAsset'
  | 'createAsset'
  | 'replaceAsset'
  | 'deleteAsset';

export const assetHandlers = {
  listAssets: async ({ query, services, tx }) => {
    const { rows, totalCount } = await tx.assets.list(query, toPage(query));
    const users = await readFileUsers(services.catalogue, tx);
    const assets = rows.map((row) => toAssetEntity(services, row, users.get(row.name) ?? []));
    return { assets: await Promise.all(assets), pagination: { totalCount } };
  },

  getAsset: async ({ path, services, tx, setEtag }) => {
    const row = await requireAsset(tx, path.id);
    setEtag(row.revision);
    return { asset: await toAssetEntity(services, row, await readUses({ services, tx }, row)) };
  },

  previewAsset: async ({ path, services, tx }) => {
    const row = await requireAsset(tx, path.id);
    const summary = parseSummary(row);
    const { kind } = summary;
    if (kind !== 'csv' && kind !== 'text') return { summary, rows: [], lines: [] };
    const content = await requirePresent(row, services);
    return {
      summary,
      rows: kind === 'csv' ? await firstRows(content) : [],
      lines: kind === 'text' ? await firstLines(content) : [],
    };
  },

  downloadAsset: async ({ path, services, tx, sendFile }) => {
    const row = await requireAsset(tx, path.id);
    const { name, sha256, size_bytes: sizeBytes } = row;
    sendFile({ path: await requirePresent(row, services), name, sha256, sizeBytes });
    return {};
  },

  createAsset: async ({ body, upload, principal, services, now }) => {
    const { store, ids, content } = services;
    const { name, assetType, siteIds = [], checksum } = body;
    for (const siteId of siteIds) await requireSite(store, siteId);
    await requireFree(store, name);
    const taken = await takeUpload(services, upload, assetType, checksum);
    const row: AssetRow = {
      id: ids('asset'),
      name,
      asset_type: assetType,
      site_ids: JSON.stringify([...new Set(siteIds)]),
      size_bytes: taken.received.sizeBytes,
      sha256: taken.received.sha256,
      summary: JSON.stringify(taken.summary),
      revision: 1,
      created_at: now,
      updated_at: now,
      updated_by: principal.user.name,
    };
    const insert = () =>
      store.transaction(async (tx) => {
        await requireFree(tx, name);
        await requireRoom(tx, row.size_bytes);
        await tx.assets.insert(row);
      });
    await discarding(services, taken, () => content.keep(taken.received, insert, isUsed(services)));
    await publishFile(services, row, 'created');
    return { id: row.id, revision: row.revision };
  },

  /** Running pipelines adopt the new content at once; if one cannot, nothing changes. */
  replaceAsset: async ({ body, upload, ifMatch, principal, services, now }) => {
    const { store, content, lifecycle } = services;
    const stored = await requireAsset(store, body.id);
    const current = async () =>
      toAssetEntity(services, stored, await readUses({ services, tx: store }, stored));
    const shown = await current();
    requireVersion(ifMatch, stored.revision, () => shown);
    const taken = await takeUpload(services, upload, requireUploadType(stored), body.checksum);
    const row: AssetRow = {
      ...stored,
      size_bytes: taken.received.sizeBytes,
      sha256: taken.received.sha256,
      summary: JSON.stringify(taken.summary),
      revision: stored.revision + 1,
      updated_at: now,
      updated_by: principal.user.name,
    };
    const update = () =>
      store.transaction(async (tx) => {
        requireVersion(stored.revision, (await requireAsset(tx, row.id)).revision, () => shown);
        await requireRoom(tx, row.size_bytes, stored.size_bytes);
        await tx.assets.update(row);
      });
    const apply = () =>
      lifecycle.reapply(async () => {
        const users = await readUses({ services, tx: store }, stored);
        const pipelineIds = [...new Set(users.map((user) => user.pipelineId))];
        return { pipelineIds, nodes: [], assets: [row], store: update };
      });
    await discarding(services, taken, () => content.keep(taken.received, apply, isUsed(services)));
    if (stored.sha256 !== row.sha256) letGo(services, stored);
    await publishFile(services, row, 'updated');
    return { revision: row.revision };
  },

  deleteAsset: async ({ path, ifMatch, services, tx, afterCommit }) => {
    const row = await requireAsset(tx, path.id);
    const users = await readUses({ services, tx }, row);
    const current = await toAssetEntity(services, row, users);
    requireVersion(ifMatch, row.revision, () => current);
    requireUnused(services, row, users);
    await tx.assets.remove(row.id);
    afterCommit(() => {
      letGo(services, row);
      void publishFile(services, row, 'deleted');
    });
    return {};
  },
} satisfies Pick<Handlers, AssetCalls>;
