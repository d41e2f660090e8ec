import { type CallAccess, reads } from '../../contract/calls/define.ts';
import type { AccessType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { collectIds } from '../named-ids.ts';
import type { Captures } from '../preview/captures.ts';
import type { Repositories } from '../store/index.ts';
import { listPermittedSites, type Principal, permits } from './permissions.ts';

type Parts = { path: unknown; query: unknown; body: unknown };
type Stores = { tx: Repositories; captures: Pick<Captures, 'find'> };

const ID_DEPTH = 8;

/** A file without sites belongs to all: all may read it, but only those who see all sites may change it. */
async function readSitesOfFile(
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

async function readSiteOfFleet(tx: Repositories, id: string): Promise<string | undefined> {
  const row =
    (await tx.fleets.find(id)) ??
    (await tx.fleetAgents.find(id)) ??
    (await tx.fleetConfigurations.find(id)) ??
    (await tx.fleetRollouts.find(id));
  if (row) return row.site_id;
  const token = await tx.fleetTokens.find(id);
  return token && (await tx.fleets.find(token.fleet_id))?.site_id;
}

async function readSites({ tx, captures }: Stores, id: string): Promise<string[]> {
  if (isId(id, 'site')) return [id];
  const toList = (siteId: string | undefined): string[] => (siteId ? [siteId] : []);
  const readSiteOfPipeline = async (pipelineId: string) =>
    toList((await tx.pipelines.find(pipelineId))?.site_id ?? (await tx.hydrations.find(pipelineId))?.site_id);
  if (isId(id, 'pipeline')) return readSiteOfPipeline(id);
  if (isId(id, 'node')) return toList((await tx.nodes.find(id))?.site_id);
  if (isId(id, 'alert'))
    return toList(
      (await tx.alertRules.find(id))?.site_id ??
        (await tx.alerts.findEvent(id))?.site_id ??
        (await tx.alertSilences.find(id))?.site_id ??
        (await tx.changesets.find(id))?.site_id ??
        (await tx.savedQueries.find(id))?.site_id ??
        (await tx.dashboards.find(id))?.site_id ??
        (await tx.reports.find(id))?.site_id ??
        (await tx.reportRuns.findHead(id))?.site_id,
    );
  if (isId(id, 'sample'))
    return toList((await tx.samples.find(id))?.site_id ?? (await readSiteOfFleet(tx, id)));
  if (isId(id, 'capture')) {
    const found = captures.find(id);
    return found ? readSiteOfPipeline(found.capture.pipelineId) : [];
  }
  if (isId(id, 'transform')) {
    const [named] = await tx.transforms.findMany([id]);
    // A component is named by its first transform, which may be deleted.
    const transform = named ?? (await tx.transforms.findNewest(id));
    return transform?.pipeline_id ? readSiteOfPipeline(transform.pipeline_id) : [];
  }
  return [];
}

export async function findNamedSites(stores: Stores, parts: Parts): Promise<string[]> {
  const ids = [...collectIds([parts.path, parts.query, parts.body], ID_DEPTH)];
  const sites = await Promise.all(ids.map((id) => readSites(stores, id)));
  return [...new Set(sites.flat())];
}

/**
 * Restricts a request to the caller's sites: unreadable things are not found, read-only ones refused, and
 * lists without `siteIds` narrowed.
 * @param listsBySite the call's query takes `siteIds`
 * @returns the restricted parts
 * @throws ContractError NOT_FOUND, or FORBIDDEN for read-only things and when no site is named
 */
export async function restrictToSites(
  stores: Stores,
  principal: Principal | undefined,
  access: CallAccess,
  parts: Parts,
  listsBySite: boolean,
): Promise<Parts> {
  if (!principal || access.kind !== 'resource') return parts;
  const permitted = listPermittedSites(principal, access);
  if (permitted === 'all') return parts;
  const maySee = (siteId: string) => permits(principal, reads(access.resource), siteId) === true;
  const refuseUnknown = (id: string) =>
    new ContractError('NOT_FOUND', `There is nothing with the id ${id} on the sites you can see`);
  const ids = [...collectIds([parts.path, parts.query, parts.body], ID_DEPTH)];
  const named = new Set<string>();
  for (const id of ids) {
    const siteIds = isId(id, 'asset')
      ? await readSitesOfFile(stores.tx, id, access, permitted)
      : await readSites(stores, id);
    for (const siteId of siteIds) {
      const isPermitted = permits(principal, access, siteId);
      if (isPermitted !== true)
        throw maySee(siteId) ? new ContractError('FORBIDDEN', isPermitted) : refuseUnknown(id);
      named.add(siteId);
    }
  }
  if (listsBySite) {
    const { siteIds = permitted, ...others } = parts.query as { siteIds?: string[] };
    return { ...parts, query: { ...others, siteIds } };
  }
  if (named.size > 0) return parts;
  if (ids[0] !== undefined) throw refuseUnknown(ids[0]);
  throw new ContractError('FORBIDDEN', 'Your role covers some sites only: name the site in the request');
}
