import { takesRequests } from '../../../contract/managed-site.ts';
import { getLastAnswerTime } from '../../api/last-answer.ts';
import { useStaleSince } from '../../api/use-live.ts';
import { commandContext, hasContextBase, runCommand } from '../../commands/runtime.ts';
import { useCommand } from '../../commands/use-command.ts';
import { TimeFilter } from '../../components/time-filter/TimeFilter.tsx';
import { ConnectionMark } from '../../components/widgets/feedback/connection-mark.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { formatAriaKeyShortcuts } from '../../lib/key-text.ts';
import { useStore } from '../../lib/store.ts';
import { windowFocus } from '../../lib/window-focus.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { pageCrumbs } from '../../state/shell-state.ts';
import { findRoute, findRouteById } from '../routes.ts';
import { DrawerButton } from './drawer-button.tsx';
import * as css from './frame.css.ts';
import { Late } from './late.tsx';
import { SidebarContent } from './sidebar.tsx';

/** Not lazy: without the service, no code loads. */
function StaleMark() {
  const isFocused = useStore(windowFocus);
  const staleSince = useStaleSince();
  return <ConnectionMark staleSince={staleSince} pausedAt={isFocused ? undefined : getLastAnswerTime()} />;
}

function Breadcrumb() {
  const { path } = useShownLocation();
  const said = useStore(pageCrumbs);
  const route = findRoute(path);
  const parent = route?.parent && findRouteById(route.parent);
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
      aria-keyshortcuts={palette.keys ? formatAriaKeyShortcuts(palette.keys) : undefined}
      onClick={() => runCommand('console.palette')}
    >
      <Icon name="search" size="s" />
      <span className={css.omniText}>{palette.title}</span>
      {palette.keys && <KeySequence binding={palette.keys} decorative />}
    </button>
  );
}

const draftMark = createLazyCode(() => import('./draft-mark.tsx'));

/** The current site is changed by pull requests. */
const isRequested = {
  get: () => hasContextBase() && takesRequests(commandContext.get().site),
  set: () => undefined,
  subscribe: commandContext.subscribe,
};

export function TopBar() {
  const { path } = useShownLocation();
  const hasDraft = useStore(isRequested);
  return (
    <header className={css.topBar}>
      <DrawerButton>
        <SidebarContent />
      </DrawerButton>
      <Breadcrumb />
      <span className={css.stale}>
        <StaleMark />
      </span>
      <span className={css.topActions}>
        {hasDraft && <Late Component={draftMark.Component} />}
        {findRoute(path)?.hasTimeFilter && <TimeFilter />}
        <SearchButton />
      </span>
    </header>
  );
}
