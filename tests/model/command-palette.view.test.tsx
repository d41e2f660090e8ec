import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { commandPaletteModel } from '../../machines/command-palette/command-palette.model.ts';
import {
  commandPaletteMachine,
  type PaletteEvent,
  type PaletteSnapshot,
  selectPage,
} from '../../machines/command-palette/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { commandUsage } from '../../src/console/commands/command-usage.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { listPaletteCommands } from '../../src/console/commands/palette/palette-commands.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { commandContext, installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import type { Command, Option } from '../../src/console/commands/types.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { framesDrawn } from './fake-clock.ts';

let ran: string[] = [];
let options = Promise.withResolvers<Option[]>();
let verdict: true | string | Error = true;

const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  title,
  group: 'Pipeline',
  icon: 'search',
  scope: 'global',
  enabled: () => true,
  run: () => void ran.push(id),
  ...more,
});
const commands: Command[] = [
  command('go.pipelines', 'Go to pipelines'),
  command('pipeline.deploy', 'Deploy a version', {
    args: [
      {
        kind: 'option',
        name: 'version',
        title: 'Version',
        load: () => {
          options = Promise.withResolvers();
          return options.promise;
        },
      },
      {
        kind: 'text',
        name: 'note',
        title: 'Note',
        validate: () => {
          if (verdict instanceof Error) throw verdict;
          return verdict;
        },
      },
    ],
  }),
  command('pipeline.delete', 'Remove pipeline', {
    review: () => ({
      title: 'Remove it?',
      body: 'It stops.',
      action: 'Remove 1 pipeline',
      destructive: true,
    }),
  }),
  command('pipeline.pause', 'Pause', {
    enabled: () => 'Pipeline is Deploying',
    causeOf: () => ({ path: '/pipelines/1' }),
  }),
  command('edit.undo', 'Undo', { enabled: () => 'Nothing to undo' }),
];
const registry = createRegistry(commands, []);
const prepare = () => {
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  const actors = {} as Actors;
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
};
prepare();
const specs = listPaletteCommands(registry, commandContext.get(), undefined).map(({ spec }) => spec);

const loaded: Option[] = [
  { id: 'v1', label: 'v1', disabledReason: 'Version 1 is deployed' },
  { id: 'v2', label: 'v2 untested' },
];
type Driven = PaletteEvent | SystemEvent;
const opened = { type: 'palette.opened' as const, commands: specs, usage: {}, now: 1000 };

/** The model without what the view lacks: no command lists commands. */
const model = defineModel({
  ...commandPaletteModel,
  machine: commandPaletteMachine,
  vocabulary: [
    opened,
    { ...opened, commandId: 'pipeline.deploy' },
    { ...opened, commandId: 'edit.undo' },
    { type: 'palette.closed' },
    { type: 'query.changed', query: 'un' },
    { type: 'query.changed', query: 'nothing like it' },
    { type: 'highlight.moved', by: 1 },
    { type: 'highlight.set', id: 'pipeline.delete' },
    { type: 'row.clicked', id: 'pipeline.pause' },
    { type: 'row.clicked', id: 'v2' },
    { type: 'enter.pressed' },
    { type: 'back.pressed' },
    { type: 'review.confirmed' },
    {
      type: 'xstate.done.actor.loadOptions',
      output: loaded.map(({ id, label, disabledReason }) => ({
        id,
        title: label,
        group: 'Version',
        refusal: disabledReason,
      })),
    },
    { type: 'xstate.error.actor.loadOptions', error: new Error('The service does not answer') },
    { type: 'xstate.done.actor.validate', output: { ok: true, value: 'ok' } },
    { type: 'xstate.done.actor.validate', output: { ok: false, message: 'Too short' } },
  ],
  explore: (snapshot, event) => {
    const { context } = snapshot;
    const page = selectPage(snapshot);
    if (page === 'closed') return Object.keys(context.usage).length === 0;
    // Service calls end at once in this view.
    if (page === 'validating') return event.type.startsWith('xstate.');
    if (event.type === 'query.changed') return context.query === '' && page !== 'loading';
    if (event.type === 'highlight.moved' || event.type === 'highlight.set') return context.query === '';
    return true;
  },
});
const walks = makeWalks(model);

beforeEach(prepare);

function Screen() {
  return useStore(isPaletteWanted) ? <PaletteDialog /> : null;
}

