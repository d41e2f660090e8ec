import { ContractError } from '../../../contract/errors.ts';
import { readText } from '../../exchange/exchange.ts';
import { formatKey } from '../../exchange/model.ts';
import type { Services } from '../../services.ts';
import type { RequestParts } from '../apply-request.ts';
import { renameConnections } from '../names.ts';
import { toOwnPath } from '../place.ts';
import type { GitRepository } from '../repository.ts';
import { toPipelineText } from '../stored.ts';
import type { RemoteEntity } from './definition.ts';

function listRenames({ connections }: RequestParts, entities: readonly RemoteEntity[]): Map<string, string> {
  const renames = new Map<string, string>();
  for (const { of, what } of connections) {
    const former = entities.find(({ id }) => id === of.pipeline_id);
    if (!former || !what || former.name === what.name) continue;
    renames.set(formatKey({ nodeType: former.kind, name: former.name }), what.name);
  }
  return renames;
}

/**
 * Other pipelines' files on a remote branch that use something the request renames.
 * @param base the commit that is merged into
 */
export async function listRenamedFiles(
  services: Services,
  parts: RequestParts,
  {
    repository,
    base,
    entities,
  }: { repository: GitRepository; base: string; entities: readonly RemoteEntity[] },
): Promise<RequestParts['files']> {
  const renames = listRenames(parts, entities);
  if (renames.size === 0) return [];
  const own = new Set(parts.pipelines.map(({ of }) => of.pipeline_id));
  const files: RequestParts['files'] = [];
  for (const { kind, id, path, name } of entities) {
    if (kind !== 'PIPELINE' || own.has(id)) continue;
    const file = toOwnPath(path);
    const text = await repository.readFile(base, file);
    if (text === undefined)
      throw new ContractError(
        'CONFLICT',
        `'${path}' is not on the branch any more: synchronize the site, then merge`,
      );
    const { definition } = await readText(services, text, false);
    const what = definition.pipelines[0]?.what;
    if (!what?.nodes.some((node) => renames.has(formatKey(node)))) continue;
    if (definition.pipelines.length !== 1) throw new Error(`'${path}' holds more than '${name}'`);
    const renamed = await toPipelineText(services, renameConnections(what, renames));
    files.push({ basePath: file, path: file, text: renamed });
  }
  return files;
}
