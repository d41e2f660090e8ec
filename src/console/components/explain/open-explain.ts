import { spanOf } from '../../../../machines/time-filter/index.ts';
import { nowUnixSeconds, rangeInForce } from '../../state/time-filter.ts';
import { explained } from './explain-store.ts';

export const pipelineOnScreen = (path: string = window.location.pathname): string | undefined =>
  /^\/pipelines\/(\d{18})$/.exec(path)?.[1];

/** Shows a bucket with its own length before and after it, but at least this much. */
const AROUND_SECONDS = 900;

/** In Unix seconds. */
export function explainAround(start: number, end: number): void {
  const around = Math.max(AROUND_SECONDS, end - start);
  const until = Math.max(end, Math.min(end + around, nowUnixSeconds()));
  explained.set({ start: start - around, end: until, pipelineId: pipelineOnScreen() });
}

export const explainInForce = (): void =>
  explained.set({ ...spanOf(rangeInForce(), nowUnixSeconds()), pipelineId: pipelineOnScreen() });
