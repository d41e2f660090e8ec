import type { Suggestion } from '../../contract/calls/suggestions.ts';
import { type TriedTemplate, tryTransform } from './try-transform.ts';

export type StepTrial = {
  events: readonly string[];
  /** Per event: plain text, even when it holds JSON. */
  isText: readonly boolean[];
  steps: readonly { templateId: TriedTemplate; title: string; config: Record<string, unknown> }[];
};

const countBytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Output of each step alone; most savings first. */
export function trySteps({ events, isText, steps }: StepTrial): Suggestion[] {
  const tried = events.map((text, index) => ({ text, isText: isText[index] === true }));
  return steps
    .map(({ templateId, title, config }) => {
      const results = tryTransform(templateId, config, tried);
      const bytes = {
        before: countBytes(results.map(({ before }) => before)),
        after: countBytes(results.map(({ after }) => after)),
      };
      const matched = results.filter(({ isChanged }) => isChanged).length;
      return { templateId, title, config, matched, unmatched: [], fields: [], bytes };
    })
    .filter(({ bytes }) => bytes.after < bytes.before)
    .toSorted((a, b) => a.bytes.after - b.bytes.after);
}
