import { PATTERNS_MAX, type PatternInsight } from '../../contract/entities/insights.ts';
import { formExpression, formText, type MessageForm, MessageForms } from '../../contract/message-forms.ts';
import type { SeenEvent } from './events.ts';

const EXAMPLE_LENGTH = 400;

type Seen = { bytes: number; readonly example: string };

/** The forms of the messages, each with an expression of the linear engine that matches them. */
export function patternInsights(
  events: readonly SeenEvent[],
  messageOf: (event: SeenEvent) => string | undefined,
): { patterns: PatternInsight[]; otherPatterns: number } {
  const forms = new MessageForms();
  const seen = new Map<MessageForm, Seen>();
  for (const event of events) {
    const message = messageOf(event) ?? '';
    const taken = forms.take(message);
    if (!taken) continue;
    const known = seen.get(taken.form) ?? { bytes: 0, example: message.slice(0, EXAMPLE_LENGTH) };
    known.bytes += event.bytes;
    seen.set(taken.form, known);
  }
  const largest = [...seen].sort(([, a], [, b]) => b.bytes - a.bytes);
  return {
    patterns: largest.slice(0, PATTERNS_MAX).map(([form, { bytes, example }], at) => ({
      id: String(at),
      pattern: formText(form),
      count: form.count,
      bytes,
      example,
      expression: formExpression(form),
    })),
    otherPatterns: Math.max(0, largest.length - PATTERNS_MAX),
  };
}
