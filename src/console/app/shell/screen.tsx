import { Suspense, useEffect } from 'react';
import { Route as RouterRoute, Switch } from 'wouter';
import { callGuard } from '../../commands/call-guard.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { ErrorBoundary } from '../../components/widgets/lazy/error-boundary.tsx';
import { focusContentWhenThere } from '../../lib/focus-content.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { isReachedByHistory, useShownLocation } from '../../state/location.tsx';
import { useDocumentTitle } from '../../state/page.ts';
import { rememberPipeline } from '../../state/recent-pipelines.ts';
import { useSites } from '../../state/sites.ts';
import { ScreenFailed } from '../errors/pages.tsx';
import { markScreenArrived } from '../first-content.ts';
import { findAccessRefusal } from '../route-access.ts';
import { findRoute, matchAddress, ROUTES } from '../routes.ts';
import * as css from './frame.css.ts';
import * as screenCss from './screen.css.ts';

/** Scroll positions by path, in pixels. */
const places = new Map<string, number>();
/** Milliseconds to wait until data makes the screen tall enough. */
const GIVE_UP_MS = 3000;
const TAKES_OVER = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;

/** Once the screen is tall enough, unless the user scrolls. */
function restoreScroll(main: HTMLElement, wanted: number): () => void {
  const restore = () => {
    main.scrollTop = wanted;
    if (main.scrollTop >= wanted - 1) stop();
  };
  const grown = new ResizeObserver(restore);
  const timer = setTimeout(() => stop(), GIVE_UP_MS);
  function stop(): void {
    grown.disconnect();
    clearTimeout(timer);
    for (const event of TAKES_OVER) window.removeEventListener(event, stop);
  }
  for (const event of TAKES_OVER) window.addEventListener(event, stop, { passive: true });
  for (const child of main.children) grown.observe(child);
  restore();
  return stop;
}

/** Restores the position after history navigation. Other screens start at the top. */
function keepScroll(main: HTMLElement, path: string, isFirst: boolean): () => void {
  const wanted = isReachedByHistory() ? (places.get(path) ?? 0) : 0;
  // A new page is at its top; to scroll there would lay it out in the task that draws it.
  const stop = isFirst && wanted === 0 ? () => undefined : restoreScroll(main, wanted);
  const remember = () => places.set(path, main.scrollTop);
  main.addEventListener('scroll', remember, { passive: true });
  return () => {
    stop();
    main.removeEventListener('scroll', remember);
  };
}

const Loading = () => (
  <div className={screenCss.loading}>
    <Skeleton width={220} height={26} label="the screen" />
    <Skeleton width="60%" />
    <Skeleton width="80%" />
    <Skeleton width="70%" />
  </div>
);

/** Screen readers read the focused heading. */
function focusStart(main: HTMLElement, isFirst: boolean): void {
  const wanted = main.querySelector<HTMLElement>('[data-initial-focus]');
  const { activeElement } = document;
  const isTaken = activeElement !== main && main.contains(activeElement);
  if (!wanted && (isFirst || isTaken)) return;
  const heading = prepareHeading(main);
  (wanted ?? heading ?? main).focus({ preventScroll: true });
}

function prepareHeading(main: HTMLElement): HTMLElement | null {
  const heading = main.querySelector<HTMLElement>('h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/** Moves the focus to the heading once a loading screen shows it. */
function followHeading(main: HTMLElement): () => void {
  if (document.activeElement !== main) return () => {};
  const observer = new MutationObserver(() => {
    const heading = prepareHeading(main);
    if (!heading) return;
    observer.disconnect();
    if (document.activeElement === main) heading.focus({ preventScroll: true });
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function Arrived({ path }: { path: string }) {
  useEffect(() => {
    const isFirst = markScreenArrived();
    const pipelineId = /^\/pipelines\/(\d{18})$/.exec(path)?.[1];
    if (pipelineId) rememberPipeline(pipelineId);
    const main = document.getElementById('content');
    if (!main) return;
    focusStart(main, isFirst);
    const stopFollowing = followHeading(main);
    const stopWaiting = isFirst ? () => undefined : focusContentWhenThere();
    const stopKeeping = keepScroll(main, path, isFirst);
    return () => {
      stopFollowing();
      stopWaiting();
      stopKeeping();
    };
  }, [path]);
  return null;
}

export function Screen() {
  const { path } = useShownLocation();
  const { site, sites, query } = useSites();
  useStore(callGuard);
  const route = findRoute(path);
  // Its calls are refused where the flag is off.
  const isKnown = matchAddress(path, useStore(flagsOn)).kind !== 'pending';
  const refusal = route && findAccessRefusal(route, site);
  useDocumentTitle(route?.title);
  return (
    <main id="content" tabIndex={-1} className={css.content} aria-label={route?.title}>
      <ErrorBoundary resetKey={path} fallback={(error) => <ScreenFailed error={error} />}>
        {refusal ? (
          <div className={screenCss.refused}>
            <h1 className={screenCss.refusedTitle}>{route.title}</h1>
            <EmptyState title="Not Authorized" icon="user">
              {refusal}. Ask an administrator for a role with this permission.
            </EmptyState>
          </div>
        ) : site && isKnown ? (
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
