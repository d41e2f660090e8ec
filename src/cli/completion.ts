import { type CliCommand, COMMON_OPTIONS } from './command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const listOptions = (command: CliCommand): string[] =>
  Object.keys({ ...command.options, ...COMMON_OPTIONS }).map((name) => `--${name}`);

const listChoices = (command: CliCommand): readonly string[] => command.positionals[0]?.choices ?? [];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly CliCommand[]): string {
  const cases = commands.map(
    (command) =>
      `    ${command.name}) words=${quoted([...listChoices(command), ...listOptions(command)].join(' '))} ;;`,
  );
  return [
    '_penstock() {',
    '  local current="$' + '{COMP_WORDS[COMP_CWORD]}" words=""',
    '  case "$' + '{COMP_WORDS[1]}" in',
    ...cases,
    '  esac',
    `  if [ "$COMP_CWORD" -eq 1 ]; then words=${quoted(commands.map(({ name }) => name).join(' '))}; fi`,
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _penstock penstock',
    '',
  ].join('\n');
}

function zsh(commands: readonly CliCommand[]): string {
  const described = (text: string) => text.replaceAll(':', '\\:');
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${described(summary)}`)}`);
  const cases = commands.map((command) => {
    const words = [...listChoices(command), ...listOptions(command)].map(quoted).join(' ');
    return `    ${command.name}) compadd -- ${words} ;;`;
  });
  return [
    '#compdef penstock',
    '_penstock() {',
    '  local -a commands',
    '  commands=(',
    ...names,
    '  )',
    '  if (( CURRENT == 2 )); then _describe command commands; return; fi',
    '  case "$words[2]" in',
    ...cases,
    '  esac',
    '  _files',
    '}',
    'compdef _penstock penstock',
    '',
  ].join('\n');
}

function fish(commands: readonly CliCommand[]): string {
  const lines = commands.flatMap((command) => {
    const seen = quoted(`__fish_seen_subcommand_from ${command.name}`);
    const choices = listChoices(command);
    return [
      `complete -c penstock -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
      ...(choices.length > 0 ? [`complete -c penstock -n ${seen} -f -a ${quoted(choices.join(' '))}`] : []),
      ...Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
        ([name, { description, value }]) =>
          `complete -c penstock -n ${seen} -l ${name}${value ? ' -r' : ''} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const SCRIPTS: Record<Shell, (commands: readonly CliCommand[]) => string> = { bash, zsh, fish };

export const completionScript = (shell: Shell, commands: readonly CliCommand[]): string =>
  SCRIPTS[shell](commands);
