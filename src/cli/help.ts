import { type CliCommand, COMMON_OPTIONS, type Option, type Positional } from './command.ts';
import { EXIT } from './exit.ts';

const EXIT_TEXTS: Record<keyof typeof EXIT, string> = {
  ok: 'done',
  refused: 'refused: nothing was changed',
  usage: 'the command line is wrong',
  notReached: 'no service answers',
  notPermitted: 'the API key is missing, wrong, or does not allow it',
  failed: 'it started and failed',
};

const placeholder = ({ name, isOptional, isMany }: Positional): string => {
  const text = `${name}${isMany ? '…' : ''}`;
  return isOptional ? `[${text}]` : text;
};

export const formatUsage = (command: CliCommand): string =>
  ['penstock', command.name, ...command.positionals.map(placeholder), '[options]'].join(' ');

const rows = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...entries.map(([left]) => left.length));
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

const formatChoices = ({ choices }: { choices?: readonly string[] }): string =>
  choices ? ` One of ${choices.join(', ')}.` : '';

const optionRows = (options: Readonly<Record<string, Option>>): [string, string][] =>
  Object.entries(options).map(([name, option]) => [
    `${option.short ? `-${option.short}, ` : ''}--${name}${option.value ? ` ${option.value}` : ''}`,
    `${option.description}${formatChoices(option)}`,
  ]);

const exitRows = (): [string, string][] =>
  Object.entries(EXIT_TEXTS).map(([name, text]) => [String(EXIT[name as keyof typeof EXIT]), text]);

export const overview = (commands: readonly CliCommand[]): string =>
  [
    'Works with a running Penstock service from the command line.\n',
    'Usage: npm run --silent penstock -- COMMAND [options]\n',
    `Commands:\n${rows(commands.map(({ name, summary }) => [name, summary]))}`,
    `Options of every command:\n${rows(optionRows(COMMON_OPTIONS))}`,
    `Exit codes:\n${rows(exitRows())}`,
    "'penstock COMMAND --help' shows the help of one command.\n",
  ].join('\n');

export function formatHelp(command: CliCommand): string {
  const { summary, positionals, options, examples = [] } = command;
  const parts = [`${summary}\n`, `Usage: ${formatUsage(command)}\n`];
  if (positionals.length > 0) {
    const entries = positionals.map((one) => [one.name, `${one.description}${formatChoices(one)}`] as const);
    parts.push(`Arguments:\n${rows(entries)}`);
  }
  parts.push(`Options:\n${rows(optionRows({ ...options, ...COMMON_OPTIONS }))}`);
  if (examples.length > 0)
    parts.push(`Examples:\n${examples.map((line) => `  penstock ${line}\n`).join('')}`);
  return parts.join('\n');
}
