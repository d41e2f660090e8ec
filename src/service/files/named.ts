import { ASSET_TYPE_NAMES } from '../../contract/entities/asset.ts';
import type { AssetType } from '../../contract/enums.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { PlanFile, PlanNode } from '../../engine/port.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow } from '../store/schema.ts';
import type { ContentStore } from './content.ts';
import { findNamedFiles, type NamedFile } from './users.ts';

export type FileTools = { catalogue: Catalogue; content: ContentStore };

type Configured = { templateId: string; config: Record<string, unknown> };

const describeMissing = (name: string): string =>
  `The file '${name}' is missing: upload it under Settings, Files, or choose another one`;

const isForSite = (row: AssetRow, siteId: string): boolean => {
  const siteIds: string[] = JSON.parse(row.site_ids);
  return siteIds.length === 0 || siteIds.includes(siteId);
};

const listTypes = (types: readonly AssetType[]): string =>
  types.map((type) => ASSET_TYPE_NAMES[type].toLowerCase()).join(' or ');

function findFault(row: AssetRow | undefined, { name, assetTypes }: NamedFile, siteId: string) {
  if (!row) return { rule: 'missing_file', message: describeMissing(name) };
  if (!isForSite(row, siteId))
    return {
      rule: 'missing_file',
      message: `The file '${name}' is not available at this site; choose another one`,
    };
  if (assetTypes.some((type) => type === row.asset_type)) return undefined;
  return {
    rule: 'file_type',
    message: `The file '${name}' is not a ${listTypes(assetTypes)}; choose another one`,
  };
}

/** @param defined lookup tables in the definition */
export async function findFileFaults(
  catalogue: Catalogue,
  tx: Repositories,
  { templateId, config }: Configured,
  siteId: string,
  defined: ReadonlySet<string> = new Set(),
): Promise<ErrorDetail[]> {
  const faults: ErrorDetail[] = [];
  for (const named of findNamedFiles(catalogue, templateId, config)) {
    if (defined.has(named.name) && named.assetTypes.includes('LOOK_UP_DATA')) continue;
    const fault = findFault(await tx.assets.findByName(named.name), named, siteId);
    if (fault) faults.push({ field: named.field, ...fault });
  }
  return faults;
}

/**
 * By field; undefined when the node names none.
 * @param replaced takes precedence over stored rows
 */
export async function planFiles(
  { catalogue, content }: FileTools,
  tx: Repositories,
  { templateId, config }: Configured,
  replaced: readonly AssetRow[] = [],
): Promise<PlanNode['files']> {
  const files: Record<string, PlanFile> = {};
  for (const { field, name } of findNamedFiles(catalogue, templateId, config)) {
    const stored = await tx.assets.findByName(name);
    const row = replaced.find((one) => one.id === stored?.id) ?? stored;
    if (!row) continue;
    const { sha256, size_bytes: sizeBytes } = row;
    files[field] = { name, path: content.pathOf(sha256), sha256, sizeBytes };
  }
  return Object.keys(files).length === 0 ? undefined : files;
}
