import { SUGGEST_EVENT_MAX_LENGTH, SUGGEST_EVENTS_MAX } from '../../../contract/calls/suggestions.ts';

export type EventsToFit = { events: string[]; isText: boolean[]; at?: number[] };

/** `at` in Unix seconds, as in live events. */
type SeenEvent = { text: string; isText?: boolean | undefined; at?: number };

/** Without events that are too long for the call. */
export function toEventsToFit(events: readonly SeenEvent[]): EventsToFit | undefined {
  const asked = events
    .filter(({ text }) => text.length <= SUGGEST_EVENT_MAX_LENGTH)
    .slice(0, SUGGEST_EVENTS_MAX);
  if (asked.length === 0) return undefined;
  const at = asked.flatMap((one) => (one.at === undefined ? [] : Math.round(one.at * 1000)));
  return {
    events: asked.map(({ text }) => text),
    isText: asked.map(({ isText }) => isText === true),
    ...(at.length === asked.length ? { at } : {}),
  };
}
