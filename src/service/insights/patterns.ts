import { PATTERNS_MAX, type PatternInsight } from '../../contract/entities/insights.ts';
import {
  type EventPattern,
  EventPatterns,
  formatEventPattern,
  toPatternExpression,
} from '../../contract/event-patterns.ts';
import type { SeenEvent } from './events.ts';

const EXAMPLE_LENGTH = 400;

type Seen = { bytes: number; readonly example: string };

/** Each with an expression of the linear engine. */
export function collectPatterns(
  events: readonly SeenEvent[],
  messageOf: (event: SeenEvent) => string | undefined,
): { patterns: PatternInsight[]; otherPatterns: number } {
  const found = new EventPatterns();
  const seen = new Map<EventPattern, Seen>();
  for (const event of events) {
    const message = messageOf(event) ?? '';
    const match = found.take(message);
    if (!match) continue;
    const known = seen.get(match.pattern) ?? { bytes: 0, example: message.slice(0, EXAMPLE_LENGTH) };
    known.bytes += event.bytes;
    seen.set(match.pattern, known);
  }
  const largest = [...seen].sort(([, a], [, b]) => b.bytes - a.bytes);
  return {
    patterns: largest.slice(0, PATTERNS_MAX).map(([pattern, { bytes, example }], at) => ({
      id: String(at),
      pattern: formatEventPattern(pattern),
      count: pattern.count,
      bytes,
      example,
      expression: toPatternExpression(pattern),
    })),
    otherPatterns: Math.max(0, largest.length - PATTERNS_MAX),
  };
}
