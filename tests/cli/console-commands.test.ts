import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { lifecycleCommands } from '../../src/console/views/pipeline/deploy/lifecycle.commands.ts';

const twins = COMMANDS.filter(({ command }) => command?.startsWith('pipeline.'));

test.each(twins.map((one) => [one.name, one] as const))(
  '%s is the command of the console and makes its calls',
  (_, twin) => {
    const inConsole = lifecycleCommands.find(({ id }) => id === twin.command);
    expect(inConsole).toBeDefined();
    for (const call of inConsole?.calls ?? []) expect(twin.calls).toContain(call);
  },
);
