import { createActor, fromPromise } from 'xstate';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import {
  reasonFor,
  type SingleWriteSnapshot,
  singleWriteMachine,
} from '../../../../../machines/single-write/index.ts';
import type { Expected, SamplePatch } from '../../../../contract/entities/sample.ts';
import { notify } from '../../../actors/toasts.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { destinationsOf, expectedNow, ofGraph } from './expected.ts';
import { runSample } from './preview-calls.ts';

type SampleCall = 'createSample' | 'updateSample' | 'deleteSample';
type Work = { call: SampleCall /** Said when it is done. */; done: string; carryOut: () => Promise<void> };

let work: Work | undefined;

/** Changes of samples, one at a time. */
const actor = createActor(
  singleWriteMachine.provide({
    actors: {
      write: fromPromise<Record<string, string>, Record<string, string>>(async () => {
        await work?.carryOut();
        return {};
      }),
    },
    actions: {
      succeed: () => work && notify({ message: work.done, status: 'success' }),
      fail: (_, { error }) => void reportApiError(error, { id: work?.call ?? 'updateSample' }),
    },
  }),
).start();

const REQUEST = { type: 'write.requested' as const, values: {} };

export const samplesAreBusy = (): string | undefined =>
  reasonFor(actor.getSnapshot() satisfies SingleWriteSnapshot, REQUEST);

function begin(next: Work): void {
  if (samplesAreBusy() !== undefined) return;
  work = next;
  actor.send(REQUEST);
}

/** Keeps the shown events under a name. */
export const saveSample = (
  pipelineId: string,
  name: string,
  { events, startComponentId }: PreviewSample,
  onSaved: (sampleId: string) => void,
): void =>
  begin({
    call: 'createSample',
    done: `Sample '${name}' saved`,
    carryOut: async () => {
      const body = { sample: { pipelineId, name, events: [...events], startComponentId } };
      const { data } = await callApi('createSample', { body }, { idempotencyKey: crypto.randomUUID() });
      onSaved(data.id);
    },
  });

/** The name is what it is called where it was chosen, if it was. */
type Kept = { id: string; name?: string | undefined };

const called = (name: string | undefined): string => (name === undefined ? 'Sample' : `Sample '${name}'`);

type Change = Pick<SamplePatch, 'name' | 'pinned' | 'expected'>;

/** What is stored of a sample is read just before: another change of it is not lost. */
const patch = async (id: string, change: (expected: Expected | null) => Change): Promise<void> => {
  const { data } = await callApi('getSample', { path: { sampleId: id } });
  const body = { sample: { id, ...change(data.sample.expected) } };
  await callApi('updateSample', { body }, { ifMatch: data.sample.revision });
};

type Run = Parameters<typeof runSample>[0];

/**
 * Makes a sample a test: what comes out of the graph now, at one node or at all destinations, is expected from
 * now on. What is expected at other nodes of the graph stays.
 */
export const expectNow = (
  { id, name }: Kept,
  run: Run,
  sample: PreviewSample,
  nodeId: string | undefined,
): void =>
  begin({
    call: 'updateSample',
    done: `${called(name)} pinned as a test`,
    carryOut: async () => {
      const nodeIds = nodeId === undefined ? destinationsOf(run.graph) : [nodeId];
      if (nodeIds.length === 0) throw new Error('The graph has no destination; choose a node instead.');
      const outcome = await runSample(run, sample, new AbortController().signal, nodeIds);
      const expected = expectedNow(run.graph, outcome, sample.events.length, nodeIds);
      await patch(id, (before) => ({
        pinned: true,
        expected: { ...ofGraph(run.graph, before ?? {}), ...expected },
      }));
    },
  });

/** Takes a sample out of the tests, or puts it back; what is expected of it stays. */
export const setPinned = ({ id, name }: Kept, pinned: boolean): void =>
  begin({
    call: 'updateSample',
    done: `${called(name)} ${pinned ? 'pinned as a test' : 'is no test any more'}`,
    carryOut: () => patch(id, () => ({ pinned })),
  });

export const renameSample = ({ id, name }: Kept, newName: string, onRenamed: () => void): void =>
  begin({
    call: 'updateSample',
    done: `${called(name)} renamed to '${newName}'`,
    carryOut: async () => {
      await patch(id, () => ({ name: newName }));
      onRenamed();
    },
  });

export const deleteSample = ({ id, name }: Kept): void =>
  begin({
    call: 'deleteSample',
    done: `${called(name)} deleted`,
    carryOut: async () => void (await callApi('deleteSample', { path: { sampleId: id } })),
  });
