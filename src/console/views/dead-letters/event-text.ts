import { getErrorMessage, isRecord } from '../../../contract/values.ts';

/** White space between JSON tokens, not in strings. */
const TOKEN_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/** On one line, as destinations write it; keeps digits, which parsing would round. */
export const packJson = (text: string): string => text.replace(TOKEN_OR_SPACE, '$1');

/** Indented if lossless: parsing rounds long numbers and drops duplicate names. */
export function spreadJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === packJson(text) ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** Explains what is wrong; undefined for a valid event. */
export function findEventProblem(text: string, isText: boolean): string | undefined {
  if (text.trim() === '') return 'The event is empty: enter it, or discard the dead letter instead';
  if (isText) return undefined;
  try {
    return isRecord(JSON.parse(text))
      ? undefined
      : 'The event is not a JSON object: it must begin with { and end with }';
  } catch (error) {
    return `The event is not valid JSON: ${getErrorMessage(error)}`;
  }
}
