import { act, render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { commandUsage } from '../../src/console/commands/command-usage.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import type { Command } from '../../src/console/commands/types.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { recordTranscript } from '../harness/screen-reader.ts';
import { framesDrawn } from '../model/fake-clock.ts';

const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  title,
  group: 'Pipeline',
  icon: 'search',
  scope: 'global',
  enabled: () => true,
  run: () => undefined,
  ...more,
});

const registry = createRegistry(
  [
    command('go.sources', 'Sources', { group: 'Go to', keys: 'g s' }),
    command('pipeline.deploy', 'Deploy', { enabled: () => 'The graph has an unconnected transform: Sample' }),
    command('pipeline.delete', 'Delete Pipeline', {
      args: [
        {
          kind: 'option',
          name: 'pipeline',
          title: 'Pipeline',
          load: () => [{ id: 'p1', label: 'web-logs' }],
        },
      ],
      review: () => ({
        title: 'Delete the pipeline?',
        body: 'It stops web-logs.',
        action: 'Delete 1 pipeline',
        destructive: true,
      }),
    }),
  ],
  [],
);

function Screen() {
  return useStore(isPaletteWanted) ? <PaletteDialog /> : null;
}

beforeEach(() => {
  commandUsage.set({});
  isPaletteWanted.set(false);
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  setContextBase({
    path: '/',
    search: '',
    navigate: () => undefined,
    site: undefined,
    sites: [],
    actors: {} as Actors,
  });
});

test('palette: everything is read, from opening to the review', async () => {
  render(<Screen />);
  act(() => openPalette());
  await framesDrawn();
  expect(
    await recordTranscript(['{ArrowDown}', '{ArrowDown}', 'del', '{Enter}', '{Enter}', '{Tab}', '{Escape}']),
  ).toMatchInlineSnapshot(`
    [
      "(focus) → option, Deploy The graph has an unconnected transform: Sample, selected, disabled",
      "{ArrowDown} → option, Delete Pipeline, selected",
      "{ArrowDown} → option, Sources, selected",
      "del → polite: 2 results | option, Delete Pipeline Pipeline, selected",
      "{Enter} → polite: Delete Pipeline: Pipeline, 1 result | polite: Delete Pipeline: Pipeline, 1 result | option, web-logs, selected",
      "{Enter} → dialog, Command palette | button, Back, Delete the pipeline? It stops web-logs., key shortcuts Backspace",
      "{Tab} → button, Delete 1 pipeline, Delete the pipeline? It stops web-logs.",
      "{Escape} → (nothing)",
    ]
  `);
});
