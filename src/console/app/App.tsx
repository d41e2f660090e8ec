import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { rangeToText } from '../../../machines/time-filter/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { flagsOn, readFlags } from '../actors/flags.ts';
import { pageProblem } from '../actors/shell-state.ts';
import { siteActor, useSites } from '../actors/sites.ts';
import { themeStore } from '../actors/theme.ts';
import { rangeInForce, selectTimeRange, useTimeRange } from '../actors/time-filter.ts';
import { useToasts } from '../actors/toasts.ts';
import { liveClient } from '../api/live-client.ts';
import { queryClient } from '../api/query-client.ts';
import { callQuery } from '../api/use-call.ts';
import { callGuard } from '../commands/call-guard.ts';
import { hasContextBase, setContextBase } from '../commands/runtime.ts';
import { useStore } from '../commands/store.ts';
import { ErrorBoundary } from '../widgets/lazy/error-boundary.tsx';
import { lazyCode } from '../widgets/lazy/lazy-code.ts';
import { RenderFailedPage } from './errors/pages.tsx';
import { afterFirstContent } from './first-content.ts';
import { shellActors } from './host.ts';
import { goTo, LocationProvider, useShownLocation } from './location.tsx';
import { matchAddress, routeOf } from './routes.ts';
import { Popups } from './shell/popups.tsx';
import { Shell } from './shell/shell.tsx';

const { Component: RenderFailedModal } = lazyCode(() => import('./errors/modals.tsx'));

/** What stands in the place of the shell. */
const wholePages = lazyCode(() => import('./errors/whole-pages.tsx'));

/** The address carries site and time range: what it says is taken, what changes is written to it. */
function useAddress(sites: readonly Site[]) {
  const { path, search } = useShownLocation();
  const shown = rangeToText(useTimeRange());
  useEffect(() => {
    // The screen may still be the former one: an address that was left says nothing any more.
    if (search !== window.location.search.slice(1)) return;
    const query = new URLSearchParams(search);
    const siteId = query.get('site');
    if (siteId && sites.length > 0) siteActor.send({ type: 'site.named', siteId });
    const time = query.get('time');
    if (time) selectTimeRange(time);
  }, [search, sites]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range is written, and what is in force is read
  useEffect(() => {
    if (!routeOf(path)?.hasTimeFilter) return;
    const query = new URLSearchParams(window.location.search);
    // The address may just have changed it: what is in force now, not what was drawn.
    const now = rangeToText(rangeInForce());
    const wanted = now === '1h' ? null : now;
    if (query.get('time') === wanted) return;
    if (wanted === null) query.delete('time');
    else query.set('time', wanted);
    const rest = query.toString();
    goTo(rest ? `${path}?${rest}` : path, { replace: true });
  }, [path, shown]);
}

/** Whoever is no administrator is told at once what is closed to them; what Git manages is closed to everyone. */
function useHeldAccess(isManaged: boolean) {
  const { data, dataUpdatedAt } = useQuery({
    ...callQuery('getSession', {}, ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again, it may say the same and mean other grants
  useEffect(() => {
    if (isManaged || data?.isAdministrator === false)
      void import('./screens.ts').then(({ loadHeldAccess }) => loadHeldAccess());
    else callGuard.set(undefined);
  }, [data, dataUpdatedAt, isManaged]);
}

/** Gives commands what they read; they see changes at once. */
function ContextForCommands({ children }: { children: ReactNode }) {
  const { path, search } = useShownLocation();
  const { sites, site } = useSites();
  const theme = useStore(themeStore);
  const toastCount = useToasts().length;
  useAddress(sites);
  useHeldAccess(sites.some(({ managedByGit }) => managedByGit));
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and toasts are read inside shellActors
  const base = useMemo(
    () => ({ path, search, navigate: goTo, site, sites, actors: shellActors() }),
    [path, search, site, sites, theme, toastCount],
  );
  // Children read the context while they render, so the first one must be there before them.
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
  useEffect(() => afterFirstContent(() => void wholePages.preload()), []);
  if (problem || match.kind === 'none') {
    return (
      <Suspense fallback={null}>
        <wholePages.Component problem={problem} path={path} />
      </Suspense>
    );
  }
  // Without a route the shell stands, and waits.
  return <Shell />;
}

/** R8-09; where the code of the modal does not come either, its words and its way out are a page. */
const renderFailed = () => (
  <ErrorBoundary fallback={() => <RenderFailedPage />}>
    <Suspense fallback={null}>
      <RenderFailedModal />
    </Suspense>
  </ErrorBoundary>
);

/** The whole console. */
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
