import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { selectDetailsOf, selectIsHistoryOpen } from '../../../../machines/toasts/index.ts';
import { useConfirmRequest } from '../../actors/confirm.ts';
import { isHelpOpen } from '../../actors/shell-state.ts';
import { notify, toastsActor } from '../../actors/toasts.ts';
import { isPaletteWanted } from '../../commands/palette/open-palette.ts';
import { commandHost } from '../../commands/runtime.ts';
import { useStore } from '../../commands/store.ts';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import { afterFirstContent } from '../first-content.ts';
import { ROUTES } from '../routes.ts';
import * as css from './frame.css.ts';
import { KeyBar } from './key-bar.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Notices } from './notices.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** What lists commands comes with all of them. */
const withCommands = async <T,>(load: () => Promise<T>): Promise<T> => {
  const [module] = await Promise.all([load(), commandHost().registry.complete()]);
  return module;
};
const loadPalette = () => withCommands(() => import('../../commands/palette/PaletteDialog.tsx'));
const loadHelp = () => withCommands(() => import('../help/HelpDialog.tsx'));
const Palette = lazy(loadPalette);
const Help = lazy(loadHelp);
const loadNoticeDialogs = () => import('./notice-dialogs.tsx');
const NoticeDialogs = lazy(loadNoticeDialogs);

/** Code that the first content does without comes before it is asked for. */
const preload = () => {
  for (const load of [loadPalette, loadHelp, loadNoticeDialogs]) load().catch(() => undefined);
  for (const { sidebar, view } of ROUTES) if (sidebar) void view.preload();
};

/** True once one of the notice dialogs was wanted; they stay then, so that they can close in their own way. */
function useNoticeDialogs(): boolean {
  const hasDetails = useSelector(toastsActor, (snapshot) => selectDetailsOf(snapshot) !== undefined);
  const isAsked = useConfirmRequest() !== undefined;
  const isHistory = useSelector(toastsActor, selectIsHistoryOpen);
  const [wasWanted, setWanted] = useState(false);
  if ((hasDetails || isAsked || isHistory) && !wasWanted) setWanted(true);
  return wasWanted;
}

/** Code of a popup that did not come is told; the screen stays as it is (R8-62). */
function PopupFailed({ error }: { error: unknown }) {
  useEffect(() => {
    const reason = error instanceof Error ? error.message : String(error);
    notify({ message: `Loading chunk failed: ${reason}. Reload the page.`, status: 'error' });
  }, [error]);
  return null;
}

/** Sidebar, top bar, screen, key bar, and what floats above them (R2.2-01). */
export function Shell() {
  const isPaletteOpen = useStore(isPaletteWanted);
  const isHelp = useStore(isHelpOpen);
  const hasNoticeDialogs = useNoticeDialogs();
  useEffect(() => afterFirstContent(preload), []);
  return (
    <div className={css.app}>
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <Sidebar />
      <div className={css.main}>
        <TopBar />
        <Screen />
        <KeySheet />
        <KeyBar />
      </div>
      <Notices />
      <ErrorBoundary fallback={(error) => <PopupFailed error={error} />}>
        <Suspense fallback={null}>{hasNoticeDialogs && <NoticeDialogs />}</Suspense>
        <Suspense fallback={null}>
          {isPaletteOpen && <Palette />}
          {isHelp && <Help />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
