// Slow: types random sequences into a palette of many commands.

import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandUsage } from '../../src/console/commands/command-usage.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import type { Command, CommandArgs } from '../../src/console/commands/types.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { framesDrawn } from './fake-clock.ts';

const RUNS = process.env.PENSTOCK_TEST_LONG ? 200 : 60;

/** Effects of Enter since the last check. */
let happened: string[] = [];

const PIPELINES = Array.from({ length: 60 }, (_, index) => ({
  id: `p${index}`,
  label: `${['web', 'audit', 'edge', 'billing'][index % 4]} ${index}`,
  ...(index % 7 === 3 ? { disabledReason: 'It is being deployed' } : {}),
}));

const ran = (id: string, args: CommandArgs) =>
  void happened.push(`ran ${id} ${Object.values(args).join(' ')}`.trim());

const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  title,
  group: 'Pipeline',
  icon: 'search',
  scope: 'global',
  enabled: () => true,
  run: (_ctx, args) => ran(id, args),
  ...more,
});

const VERBS = ['Deploy', 'Pause', 'Bypass', 'Edit', 'Delete', 'Copy', 'Watch', 'Open'];
const pipelineArgument = {
  kind: 'option' as const,
  name: 'pipeline',
  title: 'Pipeline',
  load: () => PIPELINES,
};

/** Per verb: one that runs, one disabled, one that links to its cause, one that asks, one with a review. */
const COMMANDS: Command[] = VERBS.flatMap((verb) => {
  const id = verb.toLowerCase();
  return [
    command(`${id}.now`, `${verb} now`),
    command(`${id}.off`, `${verb} all`, { enabled: () => `Nothing to ${id}` }),
    command(`${id}.cause`, `${verb} the draft`, {
      enabled: () => 'The draft is not valid',
      causeOf: () => ({ path: `/cause/${id}` }),
    }),
    command(`${id}.one`, `${verb} a pipeline`, { args: [pipelineArgument] }),
    command(`${id}.named`, `${verb} as`, {
      group: 'Create',
      args: [
        pipelineArgument,
        {
          kind: 'text',
          name: 'name',
          title: 'Name',
          validate: (text) => text.length > 0 || 'A name is needed',
        },
      ],
    }),
    command(`${id}.reviewed`, `${verb} for good`, {
      group: 'Console',
      review: () => ({ title: `${verb}?`, body: 'It ends.', action: `${verb} it`, destructive: true }),
    }),
  ];
});
const registry = createRegistry(COMMANDS, []);

function Screen() {
  return useStore(isPaletteWanted) ? <PaletteDialog /> : null;
}

// By attribute: computing every element's role would take most of the time.
const field = () => document.querySelector<HTMLInputElement>('[role="dialog"] [role="combobox"]');
const rows = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"] [role="option"]')];
const idOf = (row: Element) => row.id.replace('palette-row-', '');

/** The highlighted row is the announced and only selected one; it is drawn by that attribute. */
function highlightedRow(): HTMLElement | undefined {
  const input = field();
  if (!input) return undefined;
  const selected = rows().filter((row) => row.getAttribute('aria-selected') === 'true');
  expect(selected).toHaveLength(rows().length > 0 ? 1 : 0);
  expect(input.getAttribute('aria-activedescendant')).toBe(selected[0]?.id ?? null);
  expect(document.activeElement).toBe(input);
  return selected[0];
}

type Step =
  | { kind: 'type'; text: string }
  | { kind: 'key'; keys: string }
  | { kind: 'point'; at: number }
  | { kind: 'enter' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('d', 'pa', 'e', 'web', '1', 'now', 'zz')
      .map((text) => ({ kind: 'type' as const, text })),
  },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('{ArrowDown}', '{ArrowUp}', '{PageDown}', '{PageUp}', '{Backspace}')
      .map((keys) => ({ kind: 'key' as const, keys })),
  },
  { weight: 2, arbitrary: fc.nat(40).map((at) => ({ kind: 'point' as const, at })) },
  { weight: 4, arbitrary: fc.constant({ kind: 'enter' as const }) },
);

async function open() {
  act(() => openPalette());
  await framesDrawn();
}

async function enter(user: UserEvent) {
  const before = field()?.getAttribute('aria-label') ?? '';
  const typed = field()?.value.trim() ?? '';
  const row = highlightedRow();
  const id = row && idOf(row);
  happened = [];
  await user.keyboard('{Enter}');
  await framesDrawn();
  if (id === undefined) return expect(happened).toEqual([]);
  const known = registry.command(id);
  if (id === 'text') {
    if (typed === '') return expect(rows()[0]).toHaveTextContent('A name is needed');
    return expect(happened.at(-1)).toMatch(new RegExp(`^ran \\w+\\.named p\\d+ ${typed}$`));
  }
  if (!known) {
    const option = PIPELINES.find((pipeline) => pipeline.id === id);
    expect(option, `row '${id}' is of this palette`).toBeDefined();
    if (option && 'disabledReason' in option)
      return expect(screen.getByRole('alert')).toHaveTextContent('It is being deployed');
    const owner = COMMANDS.find(({ title }) => before.startsWith(`${String(title)}:`));
    if (owner?.args?.length === 1) return expect(happened).toEqual([`ran ${owner.id} ${id}`]);
    return expect(field()?.getAttribute('aria-label')).toBe(`${String(owner?.title)}: Name`);
  }
  const title = String(known.title);
  if (known.args) return expect(field()?.getAttribute('aria-label')).toBe(`${title}: Pipeline`);
  if (known.review) {
    const dialog = screen.getByRole('dialog');
    return expect(within(dialog).getByRole('button', { name: /Back/ })).toHaveFocus();
  }
  if (id.endsWith('.now')) return expect(happened).toEqual([`ran ${id}`]);
  if (id.endsWith('.cause')) return expect(happened).toEqual([`went /cause/${id.split('.')[0]}`]);
  return expect(screen.queryByRole('alert')?.textContent ?? happened.join()).toContain('Nothing to');
}

async function take(user: UserEvent, next: Step) {
  if (document.querySelector('[role="dialog"]') === null) await open();
  if (!field()) {
    // Leaves the review by keyboard.
    await user.keyboard('{Backspace}');
    await framesDrawn();
  } else if (next.kind === 'type') await user.paste(next.text);
  else if (next.kind === 'key') await user.keyboard(next.keys);
  else if (next.kind === 'point') {
    const row = rows()[next.at % Math.max(1, rows().length)];
    if (row) await user.pointer({ target: row });
  } else await enter(user);
  if (field()) highlightedRow();
}

test(`${RUNS} random sequences: announced, highlighted and run row are the same`, async () => {
  let steps = 0;
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (sequence) => {
        const user = userEvent.setup({ delay: null });
        render(<Screen />);
        await open();
        for (const next of [...sequence, { kind: 'enter' as const }]) {
          await take(user, next);
          steps += 1;
        }
      })
      .beforeEach(() => {
        localStorage.clear();
        commandUsage.set({});
        happened = [];
        isPaletteWanted.set(false);
        installCommands({
          registry,
          ask: () => undefined,
          refuse: (reason) => void happened.push(`refused ${reason}`),
          record: () => undefined,
        });
        const navigate = (path: string) => void happened.push(`went ${path}`);
        setContextBase({ path: '/', search: '', navigate, site: undefined, sites: [], actors: {} as Actors });
      })
      .afterEach(() => cleanup()),
    { numRuns: RUNS },
  );
  expect(steps).toBeGreaterThan(RUNS * 4);
}, 600_000);
