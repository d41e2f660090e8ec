import type { CallAccess } from '../../contract/calls/define.ts';
import type { AccessType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { namedIds } from '../named-ids.ts';
import type { Captures } from '../preview/captures.ts';
import type { Repositories } from '../store/index.ts';
import { type Principal, permits, permittedSites } from './permissions.ts';

type Parts = { path: unknown; query: unknown; body: unknown };
type Stores = { tx: Repositories; captures: Pick<Captures, 'find'> };

/** Ids deeper than this are inside a configuration or an event. */
const ID_DEPTH = 6;

/** A file of no site by name is of every site: all may read it, and who may not see all may not change it. */
async function sitesOfFile(
  tx: Repositories,
  id: string,
  access: { type: AccessType },
  permitted: string[],
): Promise<string[]> {
  const row = await tx.assets.find(id);
  const siteIds: string[] = row ? JSON.parse(row.site_ids) : [];
  if (!row || siteIds.length > 0) return siteIds;
  return access.type === 'READ' ? permitted.slice(0, 1) : (await tx.sites.list()).map((site) => site.id);
}

/** The sites a thing of that id belongs to; none when there is no such thing. */
async function sitesOf({ tx, captures }: Stores, id: string): Promise<string[]> {
  if (isId(id, 'site')) return [id];
  const one = (siteId: string | undefined): string[] => (siteId ? [siteId] : []);
  const ofPipeline = async (pipelineId: string) => one((await tx.pipelines.find(pipelineId))?.site_id);
  if (isId(id, 'pipeline')) return ofPipeline(id);
  if (isId(id, 'node')) return one((await tx.nodes.find(id))?.site_id);
  if (isId(id, 'sample')) return one((await tx.samples.find(id))?.site_id);
  if (isId(id, 'capture')) {
    const found = captures.find(id);
    return found ? ofPipeline(found.capture.pipelineId) : [];
  }
  if (isId(id, 'transform')) {
    const [named] = await tx.transforms.findMany([id]);
    // A component is named by the transform its history began with, which may be gone.
    const transform = named ?? (await tx.transforms.findNewest(id));
    return transform?.pipeline_id ? ofPipeline(transform.pipeline_id) : [];
  }
  return [];
}

/** The sites that a request is about, by whatever it names of them. */
export async function sitesNamed(stores: Stores, parts: Parts): Promise<string[]> {
  const ids = [...namedIds([parts.path, parts.query, parts.body], ID_DEPTH)];
  const sites = await Promise.all(ids.map((id) => sitesOf(stores, id)));
  return [...new Set(sites.flat())];
}

/**
 * Holds a request to the sites its caller may see: whatever it names of another site is not there for it,
 * and a list that names no site is narrowed to those permitted (design section 11, one middleware).
 * @param listsBySite the call's query takes `siteIds`
 * @returns the parts to go on with
 * @throws ContractError NOT_FOUND for what belongs to another site, FORBIDDEN when no site is named
 */
export async function withinSites(
  stores: Stores,
  principal: Principal | undefined,
  access: CallAccess,
  parts: Parts,
  listsBySite: boolean,
): Promise<Parts> {
  if (!principal || access.kind !== 'resource') return parts;
  const permitted = permittedSites(principal, access);
  if (permitted === 'all') return parts;
  const nothing = (id: string) =>
    new ContractError('NOT_FOUND', `There is nothing with the id ${id} on the sites you may see`);
  const ids = [...namedIds([parts.path, parts.query, parts.body], ID_DEPTH)];
  const named = new Set<string>();
  for (const id of ids) {
    const siteIds = isId(id, 'asset')
      ? await sitesOfFile(stores.tx, id, access, permitted)
      : await sitesOf(stores, id);
    for (const siteId of siteIds) {
      if (!permitted.includes(siteId)) throw nothing(id);
      const isPermitted = permits(principal, access, siteId);
      if (isPermitted !== true) throw new ContractError('FORBIDDEN', isPermitted);
      named.add(siteId);
    }
  }
  if (listsBySite) {
    const { siteIds = permitted, ...others } = parts.query as { siteIds?: string[] };
    return { ...parts, query: { ...others, siteIds } };
  }
  if (named.size > 0) return parts;
  if (ids[0] !== undefined) throw nothing(ids[0]);
  throw new ContractError('FORBIDDEN', 'Your role is of some sites only: name the site in the request');
}
