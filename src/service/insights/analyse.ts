import type { DataInsights } from '../../contract/entities/insights.ts';
import { readEvents, type SeenEvent } from './events.ts';
import { fieldFacts, fieldInsights } from './fields.ts';
import { findingsOf } from './findings.ts';
import { patternInsights } from './patterns.ts';

/** Where programs put what they say, in the order of how often. */
const MESSAGE_NAMES = ['message', 'msg', 'log', 'text', 'body', 'event'];

/** The text field that most events have under one of the usual names; text is in `message`. */
function messageFieldOf(events: readonly SeenEvent[]): string {
  const count = (name: string) => events.filter(({ fields }) => typeof fields[name] === 'string').length;
  const [best] = MESSAGE_NAMES.map((name) => ({ name, count: count(name) })).sort(
    (a, b) => b.count - a.count,
  );
  return best?.name ?? 'message';
}

/** What the events are made of, as transforms see them, and what could go (R2.4-61). */
export function analyseEvents(texts: readonly string[], isText?: readonly boolean[]): DataInsights {
  const events = readEvents(texts, isText);
  const bytes = events.reduce((sum, event) => sum + event.bytes, 0);
  const messageField = messageFieldOf(events);
  const facts = fieldFacts(events);
  const { patterns, otherPatterns } = patternInsights(events, ({ fields }) => {
    const value = fields[messageField];
    return typeof value === 'string' ? value : undefined;
  });
  return {
    events: events.length,
    bytes,
    textEvents: events.filter((event) => event.isText).length,
    unparsedEvents: events.filter(({ isUnparsed }) => isUnparsed).length,
    messageField,
    ...fieldInsights(facts),
    patterns,
    otherPatterns,
    findings: findingsOf({ events, bytes, facts, patterns, messageField }),
  };
}
