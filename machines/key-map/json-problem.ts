import { getErrorMessage } from '../../src/contract/values.ts';

/** V8's message quotes this many characters on each side of the unexpected one. */
const QUOTED = 10;

const countLinesUntil = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** By the line number in the message, else the quoted text, else the last line. */
function findFaultLine(message: string, text: string): number | undefined {
  const told = /line (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  if (/end of JSON|unterminated/i.test(message)) return countLinesUntil(text, text.trimEnd().length);
  const [, token = '', dots, quoted] =
    /token '([\s\S]+?)', (\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  const start = text.indexOf(quoted);
  return start < 0
    ? undefined
    : countLinesUntil(text, start + (dots ? QUOTED : quoted.lastIndexOf(token, QUOTED)));
}

export function describeJsonProblem(error: unknown, text: string): string {
  const message = getErrorMessage(error);
  const line = findFaultLine(message, text);
  const what = message.replace(/ in JSON at position \d+.*$/, '');
  return `${line === undefined ? '' : `Line ${line}: `}this is not JSON (${what})`;
}
