/** Characters that V8 quotes on either side of what it did not expect. */
const QUOTED = 10;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** The line an engine's message is about: told by number, by what it quotes, or the end of the text. */
function lineOf(message: string, text: string): number | undefined {
  const told = /line (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  if (/end of JSON|unterminated/i.test(message)) return lineAt(text, text.trimEnd().length);
  const [, token = '', dots, quoted] =
    /token '([\s\S]+?)', (\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  const start = text.indexOf(quoted);
  return start < 0 ? undefined : lineAt(text, start + (dots ? QUOTED : quoted.lastIndexOf(token, QUOTED)));
}

/** Why a text is no JSON, as one sentence with the line where it can be told. */
export function jsonProblem(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = lineOf(message, text);
  const what = message.replace(/ in JSON at position \d+.*$/, '');
  return `${line === undefined ? '' : `Line ${line}: `}this is not JSON (${what})`;
}
