import { Suspense, useEffect } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import {
  getPendingContinuations,
  keySequenceActor,
  useKeySequence,
} from '../../commands/keys/key-sequences.ts';
import { getCommandTitle } from '../../commands/registry.ts';
import { getCommandHost, useCommandContext } from '../../commands/runtime.ts';
import { KeySheetList } from '../../components/widgets/keys/key-sheet-list.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { formatSpokenBinding } from '../../lib/key-text.ts';
import { useStore } from '../../lib/store.ts';
import { announce, announcement } from '../../state/announcement.ts';
import { flagsOn } from '../../state/flags.ts';
import { tourStep } from '../../state/tour.ts';
import { runAfterFirstContent } from '../first-content.ts';
import type { RouteId } from '../route.ts';
import { findRoute, findRouteById } from '../routes.ts';
import * as css from './frame.css.ts';
import { Late } from './late.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const tour = createLazyCode(async () => {
  const load = async () => (await import('../popups.ts')).POPUPS.tour();
  const [module] = await Promise.all([load(), getCommandHost().registry.complete()]);
  return module;
});

/** The tour, in a corner of the screen while it runs and is offered. */
function TourRoom() {
  const isOff = useStore(flagsOn)?.has('onboardingTour') === false;
  const isRunning = useStore(tourStep) !== undefined && !isOff;
  return (
    <PopupBoundary isOpen={isRunning} onFailed={() => tourStep.set(undefined)}>
      <Suspense fallback={null}>{isRunning && <tour.Component />}</Suspense>
    </PopupBoundary>
  );
}

/** Shows the possible next keys of a chord until a key or Escape. */
export function KeySheet() {
  return useKeySequence().isSheetOpen && <OpenKeySheet />;
}

function OpenKeySheet() {
  const { pending } = useKeySequence();
  const ctx = useCommandContext();
  const rows = getPendingContinuations().flatMap(({ commandId, keys }) => {
    const command = getCommandHost().registry.command(commandId);
    const rest = keys.split(/\s+/).slice(pending.length).join(' ');
    return command
      ? [{ id: commandId, keys: rest, title: getCommandTitle(command, ctx), group: command.group }]
      : [];
  });
  const said = rows.map(({ keys, title }) => `${formatSpokenBinding(keys)}, ${title}`).join('; ');
  useEffect(() => {
    if (said === '') return undefined;
    announce(`Next key: ${said}`);
    const canceled = keySequenceActor.on('keys.noMatch', () => announce('Canceled'));
    return () => canceled.unsubscribe();
  }, [said]);
  return (
    <div className={css.keySheet}>
      <KeySheetList pending={pending} title={rows[0]?.group ?? ''} rows={rows} />
    </div>
  );
}

function Announcement() {
  const { text, count } = useStore(announcement);
  return (
    <div aria-live="polite" className={visuallyHidden}>
      {/* A new element, so that a repeated text is read again. */}
      <span key={count}>{text}</span>
    </div>
  );
}

const keyBar = createLazyCode(() => import('./key-bar.tsx'));

/** Most common targets; others load when their entry is hovered or focused. */
const AHEAD: readonly RouteId[] = ['dashboard', 'pipelines'];

const loadAhead = () => {
  for (const id of AHEAD) void findRouteById(id)?.view.preload();
};

/** A pipeline with its editor is the largest screen: in parallel it waits for the first key of `g p`. */
const loadAheadOfRest = () => {
  if (findRoute(window.location.pathname)?.id !== 'pipeline') loadAhead();
};

function useAhead(): void {
  useEffect(() => runAfterFirstContent(loadAheadOfRest), []);
  useEffect(() => {
    const pending = keySequenceActor.on('keys.pending', loadAhead);
    return () => pending.unsubscribe();
  }, []);
}

export function Shell() {
  useAhead();
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
        <TourRoom />
        <Announcement />
        <div className={css.barRoom}>
          <Late Component={keyBar.Component} />
        </div>
      </div>
    </div>
  );
}
