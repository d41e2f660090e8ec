import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import type { Flag } from '../../../contract/flags.ts';
import { unacknowledgedErrors } from '../../actors/error-count.ts';
import { flagsOn, readFlags } from '../../actors/flags.ts';
import { recentPipelineIds } from '../../actors/recent-pipelines.ts';
import { useSites } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { useStore } from '../../commands/store.ts';
import { useCommand } from '../../commands/use-command.ts';
import { statusLook } from '../../parts/status-look.ts';
import { Icon } from '../../widgets/icons/icon.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import { type AppId, activeApp, enabledApps } from '../apps.ts';
import { afterFirstContent } from '../first-content.ts';
import { goTo, useShownLocation } from '../location.tsx';
import { paths } from '../paths.ts';
import type { Route } from '../route.ts';
import { refusalOf } from '../route-access.ts';
import { addressOf, ROUTES, routeById, routeOf } from '../routes.ts';
import { AppSwitcher } from './app-switcher.tsx';
import { ErrorMark } from './error-mark.tsx';
import { RailTip } from './rail-tip.tsx';
import * as css from './sidebar.css.ts';
import { SiteSelector } from './site-selector.tsx';
import { UserMenu } from './user-menu.tsx';

/** A plain click stays in the page; with a modifier the browser opens it elsewhere. */
const follow = (to: string) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  goTo(to);
};

function Entry({ route, isCurrent }: { route: Route & { path: string }; isCurrent: boolean }) {
  const { keys } = useCommand(`go.${route.id}`);
  const to = addressOf(route, useStore(unacknowledgedErrors)) ?? route.path;
  const link = (
    <a
      href={to}
      className={css.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow(to)}
      onPointerEnter={route.view.preload}
      onFocus={route.view.preload}
    >
      <span className={css.entryIcon}>
        <Icon name={route.icon} />
      </span>
      <span className={css.entryLabel}>{route.title}</span>
      {route.mark === 'pipelineErrors' && (
        <span className={css.entryMark}>
          <ErrorMark />
        </span>
      )}
      {keys && (
        <span className={css.entryKeys}>
          <KeySequence binding={keys} variant="ghost" decorative />
        </span>
      )}
    </a>
  );
  return <RailTip text={route.title} {...(keys ? { keys } : {})} link={link} />;
}

const RECENT_SHOWN = 4;

/** Pipelines opened last that still exist, with their state. */
function RecentPipelines() {
  const ids = useStore(recentPipelineIds);
  const { site } = useSites();
  const shownIds = useMemo(() => ids.slice(0, RECENT_SHOWN + 2), [ids]);
  const { data } = useCall(
    'listPipelines',
    { query: { siteIds: site ? [site.id] : [], pipelineIds: [...shownIds] } },
    { enabled: site !== undefined && shownIds.length > 0, keepPrevious: true, isSuppressed: true },
  );
  const pipelines = shownIds
    .flatMap((id) => data?.pipelines.filter((pipeline) => pipeline.id === id) ?? [])
    .slice(0, RECENT_SHOWN);
  if (shownIds.length === 0 || pipelines.length === 0) return null;
  return (
    <>
      <h2 className={css.heading}>Recent</h2>
      <div className={css.nav}>
        {pipelines.map((pipeline) => {
          const face = statusLook(pipeline);
          const to = paths.pipeline(pipeline.id);
          const link = (
            <a
              href={to}
              className={css.entry}
              onClick={follow(to)}
              onPointerEnter={routeById('pipeline')?.view.preload}
            >
              <span className={css.entryIcon}>
                <StatusShape shape={face.shape} tone={face.tone} label={face.label} />
              </span>
              <span className={css.entryLabel}>{pipeline.name}</span>
            </a>
          );
          return <RailTip key={pipeline.id} text={pipeline.name} link={link} />;
        })}
      </div>
    </>
  );
}

const NO_FLAGS: ReadonlySet<Flag> = new Set();
const IS_GATED = ROUTES.some(({ flag }) => flag !== undefined);

/**
 * The entries of an app, in the order of the table (R2.2-08). As long as the flags are not read, what waits for one
 * is there: hardly any is turned off, and nothing moves when they come.
 */
const entriesOf = (app: AppId, flags: ReadonlySet<Flag> | undefined, isOpen: (route: Route) => boolean) =>
  ROUTES.flatMap((route) =>
    route.sidebar &&
    route.app === app &&
    route.path !== undefined &&
    (!route.flag || flags?.has(route.flag) !== false) &&
    isOpen(route)
      ? [{ ...route, path: route.path }]
      : [],
  );

/** The app on screen; profile and events keep the one before (R2.2-28, R2.2-29). */
function useActiveApp(path: string): AppId {
  const [former, setFormer] = useState<AppId>();
  const app = activeApp(path, former);
  if (app !== former) setFormer(app);
  return app;
}

/** Apps, site, screens of the app, what was opened last, and the person (R2.2-08, R2.2-50): only what exists. */
export function SidebarContent() {
  const { path } = useShownLocation();
  const flags = useStore(flagsOn);
  const app = useActiveApp(path);
  const { site } = useSites();
  useStore(callGuard);
  const route = routeOf(path);
  const current = route?.parent ?? route?.id;
  useEffect(() => (IS_GATED ? afterFirstContent(readFlags) : undefined), []);
  return (
    <>
      <AppSwitcher apps={enabledApps(ROUTES, flags ?? NO_FLAGS)} active={app} onGo={goTo} />
      <SiteSelector />
      <div className={css.nav}>
        {entriesOf(app, flags, (one) => refusalOf(one, site) === undefined).map((entry) => (
          <Entry key={entry.id} route={entry} isCurrent={entry.id === current} />
        ))}
      </div>
      <RecentPipelines />
      <span className={css.userSpacer} />
      <UserMenu />
    </>
  );
}

/** Left side of the shell (R2.2-03); a rail of icons in a narrow window. */
export const Sidebar = () => (
  <nav className={css.sidebar} aria-label="Main">
    <SidebarContent />
  </nav>
);
