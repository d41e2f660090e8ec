import { expect, test } from 'vitest';
import type { CommandContext } from '../../../commands/context.ts';
import { versionsCommands } from './versions.commands.ts';

const onList = { scopes: {} } as CommandContext;

test('versions: without a pipeline on screen the commands ask to open one', () => {
  const reasons = versionsCommands
    .filter(({ id }) => id !== 'versions.swap')
    .map(({ enabled }) => enabled?.(onList, {}));
  expect(new Set(reasons)).toEqual(new Set(['Open a pipeline first']));
});
