import type { AssetUser } from '../../contract/entities/asset.ts';
import type { AssetType } from '../../contract/enums.ts';
import type { Catalogue } from '../catalogue.ts';
import { configOf } from '../domain/rows.ts';
import type { Repositories } from '../store/index.ts';

/** The files that a configuration of this type names: field, name, and types that fit. */
export type NamedFile = { field: string; name: string; assetTypes: readonly AssetType[] };

export function namedFiles(
  catalogue: Catalogue,
  templateId: string,
  config: Record<string, unknown>,
): NamedFile[] {
  return catalogue.assetFields(templateId).flatMap(({ name: field, assetTypes }) => {
    const name = config[field];
    return typeof name === 'string' && name !== '' ? [{ field, name, assetTypes }] : [];
  });
}

/** A use with the site of its pipeline. */
export type AssetUse = AssetUser & { siteId: string };

/** Who names each file, by its name: transforms of the newest or deployed version of pipelines. */
export async function usersOfFiles(catalogue: Catalogue, tx: Repositories): Promise<Map<string, AssetUse[]>> {
  const rows = await tx.assets.transformsOfTypes(catalogue.typesWithAssets());
  const users = new Map<string, AssetUse[]>();
  const seen = new Set<string>();
  for (const row of rows) {
    for (const { name } of namedFiles(catalogue, row.template_id, configOf(row))) {
      // The newest version stands before the deployed one, in which the transform may be another row.
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
