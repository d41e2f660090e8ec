import type { CliCommand } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion.ts';

export const completion = (commands: () => readonly CliCommand[]): CliCommand => ({
  name: 'completion',
  summary: 'Print a script that completes commands and options in bash, zsh or fish.',
  calls: [],
  positionals: [{ name: 'SHELL', description: 'The shell.', choices: SHELLS }],
  options: {},
  examples: ['completion bash > ~/.local/share/bash-completion/completions/penstock'],
  async run(run) {
    run.write(completionScript(run.positionals[0] as Shell, commands()));
  },
});
