import { lazy, Suspense, useEffect } from 'react';
import { isHelpOpen } from '../../actors/shell-state.ts';
import { isPaletteWanted } from '../../commands/palette/open-palette.ts';
import { useStore } from '../../commands/store.ts';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import * as css from './frame.css.ts';
import { KeyBar } from './key-bar.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Notices } from './notices.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useIdle } from './use-idle.ts';

const loadPalette = () => import('../../commands/palette/PaletteDialog.tsx');
const loadHelp = () => import('../help/HelpDialog.tsx');
const Palette = lazy(loadPalette);
const Help = lazy(loadHelp);
const NoticeDialogs = lazy(() => import('./notice-dialogs.tsx'));

/** Code that the first paint does without comes before it is asked for. */
const preload = () => {
  for (const load of [loadPalette, loadHelp]) load().catch(() => undefined);
};

/** Sidebar, top bar, screen, key bar, and what floats above them (R2.2-01). */
export function Shell() {
  const isPaletteOpen = useStore(isPaletteWanted);
  const isHelp = useStore(isHelpOpen);
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle) preload();
  }, [isIdle]);
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
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>{isIdle && <NoticeDialogs />}</Suspense>
        <Suspense fallback={null}>
          {isPaletteOpen && <Palette />}
          {isHelp && <Help />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
