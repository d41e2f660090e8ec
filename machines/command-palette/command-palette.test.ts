import { describe, expect, test } from 'vitest';
import { type Actor, createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { commandPaletteMachine } from './command-palette.machine.ts';
import { commandPaletteModel, modelCommands } from './command-palette.model.ts';
import { selectPage } from './command-palette.selectors.ts';
import type { PaletteEmitted, PaletteEvent, PaletteRun } from './palette.types.ts';

const paths = makePaths(commandPaletteModel);
const opened = { type: 'palette.opened', commands: modelCommands, usage: {}, now: 1000 } as const;

describe('every transition of the palette', () => {
  test('the highlighted row is always listed; there is none only in an empty list', async () => {
    await driveAll(
      paths,
      createPureSut(commandPaletteModel, (snapshot) => {
        const { rows, highlightedId, commandId, values } = snapshot.context;
        expect(rows.some(({ id }) => id === highlightedId)).toBe(rows.length > 0);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        const page = selectPage(snapshot);
        if (page === 'closed') expect([commandId, values, rows]).toEqual([undefined, [], []]);
        if (page === 'review') {
          const command = modelCommands.find(({ id }) => id === commandId);
          expect(values).toHaveLength(command?.args?.length ?? 0);
        }
      }),
    );
  });

  test('a running actor does the same', async () => {
    await driveAll(paths, createActorSut(commandPaletteModel, { actors: ['loadOptions', 'validate'] }));
  });
});

const open = (over: Partial<Extract<PaletteEvent, { type: 'palette.opened' }>> = {}) => {
  const ran: PaletteRun[] = [];
  const told: PaletteEmitted[] = [];
  const machine = commandPaletteMachine.provide({
    actors: {
      loadOptions: fromPromise(async () => [
        { id: 'v1', title: 'v1', group: '' },
        { id: 'v2', title: 'v2', group: '' },
      ]),
      validate: fromPromise(async ({ input }) =>
        input.text === '' ? { ok: false, message: 'Type a note' } : { ok: true, value: input.text },
      ),
    },
  });
  const actor = createActor(machine);
  actor.on('*', (event) => told.push(event));
  actor.on('palette.ran', ({ commandId, args }) => ran.push({ commandId, args }));
  actor.start();
  actor.send({ ...opened, ...over });
  return { actor, ran, told, at: () => actor.getSnapshot() };
};
const send = async (actor: Actor<typeof commandPaletteMachine>, ...events: PaletteEvent[]) => {
  for (const event of events) {
    actor.send(event);
    await settle();
  }
};

describe('Enter runs what is highlighted', () => {
  test('the command on the row, whatever is typed, moved and listed', async () => {
    for (let steps = 0; steps < 3; steps += 1) {
      const { actor, at, told } = open({
        commands: modelCommands.map(
          ({ args: _args, needsReview: _review, refusal: _refusal, ...command }) => command,
        ),
      });
      for (let step = 0; step < steps; step += 1) await send(actor, { type: 'highlight.moved', by: 1 });
      const highlighted = at().context.highlightedId;
      expect(highlighted).toBe(at().context.rows[steps]?.id);
      await send(actor, { type: 'enter.pressed' });
      expect(told[0]).toEqual({ type: 'palette.ran', commandId: highlighted, args: {} });
    }
  });

  test('nothing, when nothing matches', async () => {
    const { actor, at, ran } = open();
    await send(actor, { type: 'query.changed', query: 'zzzz' }, { type: 'enter.pressed' });
    expect(selectPage(at())).toBe('choosing');
    expect(ran).toEqual([]);
  });

  test('the highlight stays on its row when the list changes under it', async () => {
    const { actor, at } = open();
    await send(
      actor,
      { type: 'highlight.set', id: 'pipeline.delete' },
      { type: 'commands.changed', commands: modelCommands.toReversed() },
    );
    expect(at().context.highlightedId).toBe('pipeline.delete');
  });
});

describe('pages', () => {
  test('arguments are asked for in turn and checked, then the command runs', async () => {
    const { actor, at, ran } = open({ commandId: 'pipeline.deploy' });
    await settle();
    expect(selectPage(at())).toBe('option');
    await send(actor, { type: 'row.clicked', id: 'v2' }, { type: 'enter.pressed' });
    expect(at().context.message).toBe('Type a note');
    await send(actor, { type: 'query.changed', query: 'less noise' }, { type: 'enter.pressed' });
    expect(ran).toEqual([{ commandId: 'pipeline.deploy', args: { version: 'v2', note: 'less noise' } }]);
    expect(selectPage(at())).toBe('closed');
  });

  test('Backspace in an empty field goes back one page, down to the command', async () => {
    const { actor, at } = open({ commandId: 'pipeline.deploy' });
    await settle();
    await send(actor, { type: 'enter.pressed' });
    expect(selectPage(at())).toBe('text');
    await send(actor, { type: 'back.pressed' });
    expect(selectPage(at())).toBe('option');
    await send(actor, { type: 'back.pressed' });
    expect([selectPage(at()), at().context.highlightedId]).toEqual(['choosing', 'pipeline.deploy']);
  });

  test('a destructive command is reviewed first', async () => {
    const { actor, at, ran } = open();
    await send(actor, { type: 'row.clicked', id: 'pipeline.delete' });
    expect([selectPage(at()), ran]).toEqual(['review', []]);
    await send(actor, { type: 'review.confirmed' });
    expect(ran).toHaveLength(1);
  });
});

describe('a command that cannot run now', () => {
  test('Enter leads to its cause', async () => {
    const { actor, at, told } = open();
    await send(actor, { type: 'row.clicked', id: 'pipeline.pause' });
    expect(told).toEqual([
      { type: 'palette.cause', commandId: 'pipeline.pause', reason: 'Pipeline is Deploying' },
    ]);
    expect(selectPage(at())).toBe('closed');
  });

  test('without a cause, it says why and stays', async () => {
    const { actor, at, ran } = open();
    await send(actor, { type: 'row.clicked', id: 'edit.undo' });
    expect([selectPage(at()), at().context.message, ran]).toEqual(['choosing', 'Nothing to undo', []]);
  });
});

test('a run is remembered for the next opening', async () => {
  const { actor, told } = open();
  await send(actor, { type: 'row.clicked', id: 'go.pipelines' });
  expect(told.at(-1)).toEqual({
    type: 'palette.usage',
    usage: { 'go.pipelines': { score: 1, lastUsed: 1000 } },
  });
});

test('commands about an item are listed in its scope; Backspace removes the scope', async () => {
  const commands = [...modelCommands, { id: 'item.open', title: 'Open', group: 'Item', needsScope: true }];
  const { actor, at } = open({ commands, scope: { id: '1', label: 'web-logs' } });
  const ids = () => at().context.rows.map(({ id }) => id);
  expect(ids()).toContain('item.open');
  await send(actor, { type: 'back.pressed' });
  expect(ids()).not.toContain('item.open');
});
