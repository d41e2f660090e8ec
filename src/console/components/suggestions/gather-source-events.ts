import { isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Capture } from '../../../contract/entities/sample.ts';
import type { LiveServerMessage } from '../../../contract/live.ts';
import { callApi } from '../../api/call-api.ts';
import { liveClient } from '../../api/live-client.ts';
import { type EventsToFit, toEventsToFit } from './events-to-fit.ts';

const EVENTS = 100;
/** How long to wait for a quiet source. */
const GATHER_MS = 2000;
const FIRST_EVENT_MS = 5000;
const PIPELINES_MAX = 20;

type LiveEvents = Extract<LiveServerMessage, { type: 'tap.events' }>['events'];
type Place = { siteId: string; pipelineId: string; componentId: string };
type Gathered = { events: LiveEvents; reason: string };

/** Live events of a component, until there are enough, none come, or the capture is refused. */
function gatherLive(place: Place, signal: AbortSignal): Promise<Gathered> {
  const { promise, resolve } = Promise.withResolvers<Gathered>();
  const events: LiveEvents[number][] = [];
  const end = (reason = '') => resolve({ events, reason });
  const late = setTimeout(() => end(), FIRST_EVENT_MS);
  let enough: ReturnType<typeof setTimeout> | undefined;
  const leave = liveClient.subscribe({ topic: 'tap', ...place, limit: EVENTS }, (message) => {
    if (message.type === 'refused') end(message.message);
    if (message.type === 'tap.ended') end(message.reason);
    if (message.type !== 'tap.events') return;
    events.push(...message.events);
    if (events.length >= EVENTS) end();
    else enough ??= setTimeout(() => end(), GATHER_MS);
  });
  signal.addEventListener('abort', () => end());
  return promise.finally(() => {
    clearTimeout(late);
    clearTimeout(enough);
    leave();
  });
}

/** The newest stored capture of the source. */
async function readCaptured(places: readonly Place[], signal: AbortSignal) {
  const lists = await Promise.all(
    places.map(async ({ pipelineId, componentId }) => {
      const { data } = await callApi('listCaptures', { path: { pipelineId } }, { signal });
      return data.captures.filter((one) => one.componentId === componentId && one.eventCount > 0);
    }),
  );
  const [newest] = lists.flat().toSorted((a: Capture, b: Capture) => b.startedAt.localeCompare(a.startedAt));
  if (!newest) return undefined;
  const { data } = await callApi('getCapture', { path: { captureId: newest.id } }, { signal });
  const fitting = toEventsToFit(data.events.map((text) => ({ text })));
  return fitting && { ...fitting, pipelineId: newest.pipelineId, capturedAt: newest.startedAt };
}

export type SourceEvents = EventsToFit & {
  /** The pipeline in which they were captured. */
  pipelineId: string;
  /** For stored captures. */
  capturedAt?: string;
};

/**
 * Events of a source: live ones, else the newest capture.
 * @returns a text without any: why, and what to do
 */
export async function gatherSourceEvents(
  { siteId, sourceId }: { siteId: string; sourceId: string },
  signal: AbortSignal,
): Promise<SourceEvents | string> {
  const query = { siteIds: [siteId], sourceIds: [sourceId], 'pagination.limit': PIPELINES_MAX };
  const { pipelines } = (await callApi('listPipelines', { query }, { signal })).data;
  if (pipelines.length === 0)
    return 'No pipeline reads from this source, so no events are captured. Create one, and deploy it.';
  const toPlace = (pipelineId: string): Place => ({ siteId, pipelineId, componentId: sourceId });
  const running = pipelines.find(isRunning);
  const live = running && (await gatherLive(toPlace(running.id), signal));
  const fitting = live && toEventsToFit(live.events);
  if (running && fitting) return { ...fitting, pipelineId: running.id };
  const captured = await readCaptured(
    pipelines.map(({ id }) => toPlace(id)),
    signal,
  ).catch(() => undefined);
  if (captured) return captured;
  if (live?.reason) return live.reason;
  return running
    ? `No events arrived at '${running.name}' within ${FIRST_EVENT_MS / 1000} s, and none were captured before. Send some, then try again.`
    : 'No pipeline that reads from this source runs, and no events were captured before. Deploy one.';
}
