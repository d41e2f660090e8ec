import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createActor } from 'xstate';
import { siteSelectionMachine } from '../../../machines/site-selection/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { SITE_PAGE_LIMIT } from '../../contract/limits.ts';
import type { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { queryClient } from '../api/query-client.ts';
import { selectedSiteId } from '../api/selected-site.ts';
import { STORAGE_KEYS, storage } from '../lib/storage.ts';
import { useStore } from '../lib/store.ts';

/** The first page is also in index.html, which requests it before the console has loaded. */
export const querySites = (offset: number) => ({
  'pagination.offset': offset,
  'pagination.limit': SITE_PAGE_LIMIT,
  'pagination.ordering.fieldName': 'updated_at',
  'pagination.ordering.descending': true,
});

async function readAllSites(signal: AbortSignal): Promise<Site[]> {
  const sites: Site[] = [];
  for (;;) {
    const { data } = await callApi('listSites', { query: querySites(sites.length) }, { signal });
    sites.push(...data.sites);
    if (data.sites.length === 0 || sites.length >= data.pagination.totalCount) return sites;
  }
}

/** Reads that do not depend on the selected site. */
const OF_NO_SITE: readonly unknown[] = ['listSites', 'getSession', 'getHeldAccess'];

export const siteActor = createActor(siteSelectionMachine);
siteActor.on('site.selected', ({ siteId, isChange }) => {
  storage.write(STORAGE_KEYS.site, siteId);
  selectedSiteId.set(siteId);
  if (isChange) queryClient.removeQueries({ predicate: ({ queryKey }) => !OF_NO_SITE.includes(queryKey[0]) });
});
siteActor.on('site.forgotten', () => {
  storage.remove(STORAGE_KEYS.site);
  selectedSiteId.set(undefined);
});
siteActor.start();

/** Visible reads are fetched again. */
export function forgetSite(): void {
  siteActor.send({ type: 'session.ended' });
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
}

const NO_SITES: Site[] = [];
const REMOTE_MS = 15_000;

const sitesQuery = queryOptions<Site[], ApiError>({
  queryKey: ['listSites'],
  queryFn: ({ signal }) => readAllSites(signal),
  staleTime: 60_000,
  // Connections of remote engines and Collectors are not pushed.
  refetchInterval: ({ state }) =>
    state.data?.some(({ engine }) => engine !== 'embedded') ? REMOTE_MS : false,
});

/** The address takes precedence over the stored site. */
function sendSitesRead(sites: readonly Site[]): void {
  const named = new URLSearchParams(window.location.search).get('site');
  siteActor.send({ type: 'sites.read', sites, wanted: [named, storage.read(STORAGE_KEYS.site)] });
}

/** @returns id of the selected site; undefined when there is none or the read failed */
export async function prefetchSites(): Promise<string | undefined> {
  await queryClient.prefetchQuery(sitesQuery);
  const sites = queryClient.getQueryData(sitesQuery.queryKey);
  if (sites) sendSitesRead(sites);
  else siteActor.send({ type: 'sites.failed' });
  return selectedSiteId.get();
}

/** Replaces a selection that no longer exists. */
export function useSites() {
  const query = useQuery(sitesQuery);
  const siteId = useStore(selectedSiteId);
  const sites = query.data;
  useEffect(() => {
    if (sites) sendSitesRead(sites);
  }, [sites]);
  return { sites: sites ?? NO_SITES, site: sites?.find((site) => site.id === siteId), query };
}

/** Use only inside the shell's content, which waits for it. */
export function useSite(): Site {
  const { site } = useSites();
  if (!site) throw new Error('no site is selected');
  return site;
}
