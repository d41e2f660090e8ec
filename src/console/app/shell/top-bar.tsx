import { useEffect, useState } from 'react';
import { pageCrumbs } from '../../actors/shell-state.ts';
import { runCommand } from '../../commands/runtime.ts';
import { useStore } from '../../commands/store.ts';
import { useCommand } from '../../commands/use-command.ts';
import { TimeFilter } from '../../parts/time-filter/TimeFilter.tsx';
import { Icon } from '../../widgets/icons/icon.tsx';
import { loadMoreIcons } from '../../widgets/icons/load-more-icons.ts';
import { ariaKeyShortcuts } from '../../widgets/keys/bindings.ts';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../widgets/lazy/popup-boundary.tsx';
import { afterFirstContent } from '../first-content.ts';
import { goTo, useShownLocation } from '../location.tsx';
import { routeById, routeOf } from '../routes.ts';
import { DrawerButton } from './drawer-button.tsx';
import * as css from './frame.css.ts';
import { StaleMark } from './stale-mark.tsx';

function Breadcrumb() {
  const { path } = useShownLocation();
  const said = useStore(pageCrumbs);
  const route = routeOf(path);
  const parent = route?.parent && routeById(route.parent);
  const above = parent ? [{ label: parent.title, path: parent.path ?? '/' }] : [];
  const crumbs = [...above, ...(said ?? [{ label: route?.title ?? '' }])];
  return (
    <nav aria-label="Breadcrumb" className={css.crumbs}>
      {crumbs.map((crumb, index) => {
        const isHere = index === crumbs.length - 1;
        const to = 'path' in crumb ? crumb.path : undefined;
        return (
          <span key={crumb.label} className={isHere ? css.crumbHere : css.crumb}>
            {index > 0 && (
              <span className={css.crumbMark}>
                <Icon name="chevronRight" size="xs" />
              </span>
            )}
            {isHere || to === undefined ? (
              <span className={css.crumbText} aria-current={isHere ? 'page' : undefined}>
                {crumb.label}
              </span>
            ) : (
              <a
                href={to}
                className={css.crumbLink}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  goTo(to);
                }}
              >
                {crumb.label}
              </a>
            )}
          </span>
        );
      })}
    </nav>
  );
}

function SearchButton() {
  const palette = useCommand('console.palette');
  return (
    <button
      type="button"
      className={css.omni}
      aria-keyshortcuts={palette.keys ? ariaKeyShortcuts(palette.keys) : undefined}
      onClick={() => runCommand('console.palette')}
    >
      <Icon name="search" size="s" />
      <span className={css.omniText}>{palette.title}</span>
      {palette.keys && <KeySequence binding={palette.keys} decorative />}
    </button>
  );
}

const bell = lazyCode(async () => {
  const [module] = await Promise.all([import('./bell.tsx'), loadMoreIcons()]);
  return module;
});

/** Comes after the first content; its room is kept. */
function LateBell() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => afterFirstContent(() => setWanted(true)), []);
  return (
    <span className={css.bellRoom}>
      <PopupBoundary isOpen={isWanted} onFailed={() => setWanted(false)}>
        {isWanted && <bell.Component />}
      </PopupBoundary>
    </span>
  );
}

/** Where one is, the time range where the screen uses it, and the way to everything else. */
export function TopBar() {
  const { path } = useShownLocation();
  return (
    <header className={css.topBar}>
      <DrawerButton />
      <Breadcrumb />
      <span className={css.stale}>
        <StaleMark />
      </span>
      <span className={css.topActions}>
        {routeOf(path)?.hasTimeFilter && <TimeFilter />}
        <SearchButton />
        <LateBell />
      </span>
    </header>
  );
}
