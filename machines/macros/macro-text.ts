import {
  MACRO_NAME_MAX_LENGTH,
  MACRO_STEPS_MAX,
  type Macro,
  type MacroStep,
} from '../../src/contract/entities/preferences.ts';

/** Undefined for an unknown command. */
export type ArgumentsOf = (commandId: string) => readonly string[] | undefined;

const isPlain = (value: string): boolean => /^[^\s"]+$/.test(value);

const formatStepLine = ({ commandId, args }: MacroStep): string =>
  [
    commandId,
    ...Object.entries(args).map(
      ([name, value]) => `${name}=${isPlain(value) ? value : JSON.stringify(value)}`,
    ),
  ].join(' ');

/** The name, then one command per line. */
export const formatMacro = ({ name, steps }: Pick<Macro, 'name' | 'steps'>): string =>
  [`macro ${name}`, ...steps.map(formatStepLine), ''].join('\n');

export type ReadMacro = { ok: true; name: string; steps: MacroStep[] } | { ok: false; message: string };

class LineProblem extends Error {}

/** `name=value` or `name="a value"` with JSON escapes. */
const ARGUMENT = /^(\w+)=("(?:[^"\\]|\\.)*"|[^\s"]+)(?:\s+|$)/;

function readArguments(text: string): Record<string, string> {
  const args: Record<string, string> = {};
  let rest = text.trim();
  while (rest !== '') {
    const [all, name, value] = ARGUMENT.exec(rest) ?? [];
    if (all === undefined || name === undefined || value === undefined)
      throw new LineProblem(`'${rest}' must be name=value, with quotes around a value that contains spaces`);
    if (args[name] !== undefined) throw new LineProblem(`the argument '${name}' appears twice`);
    args[name] = value.startsWith('"') ? unquote(value) : value;
    rest = rest.slice(all.length);
  }
  return args;
}

function unquote(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    throw new LineProblem(`${value} is not quoted text`);
  }
}

function readStep(line: string, argumentsOf: ArgumentsOf): MacroStep {
  const [commandId = ''] = line.split(/\s/, 1);
  const known = argumentsOf(commandId);
  if (!known) throw new LineProblem(`there is no command '${commandId}' that a macro can run`);
  const args = readArguments(line.slice(commandId.length));
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const takes = known.length > 0 ? `it takes ${known.join(', ')}` : 'it takes none';
    throw new LineProblem(`'${commandId}' has no argument '${unknown}'; ${takes}`);
  }
  return { commandId, args };
}

const HEAD = /^macro\s+(.+)$/;

/** Skips empty lines and lines that start with `#`. */
export function parseMacro(text: string, argumentsOf: ArgumentsOf): ReadMacro {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  const [head, ...body] = lines;
  const name = HEAD.exec(head?.line ?? '')?.[1]?.trim();
  if (!head || name === undefined)
    return { ok: false, message: `Line ${head?.number ?? 1}: must be 'macro' followed by its name` };
  if (name.length > MACRO_NAME_MAX_LENGTH)
    return {
      ok: false,
      message: `Line ${head.number}: the name has more than ${MACRO_NAME_MAX_LENGTH} characters`,
    };
  if (body.length === 0) return { ok: false, message: 'The macro has no commands' };
  const last = body[MACRO_STEPS_MAX];
  if (last)
    return { ok: false, message: `Line ${last.number}: a macro has at most ${MACRO_STEPS_MAX} steps` };
  const steps: MacroStep[] = [];
  for (const { number, line } of body) {
    try {
      steps.push(readStep(line, argumentsOf));
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error;
      return { ok: false, message: `Line ${number}: ${error.message}` };
    }
  }
  return { ok: true, name, steps };
}
