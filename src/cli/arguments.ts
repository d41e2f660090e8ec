import { parseArgs } from 'node:util';
import { type CliCommand, COMMON_OPTIONS, type Option } from './command.ts';
import { usageError } from './exit.ts';
import { formatUsage } from './help.ts';

export type Given = { positionals: string[]; values: Record<string, string | boolean | undefined> };

const parserOptions = (options: Readonly<Record<string, Option>>) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, short }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
    ]),
  );

function requireChoice(name: string, choices: readonly string[] | undefined, value: string): void {
  if (!choices || choices.includes(value)) return;
  throw usageError(`'${value}' is not a valid ${name}`, `Choose one of ${choices.join(', ')}`);
}

function checkPositionals(command: CliCommand, positionals: readonly string[]): void {
  const { positionals: wanted } = command;
  const missing = wanted.filter(({ isOptional }) => !isOptional)[positionals.length];
  if (missing) throw usageError(`${missing.name} is missing`, `Usage: ${formatUsage(command)}`);
  const takesMore = wanted.at(-1)?.isMany === true;
  const extra = positionals[wanted.length];
  if (extra !== undefined && !takesMore)
    throw usageError(
      `'${extra}' is not an argument of this command`,
      `Usage: ${formatUsage(command)}`,
      'Quote names with spaces',
    );
  for (const [index, value] of positionals.entries()) {
    const positional = wanted[Math.min(index, wanted.length - 1)];
    if (positional) requireChoice(positional.name, positional.choices, value);
  }
}

/** Parses a command's arguments. @throws CliError (usage) naming the mistake */
export function readArguments(command: CliCommand, args: readonly string[]): Given {
  const options = { ...command.options, ...COMMON_OPTIONS };
  let given: Given;
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: parserOptions(options),
      allowPositionals: true,
    });
    given = { positionals, values: values as Given['values'] };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw usageError(why, `'penstock ${command.name} --help' lists the options`);
  }
  if (given.values.help) return given;
  for (const [name, { choices }] of Object.entries(options)) {
    const value = given.values[name];
    if (typeof value === 'string') requireChoice(`--${name}`, choices, value);
  }
  checkPositionals(command, given.positionals);
  return given;
}
