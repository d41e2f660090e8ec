import { createActor, fromPromise, toPromise } from 'xstate';
import { saveSequenceMachine } from './save-sequence.machine.ts';
import type { SaveCalls, SaveInput, SaveOutcome } from './save-sequence.types.ts';

export const provideSaveCalls = (calls: SaveCalls) =>
  saveSequenceMachine.provide({
    actors: {
      createPipeline: fromPromise(({ input, signal }) => calls.createPipeline(input, signal)),
      patchPipeline: fromPromise(({ input, signal }) => calls.patchPipeline(input, signal)),
      createTransforms: fromPromise(({ input, signal }) => calls.createTransforms(input, signal)),
      putGraph: fromPromise(({ input, signal }) => calls.putGraph(input, signal)),
      deploy: fromPromise(({ input, signal }) => calls.deploy(input, signal)),
    },
  });

/** The `save` actor of the pipeline editor. Stopping it aborts the call in flight. */
export const saveLogic = (calls: SaveCalls) =>
  fromPromise<SaveOutcome, SaveInput>(({ input, signal }) => {
    const actor = createActor(provideSaveCalls(calls), { input });
    signal.addEventListener('abort', () => actor.stop(), { once: true });
    const outcome = toPromise(actor);
    actor.start();
    return outcome;
  });
