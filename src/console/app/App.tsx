import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { formatRange } from '../../../machines/time-filter/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { liveClient } from '../api/live-client.ts';
import { pageProblem } from '../api/page-problem.ts';
import { queryClient } from '../api/query-client.ts';
import { callQuery } from '../api/use-call.ts';
import { callGuard, isAccessKnown } from '../commands/call-guard.ts';
import { hasContextBase, setContextBase } from '../commands/runtime.ts';
import { ErrorBoundary } from '../components/widgets/lazy/error-boundary.tsx';
import { createLazyCode } from '../components/widgets/lazy/lazy-code.ts';
import { useStore } from '../lib/store.ts';
import { flagsOn, readFlags } from '../state/flags.ts';
import { goTo, LocationProvider, useShownLocation } from '../state/location.tsx';
import { siteActor, useSites } from '../state/sites.ts';
import { themeStore } from '../state/theme.ts';
import { getTimeRange, selectTimeRange, useTimeRange } from '../state/time-filter.ts';
import { useToasts } from '../state/toasts.ts';
import { RenderFailedPage } from './errors/pages.tsx';
import { runAfterFirstContent } from './first-content.ts';
import { createShellActors } from './host.ts';
import { findRoute, matchAddress } from './routes.ts';
import { Popups } from './shell/popups.tsx';
import { Shell } from './shell/shell.tsx';

const { Component: RenderFailedModal } = createLazyCode(() => import('./errors/modals.tsx'));

const wholePages = createLazyCode(() => import('./errors/whole-pages.tsx'));

/** Syncs site and time range with the address in both directions. */
function useAddress(sites: readonly Site[]) {
  const { path, search } = useShownLocation();
  const shown = formatRange(useTimeRange());
  useEffect(() => {
    // During a transition the previous screen is still mounted.
    if (search !== window.location.search.slice(1)) return;
    const query = new URLSearchParams(search);
    const siteId = query.get('site');
    if (siteId && sites.length > 0) siteActor.send({ type: 'site.named', siteId });
    const time = query.get('time');
    if (time) selectTimeRange(time);
  }, [search, sites]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the range changes, but reads the current one
  useEffect(() => {
    if (!findRoute(path)?.hasTimeFilter) return;
    const query = new URLSearchParams(window.location.search);
    // The address may have changed the range since the render.
    const now = formatRange(getTimeRange());
    const wanted = now === '1h' ? null : now;
    if (query.get('time') === wanted) return;
    if (wanted === null) query.delete('time');
    else query.set('time', wanted);
    const rest = query.toString();
    goTo(rest ? `${path}?${rest}` : path, { replace: true });
  }, [path, shown]);
}

/** For non-administrators, and for sites managed by Git. */
function useHeldAccess(isManaged: boolean) {
  const { data, dataUpdatedAt, isError } = useQuery({
    ...callQuery('getSession', {}, ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal data from a new read can mean other grants
  useEffect(() => {
    const isGuarded = isManaged || data?.isAdministrator === false;
    isAccessKnown.set(isError || (data !== undefined && (!isGuarded || callGuard.get() !== undefined)));
    if (!isGuarded) callGuard.set(undefined);
    else
      void import('./screens.ts')
        .then(({ loadHeldAccess }) => loadHeldAccess())
        .finally(() => isAccessKnown.set(true));
  }, [data, dataUpdatedAt, isError, isManaged]);
}

function ContextForCommands({ children }: { children: ReactNode }) {
  const { path, search } = useShownLocation();
  const { sites, site } = useSites();
  const theme = useStore(themeStore);
  const toastCount = useToasts().length;
  useAddress(sites);
  useHeldAccess(sites.some(({ managedByGit }) => managedByGit));
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and toasts are read inside createShellActors
  const base = useMemo(
    () => ({ path, search, navigate: goTo, site, sites, actors: createShellActors() }),
    [path, search, site, sites, theme, toastCount],
  );
  // Children read the context during render, so it must exist before them.
  if (!hasContextBase()) setContextBase(base);
  useLayoutEffect(() => setContextBase(base), [base]);
  useEffect(() => {
    if (site) return liveClient.subscribe({ topic: 'site', siteId: site.id }, () => undefined);
  }, [site]);
  return children;
}

function Pages() {
  const { path } = useShownLocation();
  const problem = useStore(pageProblem);
  const match = matchAddress(path, useStore(flagsOn));
  const redirect = match.kind === 'redirect' ? match.to : undefined;
  useEffect(() => {
    if (redirect !== undefined) goTo(redirect, { replace: true });
    if (match.kind === 'pending') readFlags();
  }, [redirect, match.kind]);
  useEffect(() => runAfterFirstContent(() => void wholePages.preload()), []);
  if (problem || match.kind === 'none') {
    return (
      <Suspense fallback={null}>
        <wholePages.Component problem={problem} path={path} />
      </Suspense>
    );
  }
  // The shell waits until the route is known.
  return <Shell />;
}

/** Fallback page when the modal's code cannot be loaded. */
const renderFailed = () => (
  <ErrorBoundary fallback={() => <RenderFailedPage />}>
    <Suspense fallback={null}>
      <RenderFailedModal />
    </Suspense>
  </ErrorBoundary>
);

export function App() {
  return (
    <ErrorBoundary fallback={renderFailed}>
      <QueryClientProvider client={queryClient}>
        <LocationProvider>
          <ContextForCommands>
            <Pages />
            <Popups />
          </ContextForCommands>
        </LocationProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
