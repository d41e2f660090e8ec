import { useEffect } from 'react';
import type { Site } from '../../../contract/entities/site.ts';
import type { Flag } from '../../../contract/flags.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { useCommand } from '../../commands/use-command.ts';
import { OpenOnDemand } from '../../components/widgets/actions/open-on-demand.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { unacknowledgedErrors } from '../../state/error-count.ts';
import { flagsOn, readFlags } from '../../state/flags.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import { type AppId, findActiveApp, listEnabledApps } from '../apps.ts';
import { runAfterFirstContent } from '../first-content.ts';
import type { Route } from '../route.ts';
import { findAccessRefusal } from '../route-access.ts';
import { isFlagOn } from '../route-flag.ts';
import { findRoute, getRouteAddress, ROUTES } from '../routes.ts';
import { AppSwitcher } from './app-switcher.tsx';
import { Late } from './late.tsx';
import { createFollowHandler, RailTip } from './rail.tsx';
import * as css from './sidebar.css.ts';
import { SiteButton } from './site-button.tsx';
import { UserMenu } from './user-menu.tsx';

const foot = createLazyCode(() => import('./sidebar-foot.tsx'));
const routeMark = createLazyCode(() => import('./route-mark.tsx'));
const recentPipelines = createLazyCode(() => import('./recent-pipelines.tsx'));

const list = createLazyCode(async () => (await import('../popups.ts')).POPUPS.siteList());

const SiteSelector = () => (
  <OpenOnDemand trigger={<SiteButton />} popup="listbox" load={list.load}>
    <list.Component />
  </OpenOnDemand>
);

function isOnMenu(route: Route, site: Site | undefined): boolean {
  if (route.isOfFullMenu && site?.supportsFullMenu === false) return false;
  return route.isForAll || findAccessRefusal(route, site) === undefined;
}

function Entry({ route, isCurrent }: { route: Route & { path: string }; isCurrent: boolean }) {
  const { keys } = useCommand(`go.${route.id}`);
  const to = getRouteAddress(route, useStore(unacknowledgedErrors)) ?? route.path;
  const link = (
    <a
      href={to}
      className={css.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={createFollowHandler(to)}
      onPointerEnter={route.view.preload}
      onFocus={route.view.preload}
    >
      <span className={css.entryIcon}>
        <Icon name={route.icon} />
      </span>
      <span className={css.entryLabel}>{route.title}</span>
      {route.mark && (
        <span className={css.entryMark}>
          <Late Component={routeMark.Component} of={route.mark} />
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

const NO_FLAGS: ReadonlySet<Flag> = new Set();

/** Until flags are read, entries that need one are shown: few are off, so the layout rarely shifts. */
const listEntries = (app: AppId, flags: ReadonlySet<Flag> | undefined, isOpen: (route: Route) => boolean) =>
  ROUTES.flatMap((route) =>
    route.sidebar &&
    route.app === app &&
    route.path !== undefined &&
    (!flags || isFlagOn(route.flag, flags)) &&
    isOpen(route)
      ? [{ ...route, path: route.path }]
      : [],
  );

/** Shared by sidebar and drawer, as the drawer remounts each time it opens. */
const activeApp = createStore<AppId | undefined>(undefined);

/** Profile and events keep the previous app. */
function useActiveApp(path: string): AppId {
  const app = findActiveApp(path, useStore(activeApp));
  useEffect(() => activeApp.set(app), [app]);
  return app;
}

export function SidebarContent() {
  const { path } = useShownLocation();
  const flags = useStore(flagsOn);
  const app = useActiveApp(path);
  const { site } = useSites();
  useStore(callGuard);
  const route = findRoute(path);
  const current = route?.parent ?? route?.id;
  useEffect(() => runAfterFirstContent(readFlags), []);
  return (
    <>
      <AppSwitcher apps={listEnabledApps(ROUTES, flags ?? NO_FLAGS)} active={app} onGo={goTo} />
      <SiteSelector />
      <div className={css.nav}>
        {listEntries(app, flags, (one) => isOnMenu(one, site)).map((entry) => (
          <Entry key={entry.id} route={entry} isCurrent={entry.id === current} />
        ))}
      </div>
      <Late Component={recentPipelines.Component} />
      <span className={css.userSpacer} />
      <span className={css.footRoom}>
        <Late Component={foot.Component} />
      </span>
      <UserMenu />
    </>
  );
}

export const Sidebar = () => (
  <nav className={css.sidebar} aria-label="Main">
    <SidebarContent />
  </nav>
);
