// Slow: walks every transition on screen, by keys.

import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { pipelineEditorMachine } from '../../machines/pipeline-editor/index.ts';
import { pipelineEditorModel } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import {
  applyEvent,
  canDo,
  getDisplay,
  isInAction,
  type LifecycleEvent,
  type LifecycleRow,
  type LifecycleSnapshot,
  type PipelineIntent,
  toLifecycleEvent,
} from '../../machines/pipeline-lifecycle/index.ts';
import { lifecycleModel } from '../../machines/pipeline-lifecycle/pipeline-lifecycle.model.ts';
import { queryClient } from '../../src/console/api/query-client.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { DeployVersion } from '../../src/console/views/pipeline/deploy/DeployVersion.tsx';
import { ViewHeader } from '../../src/console/views/pipeline/ViewHeader.tsx';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { pipelineCommands, pipelineScopes } from '../harness/pipeline-commands.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, reasonOf, shellActorsStub } from './command-context.ts';
import { framesDrawn } from './fake-clock.ts';
import { screenPipeline, screenScope } from './screen-pipeline.ts';

const nothing = () => undefined;
const snapshot = createActor(pipelineEditorMachine, { input: pipelineEditorModel.input! }).getSnapshot();
const FIRST = screenPipeline({
  status: 'DEFAULT',
  deployedGraphVersion: 0,
  latestGraphVersion: 1,
  pendingGraphVersion: 1,
});

type Stored = Pipeline & Pick<LifecycleRow, 'previousStatus'>;
let show: (pipeline: Pipeline) => void = nothing;

function Screen() {
  const [pipeline, setPipeline] = useState(FIRST);
  show = setPipeline;
  usePublishScope('pipeline', screenScope(pipeline, snapshot));
  return (
    <>
      <ViewHeader pipeline={pipeline} version={1} versionName={undefined} />
      <DeployVersion pipeline={pipeline} shownVersion={1} />
      {useStore(isPaletteWanted) && <PaletteDialog />}
    </>
  );
}

function open() {
  let stored: Stored = FIRST;
  const become = (event: LifecycleEvent) => {
    stored = applyEvent(stored, event);
    act(() => show(stored));
  };
  vi.stubGlobal('fetch', async (...asked: ConstructorParameters<typeof Request>) => {
    const request = new Request(...asked);
    if (request.method === 'GET') return Response.json({ pipeline: stored });
    const { action, graphVersion = 0 } = await request.json();
    stored = applyEvent(stored, toLifecycleEvent(action, graphVersion));
    return Response.json({ pipeline: stored });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    become,
    stored: () => stored,
    refresh: () => act(() => show(stored)),
  };
}
type World = ReturnType<typeof open>;
type Press = (world: World, title: string) => Promise<void>;

const KEYS: Record<string, string> = {
  Deploy: '{Shift>}d{/Shift}',
  Pause: 'p',
  Bypass: 'b',
  Resume: 'u',
  'Cancel action': '{Shift>}k{/Shift}',
};
const REVIEWED = ['Deploy', 'Force Deploy', 'Pause', 'Bypass', 'Delete pipeline'];

/** Focus is on the action, or on Cancel for destructive ones. */
async function confirmed({ user }: World, title: string): Promise<void> {
  if (!REVIEWED.includes(title)) return;
  const focused = () => document.activeElement?.textContent ?? '';
  await waitFor(() => expect(focused()).toMatch(/^(Deploy|Force Deploy|Pause|Bypass|Back|Cancel)/), {
    interval: 1,
  });
  if (/^(Back|Cancel)/.test(focused())) await user.tab();
  await user.keyboard('{Enter}');
}

const done = async (world: World, before: Stored): Promise<void> => {
  await waitFor(() => expect(world.stored()).not.toBe(before), { interval: 1 });
  world.refresh();
  await framesDrawn();
};

const byPalette: Press = async (world, title) => {
  const before = world.stored();
  await world.user.keyboard('{Control>}k{/Control}');
  await framesDrawn();
  await world.user.paste(title);
  await framesDrawn();
  await world.user.keyboard('{Enter}');
  await framesDrawn();
  await confirmed(world, title);
  await done(world, before);
};

/** Commands without a key are items of the menu beside the name. */
const byKeys: Press = async (world, title) => {
  const before = world.stored();
  const { user } = world;
  const keys = KEYS[title];
  if (keys) await user.keyboard(keys);
  else {
    act(() => screen.getByRole('button', { name: 'Pipeline actions' }).focus());
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: new RegExp(`^${title}`) });
    for (let steps = 0; steps < 10 && document.activeElement !== item; steps += 1)
      await user.keyboard('{ArrowDown}');
    await user.keyboard('{Enter}');
  }
  await framesDrawn();
  await confirmed(world, title);
  await done(world, before);
};

/** Paused and bypassed pipelines are resumed. */
const DEPLOYS: Partial<Record<Pipeline['status'], string>> = {
  DEPLOYED: 'Force Deploy',
  PAUSED: 'Resume',
  BYPASSED: 'Resume',
};

