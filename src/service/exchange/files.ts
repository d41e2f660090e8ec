import { findFileFaults } from '../files/named.ts';
import { findNamedFiles } from '../files/users.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { compareNames, type Definition, type FileDefinition, type PlacedDefinition } from './model.ts';
import type { Problems } from './problems.ts';

/** With the SHA-256 of the current content. */
export async function listNamedFiles(
  { catalogue, store }: Services,
  { pipelines }: Definition,
): Promise<FileDefinition[]> {
  const nodes = pipelines.flatMap((pipeline) => pipeline.nodes.flatMap(({ own }) => own ?? []));
  const names = new Set(
    nodes.flatMap(({ type, config }) => findNamedFiles(catalogue, type, config).map(({ name }) => name)),
  );
  const files: FileDefinition[] = [];
  for (const name of names) {
    const row = await store.assets.findByName(name);
    if (row) files.push({ name, type: row.asset_type, sha256: row.sha256 });
  }
  return files.sort(compareNames);
}

/** Files named by enabled nodes must exist with the defined content. */
export async function checkFiles(
  { catalogue }: Services,
  tx: Repositories,
  problems: Problems,
  { files, lookups, pipelines }: PlacedDefinition,
  siteId: string,
): Promise<void> {
  // Tables in the definition are right by definition.
  const defined = new Set(lookups.map(({ what }) => what.name));
  for (const { what, path } of files) {
    if (defined.has(what.name)) continue;
    const row = await tx.assets.findByName(what.name);
    if (!row || what.sha256 === undefined || row.sha256 === what.sha256) continue;
    const message =
      `The file '${what.name}' has other content here (SHA-256 ${row.sha256}): replace it under Settings, ` +
      'Files, or leave out sha256 to use the content here';
    problems.add([...path, 'sha256'], 'file_differs', message);
  }
  for (const { what, nodePaths, path } of pipelines) {
    for (const [index, { own, disabled }] of what.nodes.entries()) {
      if (!own || disabled) continue;
      const configured = { templateId: own.type, config: own.config };
      for (const { field, rule, message } of await findFileFaults(catalogue, tx, configured, siteId, defined))
        problems.add([...(nodePaths[index] ?? path), 'config', field], rule, message);
    }
  }
}
