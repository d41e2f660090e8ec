import { announce } from '../../state/announcement.ts';
import { tourStep } from '../../state/tour.ts';

export const TOUR_LENGTH = 5;

export function endTour(): void {
  tourStep.set(undefined);
  announce('The tour has ended');
}

/** To the next step, or past the last. */
export function moveTour(): void {
  const step = tourStep.get();
  if (step === undefined) return;
  if (step + 1 < TOUR_LENGTH) tourStep.set(step + 1);
  else endTour();
}
