import { act, cleanup, render, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MacrosEvent, MacrosSnapshot, StepOutcome } from '../../machines/macros/index.ts';
import { MODEL_MACRO, macrosModel } from '../../machines/macros/macros.model.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { callsUnderWay } from '../../src/console/api/call-api.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import KeyBar from '../../src/console/app/shell/key-bar.tsx';
import { Notices } from '../../src/console/app/shell/popups.tsx';
import { listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { macrosActor } from '../../src/console/commands/macros/macros-actor.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry, type Registry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { publishedScopes } from '../../src/console/commands/scopes.ts';
import type { Command } from '../../src/console/commands/types.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { notify } from '../../src/console/state/toasts.ts';
import { keysCommands } from '../../src/console/views/profile/keys.commands.ts';
import { MacrosPanel } from '../../src/console/views/profile/MacrosPanel.tsx';
import { macrosCommands } from '../../src/console/views/profile/macros.commands.ts';
import { profileScopes } from '../../src/console/views/profile/profile.commands.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { fakeClock, fakeClockUser, framesDrawn, passTime, realClock } from './fake-clock.ts';
import { storedPreferences } from './stored-preferences.ts';

const PATIENCE = 10_000;
const BROKEN = 'It broke';

/** How the next step ends. */
let outcome: StepOutcome | typeof BROKEN = { kind: 'ran' };
const isMissing = (): boolean => outcome !== BROKEN && outcome.kind === 'refused' && outcome.isFinal === true;

const stepCommand = (id: string, title: string): Command => ({
  id,
  title,
  group: 'Pipeline',
  icon: 'pipeline',
  scope: 'global',
  bar: false,
  enabled: () => {
    if (outcome === BROKEN) throw new Error(BROKEN);
    return outcome.kind === 'refused' ? outcome.reason : true;
  },
  review: () =>
    outcome !== BROKEN && outcome.kind === 'asked'
      ? { title: 'Pause web-logs?', body: 'It stops.', action: 'Pause it', destructive: true }
      : undefined,
  run: () => undefined,
});
const STEPS = [stepCommand('go.pipelines', 'Pipelines'), stepCommand('pipeline.pause', 'Pause')];
const known = createRegistry(
  [...STEPS, ...macrosCommands, ...keysCommands, ...globalCommands],
  [{ id: 'list', mode: 'LIST' }, ...profileScopes],
);
/** Commands of a macro may be missing, as when a release removed them. */
const registry: Registry = Object.create(known, {
  command: {
    value: (id: string) =>
      isMissing() && STEPS.some((step) => step.id === id) ? undefined : known.command(id),
  },
});

const model = defineModel({
  ...macrosModel,
  // Waiting ends when the screen settles or times out.
  vocabulary: macrosModel.vocabulary.filter(({ type }) => type !== 'xstate.error.actor.settle'),
  key: ({ value, context }) =>
    [
      JSON.stringify(value),
      value === 'recording' || value === 'naming' ? context.steps.length : '',
      typeof value === 'object' || value === 'stopped' ? `${context.at} ${context.reason ?? ''}` : '',
    ].join(' '),
  explore: (snapshot, event) =>
    macrosModel.explore?.(snapshot, event) !== false &&
    !(event.type === 'run.stop' && snapshot.matches({ running: 'asking' })),
});
const walks = makeWalks(model);

let service: ReturnType<typeof storedPreferences>;
let stopFollowing: () => void = () => undefined;

beforeAll(() => {
  pageBase();
  service = storedPreferences();
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: (reason) => notify({ message: reason, status: 'warning' }),
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
});
afterEach(() => stopFollowing());

const hold = () => callsUnderWay.set(1);

/** Keeps a call pending after each step until the model settles the screen. */
function holdAfterEachAttempt(): void {
  let wasTrying = false;
  const following = macrosActor.subscribe((snapshot) => {
    const isTrying = snapshot.matches({ running: { preparing: 'trying' } });
    if (wasTrying && !isTrying) hold();
    wasTrying = isTrying;
  });
  stopFollowing = () => following.unsubscribe();
}

function Screen() {
  return (
    <LocationProvider>
      <MacrosPanel />
      <KeyBar />
      <Notices />
      {useStore(isPaletteWanted) && <PaletteDialog />}
    </LocationProvider>
  );
}

/** Alternates between key and button. */
type World = { user: UserEvent; by: 'key' | 'button' };

async function run({ user, by }: World, key: string, button: RegExp): Promise<void> {
  if (by === 'key') return void (await user.keyboard(key));
  const [first] = screen.getAllByRole('button', { name: button });
  act(() => first?.focus());
  await user.keyboard('{Enter}');
}

async function chooseMacro({ user }: World): Promise<void> {
  act(() => screen.getByRole('treegrid', { name: 'Macros' }).focus());
  await user.keyboard('{Control>}{Home}{/Control}');
}

async function settleAndTry(next: typeof outcome): Promise<void> {
  outcome = next;
  act(() => callsUnderWay.set(0));
  await act(() => vi.advanceTimersByTimeAsync(150));
}

const drivers: Drivers<MacrosEvent | SystemEvent, World> = {
  'record.start': (world) => {
    outcome = { kind: 'ran' };
    return run(world, 'q', /^Record a macro/);
  },
  'command.ran': ({ user }) => user.keyboard('r'),
  'record.stop': (world) => run(world, 'q', /^Stop/),
  'record.discard': async (world) => {
    if (screen.queryByRole('dialog')) await world.user.keyboard('{Escape}');
    await framesDrawn();
    await run(world, '{Shift>}Q{/Shift}', /Discard/);
  },
  'name.given': async ({ user }, { name }) => {
    await user.keyboard(`${name}{Enter}`);
    await framesDrawn();
    await vi.waitFor(() => expect(service.read().macros.map((macro) => macro.name)).toContain(name), 10_000);
    await service.put({ macros: [MODEL_MACRO] });
  },
  'run.start': async (world) => {
    hold();
    await chooseMacro(world);
    await run(world, 'w', /^Run/);
  },
  'run.stop': (world) => run(world, '{Alt>}q{/Alt}', /^Stop/),
  'context.changed': () => act(() => setContextBase(shellActorsStub())),
  'review.confirmed': async ({ user }) => {
    act(() => screen.getByRole('button', { name: 'Pause it' }).focus());
    await user.keyboard('{Enter}');
  },
  'review.declined': async ({ user }) => {
    await user.keyboard('{Escape}');
    await framesDrawn();
    passTime(100);
  },
  'xstate.done.actor.settle': () => undefined,
  'xstate.done.actor.attempt': (_world, event) =>
    settleAndTry('output' in event ? (event.output as StepOutcome) : { kind: 'ran' }),
  'xstate.error.actor.attempt': () => settleAndTry(BROKEN),
  'xstate.after.patience.macros.running.preparing': () => passTime(PATIENCE),
};

const stepsText = (count: number) => `${count} ${count === 1 ? 'step' : 'steps'}`;

const shown = (snapshot: MacrosSnapshot) => {
  const { steps, macro, at } = snapshot.context;
  const isNaming = snapshot.matches('naming');
  return {
    mark: snapshot.matches('running')
      ? `RUN ${macro?.name} ${at + 1}/${macro?.steps.length}`
      : snapshot.matches('recording') || isNaming
        ? `REC ${stepsText(steps.length)}`
        : undefined,
    dialog: isNaming ? 'name' : snapshot.matches({ running: 'asking' }) ? 'review' : undefined,
  };
};

async function read(): Promise<ReturnType<typeof shown>> {
  await framesDrawn();
  const dialog = screen.queryByRole('dialog');
  const isReview =
    dialog !== null && within(dialog).queryByRole('heading', { name: /Pause web-logs/ }) !== null;
  const mark = screen
    .queryAllByRole('status', { hidden: true })
    .map(({ textContent }) => textContent ?? '')
    .find((text) => /^(REC|RUN)/.test(text));
  return { mark, dialog: isReview ? 'review' : dialog ? 'name' : undefined };
}

function checkTold(snapshot: MacrosSnapshot): void {
  const { macro, at, reason } = snapshot.context;
  if (snapshot.matches('done')) expect(screen.getAllByText(`Macro '${macro?.name}' is done`)).not.toEqual([]);
  if (!snapshot.matches('stopped')) return;
  const id = macro?.steps[at]?.commandId ?? '';
  const title = known.command(id)?.title;
  const names = isMissing() ? `(${title}|${id})` : title;
  const told = new RegExp(`^Macro '${macro?.name}' stopped at step ${at + 1} of 2, '${names}': ${reason}$`);
  expect(screen.getAllByText(told)).not.toEqual([]);
}

test('macros recorded, named and run on screen through every transition', async () => {
  fakeClock();
  holdAfterEachAttempt();
  try {
    const walked = await driveAll(walks, {
      drives: Object.keys(drivers),
      create: async () => {
        outcome = { kind: 'ran' };
        await service.put({ macros: [MODEL_MACRO] });
        render(<Screen />);
        const stop = listenToKeys(registry);
        const world: World = { user: fakeClockUser(), by: 'key' };
        return {
          send: async (event) => {
            await sendBy(drivers, world, event as MacrosEvent | SystemEvent);
            world.by = world.by === 'key' ? 'button' : 'key';
          },
          read,
          dispose: () => {
            stop();
            isPaletteWanted.set(false);
            cleanup();
            for (const type of ['run.stop', 'record.discard'] as const) macrosActor.send({ type });
          },
        };
      },
      project: shown,
      check: checkTold,
    });
    expect(walked).toBe(walks.edges.size);
  } finally {
    realClock();
  }
}, 300_000);

test('scopes of the screen are those the conflict check knows', () => {
  render(<Screen />);
  const others = publishedScopes.get().order.filter((id) => id !== 'profile.macros');
  expect(registry.scope('profile.macros')?.alongside).toEqual(expect.arrayContaining(others));
});
