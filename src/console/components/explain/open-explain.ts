import { toTimeSpan } from '../../../../machines/time-filter/index.ts';
import { getNowUnixSeconds, getTimeRange } from '../../state/time-filter.ts';
import { explained } from './explain-store.ts';

export const findPipelineOnScreen = (path: string = window.location.pathname): string | undefined =>
  /^\/pipelines\/(\d{18})$/.exec(path)?.[1];

/** Shows a bucket with its own length before and after it, but at least this much. */
const AROUND_SECONDS = 900;

/** In Unix seconds; by default for the current pipeline, else the site. */
export function explainAround(start: number, end: number, pipelineId = findPipelineOnScreen()): void {
  const around = Math.max(AROUND_SECONDS, end - start);
  const until = Math.max(end, Math.min(end + around, getNowUnixSeconds()));
  explained.set({ start: start - around, end: until, pipelineId });
}

export const explainInForce = (): void =>
  explained.set({ ...toTimeSpan(getTimeRange(), getNowUnixSeconds()), pipelineId: findPipelineOnScreen() });
