import { useEffect } from 'react';
import { afterFirstContent } from '../first-content.ts';
import { ROUTES } from '../routes.ts';
import * as css from './frame.css.ts';
import { KeyBar } from './key-bar.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** Code that the first content does without comes before it is asked for. */
const preload = () => {
  for (const { sidebar, view } of ROUTES) if (sidebar) void view.preload();
};

/** Sidebar, top bar, screen and key bar (R2.2-01). */
export function Shell() {
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
    </div>
  );
}
