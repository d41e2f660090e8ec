import { SAMPLE_EVENTS_MAX, SAMPLE_MAX_BYTES } from '../../../../contract/entities/sample.ts';
import { countUtf8Bytes } from '../../../lib/event-text.ts';

export type EventLines = {
  events: string[];
  note: string | undefined;
  fault: string | undefined;
};

/** The first events up to the limit of one run, without any that is too long by itself. */
export const takeFittingEvents = (all: readonly string[]): string[] => findFitting(all).map((at) => all[at]!);

/** Indexes of the events that `takeFittingEvents` takes. */
export function findFitting(all: readonly string[]): number[] {
  const places: number[] = [];
  let bytes = 0;
  for (const [at, event] of all.slice(0, SAMPLE_EVENTS_MAX).entries()) {
    const own = countUtf8Bytes(event);
    if (own > SAMPLE_MAX_BYTES) continue;
    bytes += own;
    if (bytes > SAMPLE_MAX_BYTES) break;
    places.push(at);
  }
  return places;
}

const NO_EVENT = 'There are no events in this text: each line is one event.';
const ONE_DOCUMENT =
  'This is one JSON document over several lines, and each line would be an event. Write one object per line (jq -c does it), then paste it again.';
const TOO_LONG = 'Each line alone is larger than the 2 MB a sample can hold. Shorten them.';
const BYTE_ORDER_MARK = '\ufeff';

/** A JSON document over several lines, none of which is an event. */
function isOneDocument(text: string, lines: readonly string[]): boolean {
  if (lines.length < 2 || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** One event per line; empty lines and lines beyond the limit are left out. */
export function readEventLines(given: string): EventLines {
  const text = given.startsWith(BYTE_ORDER_MARK) ? given.slice(1) : given;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const refused = (fault: string): EventLines => ({ events: [], note: undefined, fault });
  if (lines.length === 0) return refused(NO_EVENT);
  if (isOneDocument(text, lines)) return refused(ONE_DOCUMENT);
  const events = takeFittingEvents(lines);
  if (events.length === 0) return refused(TOO_LONG);
  const count = (value: number) => value.toLocaleString('en-US');
  return {
    events,
    note:
      events.length < lines.length
        ? `${count(events.length)} of ${count(lines.length)} events were taken: a sample holds ${count(SAMPLE_EVENTS_MAX)} events and 2 MB.`
        : undefined,
    fault: undefined,
  };
}
