import { spanOf } from '../../../../machines/time-filter/index.ts';
import { nowUnixSeconds, rangeInForce } from '../../actors/time-filter.ts';
import { explained } from './explain-store.ts';

/** The pipeline whose screen is open. */
export const pipelineOnScreen = (path: string = window.location.pathname): string | undefined =>
  /^\/pipelines\/(\d{18})$/.exec(path)?.[1];

/** A bucket of a chart is shown with as much before and after it, at least so much. */
const AROUND_SECONDS = 900;

/** Shows what changed around a bucket, in the pipeline on screen or in the site; Unix seconds. */
export function explainAround(start: number, end: number): void {
  const around = Math.max(AROUND_SECONDS, end - start);
  const until = Math.max(end, Math.min(end + around, nowUnixSeconds()));
  explained.set({ start: start - around, end: until, pipelineId: pipelineOnScreen() });
}

/** Shows what changed in the range of the time filter. */
export const explainInForce = (): void =>
  explained.set({ ...spanOf(rangeInForce(), nowUnixSeconds()), pipelineId: pipelineOnScreen() });
