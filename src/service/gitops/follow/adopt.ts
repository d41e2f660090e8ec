import { type NewChangeset, REQUESTED_PIPELINES_MAX } from '../../../contract/entities/changeset.ts';
import { ContractError } from '../../../contract/errors.ts';
import { readStoredPipelines, toPipelineDefinition } from '../../exchange/collect.ts';
import { notFound } from '../../require.ts';
import type { Services } from '../../services.ts';
import { computeConnectionTag, toConnectionText } from '../connection-text.ts';
import { GONE } from '../entities.ts';
import { computeLookupTag, toStoredLookupText } from '../lookup-text.ts';
import { openPlace } from '../place.ts';
import { pushing } from '../pushing.ts';
import { commitRequest, type Person, refuseSame, requireRequests } from '../raise.ts';
import { toPath } from '../repository.ts';
import type { RequestedChange } from '../requested.ts';
import { requireChangeable } from '../requested-connection.ts';
import { requireLookupChangeable } from '../requested-lookup.ts';
import { computeTag, toFileName, toPipelineText } from '../stored.ts';
import { type RemoteEntity, readDesired } from './definition.ts';
import { type Drifted, findDrift, readStoredOfSite } from './drift.ts';
import { requireApplied } from './followed.ts';
import { readRemoteFiles } from './tree.ts';

const COMMENT = 'Adopt what was changed past the branch';

async function readAsStored(services: Services, { kind, id }: Drifted) {
  const { store } = services;
  if (kind === 'PIPELINE') {
    const row = await store.pipelines.find(id);
    const [stored] = row && row.status !== 'DELETED' ? await readStoredPipelines(store, [row]) : [];
    if (!stored) return undefined;
    const text = await toPipelineText(services, toPipelineDefinition(services, stored));
    return { text, tag: computeTag(services, stored) };
  }
  if (kind === 'LOOKUP') {
    const row = await store.assets.find(id);
    const text = row && (await toStoredLookupText(services, row));
    return row && text !== undefined ? { text, tag: computeLookupTag(row) } : undefined;
  }
  const node = await store.nodes.find(id);
  if (!node || node.status === 'DELETED') return undefined;
  return { text: await toConnectionText(services, node), tag: computeConnectionTag(services, node) };
}

async function toChange(
  services: Services,
  drifted: Drifted,
  known: readonly RemoteEntity[],
): Promise<RequestedChange> {
  const { kind, name, how, id } = drifted;
  const path = toPath(kind, toFileName({ id, name }));
  if (how === 'missing') {
    const entity = known.find((one) => one.kind === kind && one.name === name);
    if (!entity) throw notFound('file of the branch', name);
    const gone = { id: entity.id, name, basePath: path, path: '', text: '', baseTag: GONE, config: '' };
    return { change: 'delete', ...gone };
  }
  const stored = await readAsStored(services, drifted);
  if (!stored)
    throw new ContractError('CONFLICT', `'${name}' is being changed at the moment: try again in a moment`);
  const more = { id, name, path, text: stored.text, config: '' };
  return how === 'changed'
    ? { change: 'update', ...more, basePath: path, baseTag: stored.tag }
    : { change: 'create', ...more, basePath: '', baseTag: 0 };
}

/**
 * Raises a pull request with the changes made past the branch; nothing stored or running changes.
 * @throws ContractError CONFLICT when nothing drifted, or too much for one request
 */
export const adoptDrift = (
  services: Services,
  { changeSet: { siteId, description } }: Pick<NewChangeset, 'changeSet'>,
  by: Person,
  now: number,
): Promise<{ id: string }> =>
  pushing(services, siteId, async () => {
    const { store, repositories, hub } = services;
    await requireRequests(services, store, siteId);
    const place = await openPlace(services, siteId, now);
    if (place.remote === '')
      throw new ContractError('CONFLICT', 'The site follows no repository, so that nothing of it can drift');
    const { entities, removed } = await requireApplied(store, siteId, place.remote);
    const [, , path = ''] = JSON.parse(place.remote) as string[];
    const files = await readRemoteFiles(repositories.copyOf(siteId), place.base, path);
    const desired = await readDesired(services, files);
    const known: RemoteEntity[] = JSON.parse(entities);
    const stored = await readStoredOfSite(store, siteId);
    const drift = await findDrift(services, siteId, desired, JSON.parse(removed), stored);
    if (drift.length === 0)
      throw new ContractError('CONFLICT', 'Nothing was changed past the branch: there is nothing to adopt');
    const pipelines = drift.filter(({ kind }) => kind === 'PIPELINE').length;
    if (Math.max(pipelines, drift.length - pipelines) > REQUESTED_PIPELINES_MAX)
      throw new ContractError(
        'CONFLICT',
        `One pull request adopts at most ${REQUESTED_PIPELINES_MAX} pipelines, and as many sources and destinations: export them, and push them to the branch`,
      );
    const changes: RequestedChange[] = [];
    for (const one of drift) {
      const change = await toChange(services, one, known);
      if (one.kind === 'LOOKUP') requireLookupChangeable(services, change.change === 'delete', siteId);
      else if (one.kind !== 'PIPELINE') requireChangeable(services, one.kind, change.change, siteId);
      changes.push(change);
    }
    const placed = await place.place(changes);
    await refuseSame(services, siteId, place, placed);
    const comment = description === '' ? COMMENT : description;
    const raised = await commitRequest(services, {
      ...{ siteId, description: comment, place, changes: placed, by, now },
    });
    hub.publish({ type: 'notification.changed', siteId });
    return raised;
  });
