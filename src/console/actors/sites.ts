import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Site } from '../../contract/entities/site.ts';
import { SITE_PAGE_LIMIT } from '../../contract/limits.ts';
import type { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { queryClient } from '../api/query-client.ts';
import { selectedSiteId } from '../api/selected-site.ts';
import { useStore } from '../commands/store.ts';
import { STORAGE_KEYS, storage } from './storage.ts';

/** Reads every page of the sites (E10). */
async function readAllSites(signal: AbortSignal): Promise<Site[]> {
  const sites: Site[] = [];
  for (;;) {
    const { data } = await callApi(
      'listSites',
      { query: { 'pagination.offset': sites.length, 'pagination.limit': SITE_PAGE_LIMIT } },
      { signal },
    );
    sites.push(...data.sites);
    if (data.sites.length === 0 || sites.length >= data.pagination.totalCount) return sites;
  }
}

/** The site to select: the one the address names, else the stored one, else the first active one. */
export function chooseSite(
  sites: readonly Site[],
  ...wanted: (string | undefined | null)[]
): Site | undefined {
  for (const id of wanted) {
    const known = sites.find((site) => site.id === id);
    if (known) return known;
  }
  return sites.find((site) => site.status === 'ACTIVE') ?? sites[0];
}

/** What is of no site: the sites, and who is signed in. */
const OF_NO_SITE: readonly unknown[] = ['listSites', 'getSession'];

/** Selects a site, stores it, and forgets what was shown of the former one. */
export function selectSite(siteId: string): void {
  if (selectedSiteId.get() === siteId) return;
  const isFirst = selectedSiteId.get() === undefined;
  storage.write(STORAGE_KEYS.site, siteId);
  selectedSiteId.set(siteId);
  if (!isFirst) queryClient.removeQueries({ predicate: ({ queryKey }) => !OF_NO_SITE.includes(queryKey[0]) });
}

/** Forgets the selected site and everything that was read; what is on screen is read anew (R4-103, R1-36). */
export function forgetSite(): void {
  storage.remove(STORAGE_KEYS.site);
  selectedSiteId.set(undefined);
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
}

const NO_SITES: Site[] = [];

const sitesQuery = queryOptions<Site[], ApiError>({
  queryKey: ['listSites'],
  queryFn: ({ signal }) => readAllSites(signal),
  staleTime: 60_000,
});

/** Selects the site that is wanted; undefined while there is none. */
function selectWanted(sites: readonly Site[]): Site | undefined {
  const fromAddress = new URLSearchParams(window.location.search).get('site');
  const chosen = chooseSite(sites, selectedSiteId.get(), fromAddress, storage.read(STORAGE_KEYS.site));
  if (chosen) selectSite(chosen.id);
  return chosen;
}

/**
 * Asks for the sites, which every screen waits for, before any screen is drawn.
 * @returns id of the selected site; undefined when there is none or the sites cannot be read.
 */
export async function prefetchSites(): Promise<string | undefined> {
  await queryClient.prefetchQuery(sitesQuery).catch(() => undefined);
  return selectWanted(queryClient.getQueryData(sitesQuery.queryKey) ?? NO_SITES)?.id;
}

/** All sites, and the selected one; it also keeps the selection true to what exists. */
export function useSites() {
  const query = useQuery(sitesQuery);
  const siteId = useStore(selectedSiteId);
  const sites = query.data;
  useEffect(() => {
    // A selected site that is gone gives way to another.
    if (sites && !sites.some(({ id }) => id === siteId)) selectWanted(sites);
  }, [sites, siteId]);
  return { sites: sites ?? NO_SITES, site: sites?.find((site) => site.id === siteId), query };
}

/** The selected site. Only for what stands inside the shell's content, which waits for it. */
export function useSite(): Site {
  const { site } = useSites();
  if (!site) throw new Error('no site is selected');
  return site;
}
