import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  CAPTURE_POLL_MS,
  type Capture,
  type CaptureRead,
  type CaptureRequest,
  findReason,
  type PreviewGraph,
  type PreviewOutcome,
  previewMachine,
  RERUN_AFTER_MS,
  type RunInput,
  selectFailure,
  selectIsOld,
  selectOutcome,
  selectPhase,
  selectPredicted,
  selectProgress,
  selectSample,
} from './index.ts';
import { MODEL_CAPTURE, MODEL_GRAPHS, MODEL_OUTCOME, MODEL_SAMPLES, previewModel } from './preview.model.ts';

const paths = makePaths(previewModel);

describe('every transition of the preview', () => {
  test('a result belongs to the chosen events; a failure says where', async () => {
    await driveAll(
      paths,
      createPureSut(previewModel, (snapshot) => {
        const phase = selectPhase(snapshot);
        expect(selectFailure(snapshot) !== undefined).toBe(phase === 'failed');
        expect(selectProgress(snapshot) !== undefined).toBe(phase === 'capturing');
        if (phase === 'running' || phase === 'stale') expect(selectSample(snapshot)).toBeDefined();
        if (selectOutcome(snapshot)) expect(selectSample(snapshot)).toBeDefined();
        if (phase === 'shown') expect(selectIsOld(snapshot)).toBe(false);
        if (phase === 'empty') expect(selectSample(snapshot)).toBeUndefined();
      }),
    );
  });

  test('a running actor does the same with its calls and its clock', async () => {
    const walked = await driveAll(
      paths,
      createActorSut(previewModel, {
        actors: ['start', 'read', 'stop', 'load', 'run'],
        delays: { pollInterval: CAPTURE_POLL_MS, rerunDelay: RERUN_AFTER_MS },
      }),
    );
    expect(walked).toBe(paths.edges.size);
  });

  test('every refused event says why', async () => {
    const events = previewModel.vocabulary.flatMap((event) =>
      event.type.startsWith('xstate.') ? [] : [event as Parameters<typeof findReason>[1]],
    );
    await driveAll(
      paths,
      createPureSut(previewModel, (snapshot) => {
        for (const event of events)
          expect(findReason(snapshot, event) === undefined, event.type).toBe(snapshot.can(event));
      }),
    );
  });
});

function startPreview() {
  const clock = new SimulatedClock();
  const runs: { graph: PreviewGraph; answer: (outcome: PreviewOutcome) => void }[] = [];
  const machine = previewMachine.provide({
    actors: {
      run: fromPromise<PreviewOutcome, RunInput>(
        ({ input }) => new Promise((answer) => runs.push({ graph: input.graph, answer })),
      ),
    },
  });
  const actor = createActor(machine, { input: { graph: MODEL_GRAPHS.before }, clock }).start();
  return { actor, clock, runs };
}

test('edits in a row run once, and answers for older graphs are dropped', async () => {
  const { actor, clock, runs } = startPreview();
  actor.send({ type: 'sample.chosen', sample: MODEL_SAMPLES.pasted });
  actor.send({ type: 'graph.changed', graph: MODEL_GRAPHS.after });
  runs[0]?.answer(MODEL_OUTCOME);
  await settle();
  expect(selectOutcome(actor.getSnapshot())).toBeUndefined();
  clock.increment(RERUN_AFTER_MS - 1);
  const third: PreviewGraph = { ...MODEL_GRAPHS.after, edges: { a: { nodeIds: ['b'] } } };
  actor.send({ type: 'graph.changed', graph: third });
  clock.increment(RERUN_AFTER_MS - 1);
  expect(runs).toHaveLength(1);
  clock.increment(1);
  expect(runs.map(({ graph }) => graph)).toEqual([MODEL_GRAPHS.before, third]);
  runs[1]?.answer(MODEL_OUTCOME);
  await settle();
  expect(selectPhase(actor.getSnapshot())).toBe('shown');
  expect(selectPredicted(actor.getSnapshot())).toEqual({ '100000000000000001': -50 });
});

test('an unchanged graph does not run again', () => {
  const { actor, runs } = startPreview();
  actor.send({ type: 'sample.chosen', sample: MODEL_SAMPLES.pasted });
  actor.send({ type: 'graph.changed', graph: structuredClone(MODEL_GRAPHS.before) });
  expect([selectPhase(actor.getSnapshot()), runs.length]).toEqual(['running', 1]);
});

test('a capture is polled each second, and its events run', async () => {
  const { clock } = startPreview();
  const reads = [3, 100];
  const machine = previewMachine.provide({
    actors: {
      start: fromPromise<Capture, CaptureRequest>(async () => MODEL_CAPTURE),
      read: fromPromise<CaptureRead, string>(async () => {
        const eventCount = reads.shift() ?? 0;
        const state = eventCount === 100 ? ('DONE' as const) : ('RUNNING' as const);
        return { capture: { ...MODEL_CAPTURE, eventCount, state }, events: ['a', 'b'] };
      }),
    },
  });
  const actor = createActor(machine, { input: { graph: MODEL_GRAPHS.before }, clock }).start();
  actor.send({
    type: 'capture.start',
    request: { componentId: MODEL_CAPTURE.componentId, where: 'web', limit: 100, seconds: 60 },
  });
  await settle();
  clock.increment(CAPTURE_POLL_MS);
  await settle();
  expect(selectProgress(actor.getSnapshot())).toMatchObject({ eventCount: 3, limit: 100, where: 'web' });
  clock.increment(CAPTURE_POLL_MS);
  await settle();
  expect(selectSample(actor.getSnapshot())).toMatchObject({
    origin: 'captured',
    name: 'Captured at web',
    startComponentId: MODEL_CAPTURE.componentId,
  });
});

test('an empty capture says so, and the previous result returns', async () => {
  const { actor, runs } = startPreview();
  actor.send({ type: 'sample.chosen', sample: MODEL_SAMPLES.pasted });
  runs[0]?.answer(MODEL_OUTCOME);
  await settle();
  actor.send({ type: 'sample.open', sampleId: 'none' });
  await settle();
  expect(selectFailure(actor.getSnapshot())).toEqual({
    part: 'sample',
    why: 'provide load',
    fix: 'Choose another sample.',
  });
  actor.send({ type: 'failure.dismissed' });
  expect(selectPhase(actor.getSnapshot())).toBe('shown');
});
