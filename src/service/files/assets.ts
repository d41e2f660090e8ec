import { reads } from '../../contract/calls/define.ts';
import {
  ASSET_MAX_BYTES,
  ASSET_TYPE_NAMES,
  ASSETS_MAX_BYTES,
  ASSETS_MAX_COUNT,
  type Asset,
  type AssetSummary,
  UPLOAD_TYPES,
  type UploadType,
} from '../../contract/entities/asset.ts';
import type { AssetType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { FileFault, inspectFile } from '../../engine/port.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import { invalid } from '../http/input.ts';
import type { Upload } from '../http/multipart.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow } from '../store/schema.ts';
import { type Received, TooManyBytes } from './content.ts';
import type { AssetUse } from './users.ts';

/** @throws ContractError NOT_FOUND */
export async function requireAsset(tx: Repositories, id: string): Promise<AssetRow> {
  const row = await tx.assets.find(id);
  if (!row) throw notFound('file', id);
  return row;
}

const readType = (row: AssetRow): AssetType => row.asset_type as AssetType;
export const parseSummary = (row: AssetRow): AssetSummary => JSON.parse(row.summary) as AssetSummary;

const isSecret = (row: AssetRow): boolean => row.asset_type === 'SECRET';

/** A file may be used on sites the caller does not see. */
const mayRead = (caller: Principal | undefined, { siteId }: AssetUse): boolean =>
  !caller || permits(caller, reads('PIPELINES'), siteId) === true;

/** Nothing that would help to guess a secret. */
export async function toAssetEntity(
  { content, caller }: Pick<Services, 'content' | 'caller'>,
  row: AssetRow,
  users: readonly AssetUse[],
): Promise<Asset> {
  return {
    id: row.id,
    name: row.name,
    assetType: readType(row),
    siteIds: JSON.parse(row.site_ids),
    sizeBytes: isSecret(row) ? 0 : row.size_bytes,
    checksum: isSecret(row) ? '' : row.sha256,
    summary: parseSummary(row),
    usedBy: users.filter((user) => mayRead(caller, user)).map(({ siteId: _, ...user }) => user),
    content: (await content.has(row.sha256, row.size_bytes)) ? 'ready' : 'missing',
    revision: row.revision,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    updatedBy: row.updated_by,
  };
}

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1000} KB` : `${bytes / 1_000_000} MB`;

const refuseTooLarge = (type: UploadType): ContractError => {
  const limit = formatBytes(ASSET_MAX_BYTES[type]);
  const message = `The file is over the limit of ${limit} for the type ${ASSET_TYPE_NAMES[type].toLowerCase()}`;
  return new ContractError('PAYLOAD_TOO_LARGE', message, {
    details: [{ field: 'file', rule: 'max_bytes', message }],
  });
};

const refuseFile = (rule: string, message: string) => invalid([{ field: 'file', rule, message }]);

export type Taken = { received: Received; summary: AssetSummary };

/**
 * Receives and checks an upload without storing it.
 * @throws ContractError PAYLOAD_TOO_LARGE or VALIDATION_FAILED; the received bytes are then removed
 */
export async function takeUpload(
  services: Services,
  upload: Upload | undefined,
  type: UploadType,
  checksum: string | undefined,
): Promise<Taken> {
  if (!upload) throw invalid([{ field: 'file', rule: 'required', message: 'is required' }]);
  const { content } = services;
  const receiving = content.receive(upload.parts, ASSET_MAX_BYTES[type]);
  const received = await receiving.catch((error: unknown) => {
    throw error instanceof TooManyBytes ? refuseTooLarge(type) : error;
  });
  try {
    if (checksum !== undefined && checksum !== received.sha256) {
      const message = `does not fit: the file that arrived has the SHA-256 ${received.sha256}; send it again`;
      throw invalid([{ field: 'checksum', rule: 'checksum', message }]);
    }
    return { received, summary: await inspectFile(received.path, type) };
  } catch (error) {
    await content.discard(received);
    throw error instanceof FileFault ? refuseFile(error.rule, error.message) : error;
  }
}

const isUploadType = (type: string): type is UploadType => UPLOAD_TYPES.some((one) => one === type);

/** @throws ContractError CONFLICT for a secret stored by an earlier version */
export function requireUploadType({ name, asset_type: type }: AssetRow): UploadType {
  if (isUploadType(type)) return type;
  throw new ContractError(
    'CONFLICT',
    `'${name}' is of a type that nothing uses, so it cannot be replaced; delete it, and give the secret where it is used`,
  );
}

/** @throws ContractError VALIDATION_FAILED */
export async function requireRoom(tx: Repositories, sizeBytes: number, replacedBytes = 0): Promise<void> {
  const { count, bytes } = await tx.assets.total();
  if (replacedBytes === 0 && count >= ASSETS_MAX_COUNT)
    throw refuseFile('max_count', `There are ${ASSETS_MAX_COUNT} files already; delete one that is not used`);
  if (bytes - replacedBytes + sizeBytes > ASSETS_MAX_BYTES) {
    const limit = formatBytes(ASSETS_MAX_BYTES);
    throw refuseFile('max_total', `All files together would exceed ${limit}; delete one that is not used`);
  }
}

/** @throws ContractError IN_USE naming the users */
export function requireUnused(
  { caller }: Pick<Services, 'caller'>,
  row: AssetRow,
  all: readonly AssetUse[],
): void {
  if (all.length === 0) return;
  const users = all.filter((user) => mayRead(caller, user));
  const hidden = users.length < all.length ? ['pipelines of other sites'] : [];
  const named = users.map((user) => `'${user.nodeName}' of '${user.pipelineName}'`);
  const names = [...named, ...hidden].join(', ');
  const message = `The file '${row.name}' is used by ${names}; choose another file there first`;
  throw new ContractError('IN_USE', message, {
    details: users.map(({ pipelineId, pipelineName }) => ({
      field: `pipelines.${pipelineId}`,
      rule: 'in_use',
      message: pipelineName,
    })),
  });
}
