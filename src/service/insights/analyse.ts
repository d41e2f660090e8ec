import type { DataInsights } from '../../contract/entities/insights.ts';
import { readEvents, type SeenEvent } from './events.ts';
import { collectFieldFacts, toFieldInsights } from './fields.ts';
import { collectFindings } from './findings.ts';
import { collectPatterns } from './patterns.ts';

/** Usual names of the message field, most frequent first. */
const MESSAGE_NAMES = ['message', 'msg', 'log', 'text', 'body', 'event'];

/** The usual name that most events have as text. */
function findMessageField(events: readonly SeenEvent[]): string {
  const count = (name: string) => events.filter(({ fields }) => typeof fields[name] === 'string').length;
  const [best] = MESSAGE_NAMES.map((name) => ({ name, count: count(name) })).sort(
    (a, b) => b.count - a.count,
  );
  return best?.name ?? 'message';
}

export type ToAnalyse = { events: readonly string[]; isText: readonly boolean[] };

export const analyseCapture = ({ events, isText }: ToAnalyse): DataInsights => analyseEvents(events, isText);

/** What events consist of, and what could be removed. */
export function analyseEvents(texts: readonly string[], isText?: readonly boolean[]): DataInsights {
  const events = readEvents(texts, isText);
  const bytes = events.reduce((sum, event) => sum + event.bytes, 0);
  const messageField = findMessageField(events);
  const facts = collectFieldFacts(events);
  const { patterns, otherPatterns } = collectPatterns(events, ({ fields }) => {
    const value = fields[messageField];
    return typeof value === 'string' ? value : undefined;
  });
  return {
    events: events.length,
    bytes,
    textEvents: events.filter((event) => event.isText).length,
    unparsedEvents: events.filter(({ isUnparsed }) => isUnparsed).length,
    messageField,
    ...toFieldInsights(facts),
    patterns: patterns.map(({ hasTrouble: _, ...pattern }) => pattern),
    otherPatterns,
    findings: collectFindings({ events, bytes, facts, patterns, messageField }),
  };
}
