import { ContractError } from '../../contract/errors.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { ChangesetRow } from '../store/schema.ts';
import type { RemoteEntity } from './follow/definition.ts';
import { requireApplied } from './follow/followed.ts';
import { readRemoteSettings, toAddress } from './follow/settings.ts';
import { FOLDERS, type GitRepository, kindOfPath } from './repository.ts';
import { repositoryOf } from './repository-of.ts';
import { settleRepository } from './settle.ts';
import { recordStored, toSlug } from './stored.ts';

type Placed = { id: string; name: string; basePath: string; path: string };

/** Where a site's pull requests are committed. Serialize calls that change it. */
export type RequestPlace = {
  repository: GitRepository;
  /** Remote address; empty when kept by the service. */
  remote: string;
  base: string;
  place<T extends Placed>(changes: readonly T[]): Promise<T[]>;
};

/** Pipelines have no folder in paths. */
export const toOwnPath = (path: string): string =>
  path.startsWith(`${FOLDERS.PIPELINE}/`) ? path.slice(FOLDERS.PIPELINE.length + 1) : path;

/** Existing files keep their names; new ones get a free name. */
async function placeElsewhere<T extends Placed>(
  repository: GitRepository,
  base: string,
  entities: readonly RemoteEntity[],
  changes: readonly T[],
): Promise<T[]> {
  const paths = new Map(entities.map(({ id, path }) => [id, toOwnPath(path)]));
  const taken = new Set<string>();
  const findFree = async (path: string, name: string): Promise<string> => {
    const kind = kindOfPath(path);
    for (const file of (await repository.listFiles(base, kind)).keys()) taken.add(file);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const slug = toSlug(name) || 'unnamed';
    let free = `${folder}${slug}.yaml`;
    for (let number = 2; taken.has(free); number += 1) free = `${folder}${slug}-${number}.yaml`;
    taken.add(free);
    return free;
  };
  const placed: T[] = [];
  for (const one of changes) {
    if (one.basePath === '') {
      placed.push({ ...one, path: await findFree(one.path, one.name) });
      continue;
    }
    const path = paths.get(one.id);
    if (path === undefined)
      throw new ContractError(
        'CONFLICT',
        `'${one.name}' is not on the branch that the site follows: adopt it on the page of the site first`,
      );
    placed.push({ ...one, basePath: path, path: one.path === '' ? '' : path });
  }
  return placed;
}

/** @throws ContractError CONFLICT unless the site is at the head of its followed branch */
export async function openPlace(services: Services, siteId: string, now: number): Promise<RequestPlace> {
  const { store, repositories } = services;
  const settings = readRemoteSettings(services, await requireSite(store, siteId));
  if (!settings) {
    await settleRepository(services, siteId);
    const base = await recordStored(services, store, siteId, now);
    const place = async <T extends Placed>(changes: readonly T[]) => [...changes];
    return { repository: repositories.of(siteId), remote: '', base, place };
  }
  const remote = toAddress(settings);
  const { applied_commit: base, entities } = await requireApplied(store, siteId, remote);
  const repository = repositoryOf(services, { site_id: siteId, remote });
  const known: RemoteEntity[] = JSON.parse(entities);
  return {
    repository,
    remote,
    base,
    place: (changes) => placeElsewhere(repository, base, known, changes),
  };
}

/** @throws ContractError CONFLICT for a request of the site's former repository */
export function requireSamePlace({ remote }: Pick<ChangesetRow, 'remote'>, place: RequestPlace): void {
  if (remote === place.remote) return;
  throw new ContractError(
    'CONFLICT',
    'This pull request lies in the repository that the site had before: withdraw it, and raise the change again',
  );
}
