import { PATTERNS_MAX, type PatternInsight } from '../../contract/entities/insights.ts';
import {
  type EventPattern,
  EventPatterns,
  formatEventPattern,
  toPatternExpression,
} from '../../contract/event-patterns.ts';
import type { SeenEvent } from './events.ts';
import { isTrouble } from './trouble.ts';

const EXAMPLE_LENGTH = 400;

type Seen = { bytes: number; hasTrouble: boolean; readonly example: string };

export type CollectedPattern = PatternInsight & { readonly hasTrouble: boolean };

/** Each with an expression of the linear engine. */
export function collectPatterns(
  events: readonly SeenEvent[],
  messageOf: (event: SeenEvent) => string | undefined,
): { patterns: CollectedPattern[]; otherPatterns: number } {
  const found = new EventPatterns();
  const seen = new Map<EventPattern, Seen>();
  for (const event of events) {
    const message = messageOf(event) ?? '';
    const match = found.take(message);
    if (!match) continue;
    const known = seen.get(match.pattern) ?? {
      bytes: 0,
      hasTrouble: false,
      example: message.slice(0, EXAMPLE_LENGTH),
    };
    known.bytes += event.bytes;
    known.hasTrouble ||= isTrouble(event, message);
    seen.set(match.pattern, known);
  }
  const largest = [...seen].sort(([, a], [, b]) => b.bytes - a.bytes);
  return {
    patterns: largest.slice(0, PATTERNS_MAX).map(([pattern, { bytes, hasTrouble, example }], at) => ({
      id: String(at),
      pattern: formatEventPattern(pattern),
      count: pattern.count,
      bytes,
      example,
      expression: toPatternExpression(pattern),
      hasTrouble,
    })),
    otherPatterns: Math.max(0, largest.length - PATTERNS_MAX),
  };
}
