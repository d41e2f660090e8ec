import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../contract/calls/index.ts';
import { COMMON_OPTIONS } from './command.ts';
import { COMMANDS } from './commands.ts';
import { completionScript, SHELLS } from './completion.ts';
import { main } from './main.ts';
import { table } from './output.ts';

async function run(...args: string[]) {
  let [out, note] = ['', ''];
  const exit = await main(args, {
    environment: {},
    write: (text) => {
      out += text;
    },
    note: (text) => {
      note += text;
    },
    readInput: async () => '',
    signal: new AbortController().signal,
    now: () => 0,
  });
  return { exit, out, note };
}

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
  test('every call it makes is in the table of calls', () => {
    expect(command.calls.filter((id) => !(id in CALLS))).toEqual([]);
  });

  test('its help names its arguments, its options and those of every command', async () => {
    const { exit, out } = await run(name, '--help');
    expect(exit).toBe(0);
    for (const positional of command.positionals) expect(out).toContain(positional.name);
    for (const option of Object.keys({ ...command.options, ...COMMON_OPTIONS }))
      expect(out).toContain(`--${option}`);
    expect((await run('help', name)).out).toBe(out);
  });

  test('an unknown option or a wrong number of arguments is a usage error', async () => {
    const wanted = command.positionals.map(({ choices }) => choices?.[0] ?? 'x');
    const required = command.positionals.filter(({ isOptional }) => !isOptional).length;
    expect(await run(name, ...wanted, '--no-such-option')).toMatchObject({ exit: 2, out: '' });
    if (required > 0) expect((await run(name)).note).toContain('is missing');
    if (!command.positionals.at(-1)?.isMany)
      expect((await run(name, ...wanted, 'more')).note).toContain(
        "'more' is not an argument of this command",
      );
  });

  test.each(SHELLS)('%s completes it', (shell) => {
    const script = completionScript(shell, COMMANDS);
    expect(script).toContain(name);
    for (const option of Object.keys(command.options)) expect(script).toContain(option);
  });
});

test('names of commands and options are unique', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const taken = COMMANDS.flatMap(({ options }) => Object.keys(options)).filter(
    (name) => name in COMMON_OPTIONS,
  );
  expect(taken).toEqual([]);
});

test('help lists every command and every exit code', async () => {
  const { out } = await run('--help');
  for (const { name, summary } of COMMANDS) {
    expect(out).toContain(name);
    expect(out).toContain(summary);
  }
  expect([...out.matchAll(/^ {2}(\d) {2}\w/gm)].map(([, code]) => code)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
});

test.each([
  [[], 'Name a command'],
  [['fly'], "There is no command 'fly'"],
  [['list', 'birds'], "'birds' is not a valid WHAT"],
  [['list', 'pipelines', '--url', 'ftp://x'], 'is not the address of a service'],
  [['tap', 'web', '--limit', '0'], "--limit '0' is not a whole number from 1 to 1000"],
  [['deploy', 'web', '--api-key-file', '/nowhere/key'], 'The file of the API key cannot be read'],
])('%j is usage: %s', async (args, why) => {
  expect(await run(...args)).toMatchObject({ exit: 2, note: expect.stringContaining(why) });
});

test('bash reads the completion script and completes a command', () => {
  const script = `${completionScript('bash', COMMANDS)}\nCOMP_WORDS=(penstock expl); COMP_CWORD=1; _penstock; echo "$COMPREPLY"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe('explain');
});

test('columns are as wide as their longest cell', () => {
  expect(
    table(
      ['A', 'B'],
      [
        ['long', 'x'],
        ['s', 'y'],
      ],
    ),
  ).toBe('A     B\nlong  x\ns     y\n');
});
