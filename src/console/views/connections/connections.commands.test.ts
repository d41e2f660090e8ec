import { expect, test } from 'vitest';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import type { Connection } from '../../components/connection-form/kinds.ts';
import { connectionsCommands } from './connections.commands.ts';
import { createRowMenu } from './row-menu.ts';

const named = (id: string, name: string) => ({ id, name }) as Connection;
const OPENED = named('1', 'Archive');
const ROW = named('2', 'Alerts');
const USED = named('4', 'Edge');

function onList(kind: 'source' | 'destination') {
  const removed: string[] = [];
  const scope = {
    kind,
    current: OPENED,
    connections: [OPENED, ROW, USED],
    archive: () => {},
    usersOf: (id: string) => (id === USED.id ? [{ id: '9', name: 'Edge logs' }] : []),
    remove: ({ id }: Connection) => removed.push(id),
  };
  const ctx = { scopes: { [kind === 'source' ? 'sources.list' : 'destinations.list']: scope } };
  return { ctx: ctx as Partial<CommandContext> as CommandContext, removed };
}

const commandOf = ({ id }: CommandMenuItem) => connectionsCommands.find((command) => command.id === id);

test.each(['source', 'destination'] as const)(
  'Delete in the menu of a %s deletes that row [R2.3-02, R2.3-03]',
  (kind) => {
    const { ctx, removed } = onList(kind);
    const item = createRowMenu(kind, ROW.id).find(({ id }) => id === `${kind}.delete`)!;
    const command = commandOf(item)!;
    const args = item.args ?? {};
    expect(command.enabled(ctx, args)).toBe(true);
    expect(command.review?.(ctx, args)?.body).toMatch(/^Alerts is permanently deleted/);
    command.run(ctx, args, 'menu');
    expect(removed).toEqual([ROW.id]);
  },
);

test.each(['source', 'destination'] as const)('Delete by key is about the %s that is open', (kind) => {
  const { ctx, removed } = onList(kind);
  const command = commandOf({ id: `${kind}.delete` })!;
  expect(command.review?.(ctx, {})?.body).toMatch(/^Archive is permanently deleted/);
  command.run(ctx, {}, 'key');
  expect(removed).toEqual([OPENED.id]);
});

test('what a pipeline uses is not offered for deletion, and the way there is', () => {
  const { ctx, removed } = onList('source');
  const command = commandOf({ id: 'source.delete' })!;
  const args = { id: USED.id };
  expect(command.enabled(ctx, args)).toBe("Used by 'Edge logs'; remove it from that pipeline first");
  expect(command.causeOf?.(ctx, args)).toEqual({ path: '/pipelines/9' });
  expect(removed).toEqual([]);
});

test('a row that went away meanwhile cannot be deleted', () => {
  const { ctx, removed } = onList('source');
  const command = commandOf({ id: 'source.delete' })!;
  expect(command.enabled(ctx, { id: '3' })).toBe('Choose a source first');
  command.run(ctx, { id: '3' }, 'menu');
  expect(removed).toEqual([]);
});
