import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  findMacroNameProblem,
  formatMacro,
  type Macro,
  macrosMachine,
  parseMacro,
  type StepInput,
  type StepOutcome,
  selectRun,
  suggestMacroName,
} from './index.ts';
import { MODEL_MACRO, macrosModel } from './macros.model.ts';

const paths = makePaths(macrosModel);
const PATIENCE = 10_000;

describe('every transition of macros', () => {
  test('a stopped run has a reason, a running one a step', async () => {
    await driveAll(
      paths,
      createPureSut(macrosModel, (snapshot) => {
        if (snapshot.matches('stopped')) expect(snapshot.context.reason).toBeTruthy();
        const run = selectRun(snapshot);
        if (run) expect(run.step).toBeLessThanOrEqual(run.of);
        if (snapshot.matches('naming')) expect(snapshot.context.steps.length).toBeGreaterThan(0);
      }),
    );
  });

  test('a running actor does the same with its clock', async () => {
    await driveAll(
      paths,
      createActorSut(macrosModel, { actors: ['settle', 'attempt'], delays: { patience: PATIENCE } }),
    );
  });
});

function runner(outcomes: StepOutcome[]) {
  const clock = new SimulatedClock();
  const attempted: string[] = [];
  const told: string[] = [];
  const machine = macrosMachine.provide({
    actors: {
      settle: fromPromise<void>(async () => undefined),
      attempt: fromPromise<StepOutcome, StepInput>(async ({ input }) => {
        attempted.push(input.step.commandId);
        return outcomes.shift() ?? { kind: 'ran' };
      }),
    },
  });
  const actor = createActor(machine, { clock });
  actor.on('macro.stopped', (event) => told.push(`${event.step} ${event.stepId}: ${event.reason}`));
  actor.on('macro.done', ({ macro }) => told.push(`${macro.name} done`));
  actor.start();
  return { actor, clock, attempted, told };
}

describe('running a macro', () => {
  test('runs its steps in order, once each', async () => {
    const { actor, attempted, told } = runner([]);
    actor.send({ type: 'run.start', macro: MODEL_MACRO });
    await settle();
    expect(attempted).toEqual(['go.pipelines', 'pipeline.pause']);
    expect(told).toEqual(['Morning done']);
  });

  test('a step that is not possible yet is tried again after a change', async () => {
    const { actor, attempted, told } = runner([
      { kind: 'ran' },
      { kind: 'refused', reason: 'It is being deployed' },
      { kind: 'refused', reason: 'It is being deployed' },
    ]);
    actor.send({ type: 'run.start', macro: MODEL_MACRO });
    await settle();
    expect(attempted).toHaveLength(2);
    actor.send({ type: 'context.changed' });
    await settle();
    expect([attempted.length, told]).toEqual([3, []]);
    actor.send({ type: 'context.changed' });
    await settle();
    expect(told).toEqual(['Morning done']);
  });

  test('the wait for a step has one limit, which changes do not extend', async () => {
    const refused: StepOutcome = { kind: 'refused', reason: 'The pipeline is paused' };
    const { actor, clock, attempted, told } = runner([refused, refused, refused]);
    actor.send({ type: 'run.start', macro: MODEL_MACRO });
    await settle();
    clock.increment(PATIENCE - 1);
    actor.send({ type: 'context.changed' });
    await settle();
    expect(told).toEqual([]);
    clock.increment(1);
    expect(told).toEqual(['1 go.pipelines: The pipeline is paused']);
    expect(attempted).toEqual(['go.pipelines', 'go.pipelines']);
  });

  test('a review waits for the person however long; declined, it stops', async () => {
    const { actor, clock, told } = runner([{ kind: 'asked' }]);
    actor.send({ type: 'run.start', macro: MODEL_MACRO });
    await settle();
    clock.increment(10 * PATIENCE);
    expect(told).toEqual([]);
    actor.send({ type: 'review.declined' });
    expect(told).toEqual(['1 go.pipelines: You did not confirm it']);
  });
});

test('recording stops by itself at 200 steps', () => {
  const { actor } = runner([]);
  actor.send({ type: 'record.start' });
  for (let step = 0; step < 201; step += 1)
    actor.send({ type: 'command.ran', commandId: 'view.reload', args: {} });
  expect(actor.getSnapshot().value).toBe('naming');
  expect(actor.getSnapshot().context.steps).toHaveLength(200);
});

describe('a macro as text', () => {
  const listArguments = (id: string) =>
    ({ 'go.pipelines': [], 'pipeline.pause': ['pipeline'], 'version.name': ['version', 'name'] })[id];
  const macro: Omit<Macro, 'id'> = {
    name: 'Morning "check" = all',
    steps: [
      ...MODEL_MACRO.steps,
      { commandId: 'version.name', args: { version: '4', name: 'a "b"\nc = d' } },
      { commandId: 'version.name', args: { name: '' } },
    ],
  };

  test('a macro is one command per line, and reads back unchanged', () => {
    const text = formatMacro(macro);
    expect(text.split('\n').slice(1, 3)).toEqual(['go.pipelines', 'pipeline.pause pipeline=3']);
    expect(parseMacro(text, listArguments)).toEqual({ ok: true, ...macro });
    expect(parseMacro(`# mine\r\n\r\n${text.replaceAll('\n', '\r\n')}`, listArguments)).toEqual({
      ok: true,
      ...macro,
    });
  });

  test.each([
    ['', "Line 1: must be 'macro' followed by its name"],
    ['go.pipelines', "Line 1: must be 'macro' followed by its name"],
    ['\n\nmacro', "Line 3: must be 'macro' followed by its name"],
    ['macro a', 'The macro has no commands'],
    [`macro ${'x'.repeat(61)}\ngo.pipelines`, 'Line 1: the name has more than 60 characters'],
    ['macro a\n\ngo.moon', "Line 3: there is no command 'go.moon' that a macro can run"],
    ['macro a\ngo.pipelines x=1', "Line 2: 'go.pipelines' has no argument 'x'; it takes none"],
    ['macro a\npipeline.pause p=1', "Line 2: 'pipeline.pause' has no argument 'p'; it takes pipeline"],
    [
      'macro a\npipeline.pause web logs',
      "Line 2: 'web logs' must be name=value, with quotes around a value that contains spaces",
    ],
    ['macro a\npipeline.pause pipeline=1 pipeline=2', "Line 2: the argument 'pipeline' appears twice"],
    ['macro a\npipeline.pause pipeline="\\q"', 'Line 2: "\\q" is not quoted text'],
    [`macro a\n${'go.pipelines\n'.repeat(201)}`, 'Line 202: a macro has at most 200 steps'],
  ])('%j: %s', (text, message) => {
    expect(parseMacro(text, listArguments)).toEqual({ ok: false, message });
  });
});

test('names are needed, short, and one of a kind whatever their case', () => {
  const macros = [{ id: 'a', name: 'Morning' }];
  expect(findMacroNameProblem(' ', macros)).toBe('Macro name is required');
  expect(findMacroNameProblem('x'.repeat(61), macros)).toBe('Macro name must be at most 60 characters');
  expect(findMacroNameProblem('turn\u202eed', macros)).toMatch(
    /^Macro name must not contain control characters/,
  );
  expect(findMacroNameProblem('morning ', macros)).toBe("A macro named 'morning' already exists");
  expect(findMacroNameProblem('morning', macros, 'a')).toBe(true);
  expect(suggestMacroName('Morning', macros)).toBe('Morning 2');
});
