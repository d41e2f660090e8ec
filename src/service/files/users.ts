import type { AssetUser } from '../../contract/entities/asset.ts';
import type { AssetType } from '../../contract/enums.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Repositories } from '../store/index.ts';
import { parseConfig } from '../store/sealing.ts';

export type NamedFile = { field: string; name: string; assetTypes: readonly AssetType[] };

export function findNamedFiles(
  catalogue: Catalogue,
  templateId: string,
  config: Record<string, unknown>,
): NamedFile[] {
  return catalogue.assetFields(templateId).flatMap(({ name: field, assetTypes }) => {
    const name = config[field];
    return typeof name === 'string' && name !== '' ? [{ field, name, assetTypes }] : [];
  });
}

export type AssetUse = AssetUser & { siteId: string };

export async function readFileUsers(
  catalogue: Catalogue,
  tx: Repositories,
): Promise<Map<string, AssetUse[]>> {
  const rows = await tx.assets.transformsOfTypes(catalogue.typesWithAssets());
  const users = new Map<string, AssetUse[]>();
  const seen = new Set<string>();
  for (const row of rows) {
    for (const { name } of findNamedFiles(catalogue, row.template_id, parseConfig(row))) {
      // Newest first; the deployed version may have another row.
      const key = `${name}\n${row.pipeline_id}\n${row.lineage_id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const user = {
        pipelineId: row.pipeline_id,
        pipelineName: row.pipeline_name,
        nodeId: row.id,
        nodeName: row.name,
        siteId: row.site_id,
      };
      users.set(name, [...(users.get(name) ?? []), user]);
    }
  }
  return users;
}
