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

const loadPalette = () => import('../../commands/palette/PaletteDialog.tsx');
const loadHelp = () => import('../help/HelpDialog.tsx');
const Palette = lazy(loadPalette);
const Help = lazy(loadHelp);

/** Code that the first paint does without comes once the browser is idle. */
function usePreload() {
  useEffect(() => {
    const preload = () => {
      void loadPalette().catch(() => undefined);
      void loadHelp().catch(() => undefined);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, 600);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload, { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, []);
}

/** Sidebar, top bar, screen, key bar, and what floats above them (R2.2-01). */
export function Shell() {
  const isPaletteOpen = useStore(isPaletteWanted);
  const isHelp = useStore(isHelpOpen);
  usePreload();
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
        <Suspense fallback={null}>
          {isPaletteOpen && <Palette />}
          {isHelp && <Help />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