type World = { user: UserEvent; isTextPage: () => boolean };
const field = () => screen.getByRole('combobox', { hidden: true });
const row = (id: string) => document.getElementById(`palette-row-${id}`)!;
const press = ({ user }: World, keys: string) => user.keyboard(keys);

const drivers: Drivers<Driven, World> = {
  'palette.opened': async (_world, { commandId }) => {
    act(() => openPalette(commandId));
    await framesDrawn();
  },
  'palette.closed': (world) => press(world, '{Escape}'),
  'query.changed': async ({ user }, { query }) => {
    await user.click(field());
    await user.paste(query);
  },
  'highlight.moved': (world) => press(world, '{ArrowDown}'),
  // The pointer may already be on the row; only moves count.
  'highlight.set': ({ user }, { id }) => user.pointer([{ target: field() }, { target: row(id) }]),
  'row.clicked': ({ user }, { id }) => user.click(row(id)),
  'enter.pressed': async (world) => {
    // Texts validate at once: Enter is pressed when the result is known.
    if (!world.isTextPage()) await press(world, '{Enter}');
  },
  'back.pressed': (world) => press(world, '{Backspace}'),
  'review.confirmed': ({ user }) => user.click(screen.getByRole('button', { name: 'Remove 1 pipeline' })),
  'xstate.done.actor.loadOptions': () => act(async () => options.resolve(loaded)),
  'xstate.error.actor.loadOptions': (_world, event) =>
    act(async () => {
      options.reject('error' in event ? event.error : undefined);
    }),
  'xstate.done.actor.validate': async (world, event) => {
    const outcome = 'output' in event ? (event.output as { ok: boolean; message?: string }) : { ok: true };
    verdict = outcome.ok ? true : (outcome.message ?? '');
    await press(world, '{Enter}');
  },
};

const titles = [...specs.map(({ title }) => title), ...loaded.map(({ label }) => label)];

const shown = (snapshot: PaletteSnapshot) => {
  const page = selectPage(snapshot);
  const { context } = snapshot;
  if (page === 'closed') return { page: 'closed' };
  if (page === 'review') return { page: 'review' };
  const isText = page === 'text' || page === 'validating';
  return {
    page: 'list',
    query: context.query,
    rows: isText ? ['Note'] : context.rows.map(({ title }) => title),
    highlighted: isText ? 'Note' : context.rows.find(({ id }) => id === context.highlightedId)?.title,
    message: context.message,
  };
};

async function read() {
  await framesDrawn();
  const dialog = screen.queryByRole('dialog');
  if (!dialog) return { page: 'closed' };
  if (within(dialog).queryByRole('heading', { name: /Remove it/ })) return { page: 'review' };
  const rows = within(dialog).queryAllByRole('option', { hidden: true });
  const titleOf = (element: HTMLElement) =>
    titles.find((title) => element.textContent?.startsWith(title)) ??
    (element.textContent?.startsWith('Note') ? 'Note' : element.textContent);
  const selected = rows.filter((element) => element.getAttribute('aria-selected') === 'true');
  expect(selected.length).toBeLessThanOrEqual(1);
  expect(field().getAttribute('aria-activedescendant')).toBe(selected[0]?.id ?? null);
  const alert = within(dialog).queryByRole('alert')?.textContent;
  const refused = /Too short/.exec(rows[0]?.textContent ?? '')?.[0];
  return {
    page: 'list',
    query: (field() as HTMLInputElement).value,
    rows: rows.map(titleOf),
    highlighted: selected[0] && titleOf(selected[0]),
    message: alert ?? refused,
  };
}

test('every transition on screen: the highlighted row is announced and runs', async () => {
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      ran = [];
      verdict = true;
      localStorage.clear();
      commandUsage.set({});
      isPaletteWanted.set(false);
      render(<Screen />);
      const world: World = {
        user: userEvent.setup({ delay: null }),
        isTextPage: () => screen.queryByRole('combobox', { name: 'Deploy a version: Note' }) !== null,
      };
      return {
        send: (event) => sendBy(drivers, world, event as Driven),
        read,
        dispose: cleanup,
      };
    },
    project: shown,
    check: ({ context }) => {
      const used = Object.keys(context.usage);
      if (used.length > 0) expect(ran).toEqual(used);
    },
  });
  expect(walked).toBe(walks.edges.size);
}, 300_000);
