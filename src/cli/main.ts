import { readFile } from 'node:fs/promises';
import { getErrorMessage } from '../contract/values.ts';
import { type Given, readArguments } from './arguments.ts';
import { createClient } from './client.ts';
import type { CliCommand, Run } from './command.ts';
import { COMMANDS } from './commands.ts';
import { CliError, EXIT, type Exit, problemText, usageError } from './exit.ts';
import { formatHelp, overview } from './help.ts';

export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  note(text: string): void;
  readInput(): Promise<string>;
  signal: AbortSignal;
  now(): number;
};

const DEFAULT_PORT = 4600;

function readUrl(values: Given['values'], environment: Terminal['environment']): string {
  const fallback = `http://127.0.0.1:${environment.PENSTOCK_PORT || DEFAULT_PORT}`;
  const text = String(values.url ?? '') || environment.PENSTOCK_URL || fallback;
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw usageError(`'${text}' is not the address of a service`, 'Give one such as http://127.0.0.1:4600');
  return url.href.replace(/\/+$/, '');
}

async function readApiKey(
  values: Given['values'],
  environment: Terminal['environment'],
): Promise<string | undefined> {
  const file = values['api-key-file'];
  if (typeof file === 'string') {
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw usageError(`The file of the API key cannot be read: ${error.message}`);
    });
    return text.trim();
  }
  return (values['api-key'] as string | undefined) || environment.PENSTOCK_API_KEY || undefined;
}

async function createRun({ positionals, values }: Given, terminal: Terminal): Promise<Run> {
  const { environment, write, note, readInput, signal, now } = terminal;
  const url = readUrl(values, environment);
  const apiKey = await readApiKey(values, environment);
  const onWait = (seconds: number) => note(`The service asks to wait ${seconds} s\n`);
  return {
    positionals,
    option: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    isOn: (name) => values[name] === true,
    isJson: values.json === true,
    client: createClient({ url, apiKey, signal, onWait }),
    environment,
    write,
    note,
    readInput,
    signal,
    now,
  };
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help';

function findCommand(name: string): CliCommand {
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return command;
  throw usageError(`There is no command '${name}'`, "'penstock --help' lists the commands");
}

async function carryOut(args: readonly string[], terminal: Terminal): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined) throw usageError('Name a command', "'penstock --help' lists the commands");
  if (isHelp(name)) return terminal.write(rest[0] ? formatHelp(findCommand(rest[0])) : overview(COMMANDS));
  const command = findCommand(name);
  const given = readArguments(command, rest);
  if (given.values.help) return terminal.write(formatHelp(command));
  await command.run(await createRun(given, terminal));
}

/** Failures are printed to standard error. */
export async function main(args: readonly string[], terminal: Terminal): Promise<Exit> {
  try {
    await carryOut(args, terminal);
    return EXIT.ok;
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.failed;
    const problem =
      error instanceof CliError ? error.problem : { exit: EXIT.failed, what: getErrorMessage(error) };
    terminal.note(problemText(problem));
    return problem.exit;
  }
}
