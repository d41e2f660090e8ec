import { Suspense, useEffect } from 'react';
import { Route as RouterRoute, Switch } from 'wouter';
import { rememberPipeline } from '../../actors/recent-pipelines.ts';
import { useSites } from '../../actors/sites.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { useStore } from '../../commands/store.ts';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../widgets/feedback/skeleton.tsx';
import { ErrorBoundary } from '../../widgets/lazy/error-boundary.tsx';
import { ScreenFailed } from '../errors/pages.tsx';
import { screenArrived } from '../first-content.ts';
import { useShownLocation } from '../location.tsx';
import { useDocumentTitle } from '../page.ts';
import { refusalOf } from '../route-access.ts';
import { ROUTES, routeOf } from '../routes.ts';
import * as css from './frame.css.ts';
import { keepScroll } from './keep-scroll.ts';
import * as screenCss from './screen.css.ts';

const Loading = () => (
  <div className={screenCss.loading}>
    <Skeleton width={220} height={26} label="the screen" />
    <Skeleton width="60%" />
    <Skeleton width="80%" />
    <Skeleton width="70%" />
  </div>
);

/** The focus at the start of a screen: where it wants it, else its heading, which a screen reader then says. */
function focusStart(main: HTMLElement, isFirst: boolean): void {
  const wanted = main.querySelector<HTMLElement>('[data-initial-focus]');
  const { activeElement } = document;
  const isTaken = activeElement !== main && main.contains(activeElement);
  if (!wanted && (isFirst || isTaken)) return;
  const heading = headingOf(main);
  (wanted ?? heading ?? main).focus({ preventScroll: true });
}

function headingOf(main: HTMLElement): HTMLElement | null {
  const heading = main.querySelector<HTMLElement>('h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/** Where a screen waits for its data, the focus waits on its place for the heading. */
function followHeading(main: HTMLElement): () => void {
  if (document.activeElement !== main) return () => {};
  const observer = new MutationObserver(() => {
    const heading = headingOf(main);
    if (!heading) return;
    observer.disconnect();
    if (document.activeElement === main) heading.focus({ preventScroll: true });
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Once a screen is there: the focus on its start, unless the screen took it itself. */
function Arrived({ path }: { path: string }) {
  useEffect(() => {
    const isFirst = screenArrived();
    const pipelineId = /^\/pipelines\/(\d{18})$/.exec(path)?.[1];
    if (pipelineId) rememberPipeline(pipelineId);
    const main = document.getElementById('content');
    if (!main) return;
    focusStart(main, isFirst);
    const stopFollowing = followHeading(main);
    const stopKeeping = keepScroll(main, path);
    return () => {
      stopFollowing();
      stopKeeping();
    };
  }, [path]);
  return null;
}

/** The content of the shell: the screen of the address, once a site is selected. */
export function Screen() {
  const { path } = useShownLocation();
  const { site, sites, query } = useSites();
  useStore(callGuard);
  const route = routeOf(path);
  const refusal = route && refusalOf(route, site);
  useDocumentTitle(route?.title);
  return (
    <main id="content" tabIndex={-1} className={css.content} aria-label={route?.title}>
      <ErrorBoundary resetKey={path} fallback={(error) => <ScreenFailed error={error} />}>
        {refusal ? (
          <div className={screenCss.refused}>
            <h1 className={screenCss.refusedTitle}>{route.title}</h1>
            <EmptyState title={refusal} icon="user">
              Without it there is nothing to show here. Ask an administrator for a role that has it.
            </EmptyState>
          </div>
        ) : site ? (
          <Suspense fallback={<Loading />}>
            <Switch location={path}>
              {ROUTES.flatMap((route) =>
                route.patterns.map((pattern) => (
                  <RouterRoute key={pattern} path={pattern} component={route.view.Component} />
                )),
              )}
            </Switch>
            <Arrived path={path} />
          </Suspense>
        ) : query.isError ? (
          <ErrorPanel
            title="The sites could not be read"
            cause={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : query.isSuccess && sites.length === 0 ? (
          <EmptyState title="No site" icon="server">
            Pipelines run on a site, and this service has none.
          </EmptyState>
        ) : (
          <Loading />
        )}
      </ErrorBoundary>
    </main>
  );
}
