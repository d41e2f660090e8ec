import { type MouseEvent, useMemo } from 'react';
import { recentPipelineIds } from '../../actors/recent-pipelines.ts';
import { useSites } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { useStore } from '../../commands/store.ts';
import { useCommand } from '../../commands/use-command.ts';
import { statusLook } from '../../parts/status-look.ts';
import { Icon } from '../../widgets/icons/icon.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import { goTo, useShownLocation } from '../location.tsx';
import { paths } from '../paths.ts';
import { ROUTES, type Route, routeById, routeOf } from '../routes.ts';
import { Brand } from './brand.tsx';
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
  return (
    <a
      href={route.path}
      className={css.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow(route.path)}
      onPointerEnter={route.view.preload}
      onFocus={route.view.preload}
    >
      <span className={css.entryIcon}>
        <Icon name={route.icon} />
      </span>
      <span className={css.entryLabel}>{route.title}</span>
      {keys && (
        <span className={css.entryKeys}>
          <KeySequence binding={keys} variant="ghost" decorative />
        </span>
      )}
    </a>
  );
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
          return (
            <a
              key={pipeline.id}
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
        })}
      </div>
    </>
  );
}

const sidebarRoutes = ROUTES.flatMap((route) =>
  route.sidebar && route.path !== undefined ? [{ ...route, path: route.path }] : [],
);

/** Left side of the shell (R2.2-03, R2.2-08): only screens that exist stand here. */
export function Sidebar() {
  const { path } = useShownLocation();
  const route = routeOf(path);
  const current = route?.parent ?? route?.id;
  return (
    <nav className={css.sidebar} aria-label="Main">
      <Brand />
      <SiteSelector />
      <div className={css.nav}>
        {sidebarRoutes.map((entry) => (
          <Entry key={entry.id} route={entry} isCurrent={entry.id === current} />
        ))}
      </div>
      <RecentPipelines />
      <span className={css.userSpacer} />
      <UserMenu />
    </nav>
  );
}
