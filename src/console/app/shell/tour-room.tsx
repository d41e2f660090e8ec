import { Suspense } from 'react';
import { getCommandHost } from '../../commands/runtime.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { tourStep } from '../../state/tour.ts';

const tour = createLazyCode(async () => {
  const load = async () => (await import('../popups.ts')).POPUPS.tour();
  const [module] = await Promise.all([load(), getCommandHost().registry.complete()]);
  return module;
});

/** The tour, in a corner of the screen while it runs and is offered. */
export function TourRoom() {
  const isOff = useStore(flagsOn)?.has('onboardingTour') === false;
  const isRunning = useStore(tourStep) !== undefined && !isOff;
  return (
    <PopupBoundary isOpen={isRunning} onFailed={() => tourStep.set(undefined)}>
      <Suspense fallback={null}>{isRunning && <tour.Component />}</Suspense>
    </PopupBoundary>
  );
}