const driversOf = (press: Press): Drivers<LifecycleEvent, World> => ({
  'pipeline.deploy': (world) => press(world, DEPLOYS[world.stored().status] ?? 'Deploy'),
  'pipeline.pause': (world) => press(world, 'Pause'),
  'pipeline.bypass': (world) => press(world, 'Bypass'),
  'pipeline.delete': (world) => press(world, 'Delete pipeline'),
  'pipeline.cancel': (world) => press(world, 'Cancel action'),
});

const refusals: string[] = [];
let stopKeys = (): void => undefined;
beforeEach(() => {
  pageBase();
  const registry = createRegistry([...globalCommands, ...pipelineCommands], pipelineScopes);
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: (reason) => refusals.push(reason),
    record: nothing,
  });
  const actors = { openPalette: () => openPalette() } as Partial<Actors> as Actors;
  setContextBase({ ...shellActorsStub(), actors });
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  cleanup();
  vi.unstubAllGlobals();
});

const INTENTS = {
  DEPLOY: { commandId: 'pipeline.deploy', keys: KEYS.Deploy },
  PAUSE: { commandId: 'pipeline.pause', keys: KEYS.Pause },
  BYPASS: { commandId: 'pipeline.bypass', keys: KEYS.Bypass },
  CANCEL: { commandId: 'pipeline.cancelAction', keys: KEYS['Cancel action'] },
  RESUME: { commandId: 'pipeline.resume', keys: KEYS.Resume },
  DELETE: { commandId: 'pipeline.delete', keys: undefined },
} as const satisfies Partial<Record<PipelineIntent, { commandId: string; keys: string | undefined }>>;

const rowOf = ({ value, context }: LifecycleSnapshot): LifecycleRow => ({
  ...context,
  status: value as Pipeline['status'],
});

const closedIn = (state: LifecycleSnapshot) =>
  Object.entries(INTENTS).flatMap(([intent, command]) => {
    const reason = canDo(rowOf(state), intent as PipelineIntent);
    return reason === true ? [] : [{ ...command, reason }];
  });

async function expectKeysRefused(state: LifecycleSnapshot, world: World): Promise<void> {
  const before = world.stored();
  for (const { keys, reason } of closedIn(state)) {
    if (!keys) continue;
    refusals.length = 0;
    await world.user.keyboard(keys);
    expect(refusals).toEqual([reason]);
  }
  expect(world.stored()).toBe(before);
}

async function expectReasonsInPalette(state: LifecycleSnapshot, world: World): Promise<void> {
  act(() => openPalette());
  await framesDrawn();
  for (const { commandId, reason } of closedIn(state)) {
    const row = document.getElementById(`palette-row-${commandId}`);
    expect(row?.getAttribute('aria-disabled'), commandId).toBe('true');
    expect(row?.textContent).toContain(reason);
  }
  await world.user.keyboard('{Escape}');
  await framesDrawn();
}

const shown = (state: LifecycleSnapshot) => {
  const row = rowOf(state);
  return {
    label: getDisplay(row).label,
    edit: canDo(row, 'EDIT'),
    offersCancel: isInAction(row),
    offersResume: !isInAction(row) && (row.status === 'PAUSED' || row.status === 'BYPASSED'),
  };
};

const seen = () => ({
  label: document.querySelector('h1')?.nextElementSibling?.textContent?.split(',')[0] ?? '',
  edit: reasonOf(screen.queryByRole('button', { name: /^Edit Pipeline/ })),
  offersCancel: screen.queryByRole('button', { name: /^Cancel action/ }) !== null,
  offersResume: screen.queryByRole('button', { name: /^Resume/ }) !== null,
});

const modelWithout = (...types: readonly LifecycleEvent['type'][]) =>
  defineModel({
    ...lifecycleModel,
    vocabulary: lifecycleModel.vocabulary.filter(({ type }) => !types.some((one) => one === type)),
  });
/** Rendering each step is slow: reports without effect on actions are left to the service's walk. */
const byKeysModel = modelWithout('engine.queued', 'engine.started', 'engine.cancelled');
/** The palette needs four presses per command: failures are left to the keys. */
const byPaletteModel = modelWithout('engine.queued', 'engine.started', 'engine.cancelled', 'engine.failed');

describe.each([
  ['keys', byKeysModel, byKeys, expectKeysRefused],
  ['the palette', byPaletteModel, byPalette, expectReasonsInPalette],
])('a pipeline on its screen, by %s', (_way, model, press, expectRefused) => {
  test('every transition of the lifecycle; what is forbidden says why [E1]', async () => {
    const walks = makeWalks(model);
    const drivers = driversOf(press);
    const checked = new Set<string>();
    let world: World | undefined;
    const now = (): World => world ?? open();
    const walked = await driveAll(walks, {
      drives: model.vocabulary.map(({ type }) => type),
      create: () => {
        isPaletteWanted.set(false);
        world = open();
        return {
          send: async (event: LifecycleEvent | SystemEvent) => {
            if (event.type.startsWith('engine.')) now().become(event as LifecycleEvent);
            else await sendBy(drivers, now(), event as LifecycleEvent);
          },
          read: seen,
          dispose: cleanup,
        };
      },
      project: shown,
      check: async (state) => {
        const key = model.key(state);
        if (checked.has(key)) return;
        checked.add(key);
        await expectRefused(state, now());
      },
    });
    expect(walked).toBe(walks.edges.size);
    expect(checked.size).toBe(walks.states.size);
  }, 600_000);
});
