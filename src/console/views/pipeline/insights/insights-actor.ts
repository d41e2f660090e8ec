import { createActor, fromPromise } from 'xstate';
import {
  dataInsightsMachine,
  type Measured,
  type MeasureInput,
} from '../../../../../machines/data-insights/index.ts';
import type { DataInsights } from '../../../../contract/entities/insights.ts';
import { type Capture, SAMPLE_EVENTS_MAX } from '../../../../contract/entities/sample.ts';
import { callApi } from '../../../api/call-api.ts';
import { takeFittingEvents } from '../preview/event-lines.ts';
import { LOOK_SECONDS } from './look-time.ts';
import { createMeasure, type MeasurePlace } from './measure.ts';

type OfCapture = { captureId: string };

/** The captured events, up to the limit of one run; the last capture is kept. */
function createEvents() {
  let last: { captureId: string; events: readonly string[] } | undefined;
  return async (captureId: string, signal?: AbortSignal): Promise<readonly string[]> => {
    if (last?.captureId !== captureId) {
      const { data } = await callApi('getCapture', { path: { captureId } }, signal ? { signal } : {});
      last = { captureId, events: takeFittingEvents(data.events) };
    }
    return last.events;
  };
}

/**
 * Choosing another node aborts pending calls.
 * @param placeNow returns the current graph to measure changes in
 */
export function createInsights(pipelineId: string, placeNow: () => MeasurePlace) {
  const eventsOf = createEvents();
  const measure = createMeasure();
  const actor = createActor(
    dataInsightsMachine.provide({
      actors: {
        start: fromPromise<Capture, { componentId: string }>(async ({ input, signal }) => {
          const body = { pipelineId, ...input, limit: SAMPLE_EVENTS_MAX, seconds: LOOK_SECONDS };
          return (await callApi('startCapture', { body }, { signal })).data.capture;
        }),
        read: fromPromise<Capture, OfCapture>(async ({ input: { captureId }, signal }) => {
          const { data } = await callApi('listCaptures', { path: { pipelineId } }, { signal });
          const capture = data.captures.find(({ id }) => id === captureId);
          if (!capture) throw new Error('The captured events are gone; capture again');
          return capture;
        }),
        stop: fromPromise<Capture, OfCapture>(async ({ input, signal }) => {
          return (await callApi('stopCapture', { path: input }, { signal })).data.capture;
        }),
        analyse: fromPromise<DataInsights, OfCapture>(async ({ input, signal }) => {
          const asked = { path: { pipelineId }, query: input };
          return (await callApi('getDataInsights', asked, { signal })).data.insights;
        }),
        measure: fromPromise<Measured, MeasureInput>(async ({ input, signal }) => {
          const { captureId, componentId, change } = input;
          const events = await eventsOf(captureId, signal);
          return measure(change, placeNow(), { componentId, events }, signal);
        }),
      },
    }),
  );
  return { actor, eventsOf };
}
