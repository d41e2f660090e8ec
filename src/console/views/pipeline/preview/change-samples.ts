import type {
  PreviewGraph,
  PreviewOutcome,
  PreviewResult,
  PreviewSample,
} from '../../../../../machines/preview/index.ts';
import type { Expected, SamplePatch } from '../../../../contract/entities/sample.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { notify } from '../../../state/toasts.ts';
import { runSample } from './preview-calls.ts';

/** Output texts per sample event. */
const collectOutputs = (results: readonly PreviewResult[], count: number): string[][] => {
  const texts = Array.from({ length: count }, (): string[] => []);
  for (const { index, after } of results) texts[index]?.push(...after);
  return texts;
};

const listDestinationIds = ({ nodes }: Pick<PreviewGraph, 'nodes'>): string[] =>
  Object.keys(nodes).filter((id) => nodes[id]?.nodeType === 'SINK');

const getComponentOfNode = ({ components }: Pick<PreviewGraph, 'components'>, nodeId: string): string =>
  components[nodeId] ?? nodeId;

export const getExpectedNow = (
  graph: Pick<PreviewGraph, 'components'>,
  outcome: PreviewOutcome,
  eventCount: number,
  nodeIds: readonly string[],
): Expected =>
  Object.fromEntries(
    nodeIds.map((id) => [
      getComponentOfNode(graph, id),
      collectOutputs(outcome.nodes[id]?.results ?? [], eventCount),
    ]),
  );

/** Expectations of existing nodes only; a removed node would fail the test forever. */
export const keepExpectedOfGraph = (
  graph: Pick<PreviewGraph, 'nodes' | 'components'>,
  expected: Expected,
): Expected => {
  const here = new Set(Object.keys(graph.nodes).map((id) => getComponentOfNode(graph, id)));
  return Object.fromEntries(Object.entries(expected).filter(([componentId]) => here.has(componentId)));
};

type SampleCall = 'createSample' | 'updateSample' | 'deleteSample';
type Work = { call: SampleCall /** Success message. */; done: string; carryOut: () => Promise<void> };

let isBusy = false;

export const findSamplesBusyReason = (): string | undefined =>
  isBusy ? 'The last change is still being saved' : undefined;

async function doSampleWork({ call, done, carryOut }: Work): Promise<void> {
  try {
    await carryOut();
  } catch (error) {
    reportApiError(error, { id: call });
    return;
  }
  notify({ message: done, status: 'success' });
}

/** Changes of samples run one at a time. */
function begin(next: Work): void {
  if (isBusy) return;
  isBusy = true;
  void doSampleWork(next).finally(() => {
    isBusy = false;
  });
}

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

type Kept = { id: string; name?: string | undefined };

const formatSampleName = (name: string | undefined): string =>
  name === undefined ? 'Sample' : `Sample '${name}'`;

type Change = Pick<SamplePatch, 'name' | 'pinned' | 'expected'>;

/** Reads the stored sample right before the change, to keep concurrent changes. */
const patchSample = async (id: string, change: (expected: Expected | null) => Change): Promise<void> => {
  const { data } = await callApi('getSample', { path: { sampleId: id } });
  const body = { sample: { id, ...change(data.sample.expected) } };
  await callApi('updateSample', { body }, { ifMatch: data.sample.revision });
};

type Run = Parameters<typeof runSample>[0];

/** Expects the current output of one node, or of all destinations. Expectations at other nodes stay. */
export const expectNow = (
  { id, name }: Kept,
  run: Run,
  sample: PreviewSample,
  nodeId: string | undefined,
): void =>
  begin({
    call: 'updateSample',
    done: `${formatSampleName(name)} pinned as a test`,
    carryOut: async () => {
      const nodeIds = nodeId === undefined ? listDestinationIds(run.graph) : [nodeId];
      if (nodeIds.length === 0) throw new Error('The graph has no destination; choose a node instead.');
      const outcome = await runSample(run, sample, new AbortController().signal, nodeIds);
      const expected = getExpectedNow(run.graph, outcome, sample.events.length, nodeIds);
      await patchSample(id, (before) => ({
        pinned: true,
        expected: { ...keepExpectedOfGraph(run.graph, before ?? {}), ...expected },
      }));
    },
  });

/** Pins or unpins a sample; its expectations stay. */
export const setPinned = ({ id, name }: Kept, pinned: boolean): void =>
  begin({
    call: 'updateSample',
    done: `${formatSampleName(name)} ${pinned ? 'pinned as a test' : 'is no longer a test'}`,
    carryOut: () => patchSample(id, () => ({ pinned })),
  });

export const renameSample = ({ id, name }: Kept, newName: string, onRenamed: () => void): void =>
  begin({
    call: 'updateSample',
    done: `${formatSampleName(name)} renamed to '${newName}'`,
    carryOut: async () => {
      await patchSample(id, () => ({ name: newName }));
      onRenamed();
    },
  });

export const deleteSample = ({ id, name }: Kept): void =>
  begin({
    call: 'deleteSample',
    done: `${formatSampleName(name)} deleted`,
    carryOut: async () => void (await callApi('deleteSample', { path: { sampleId: id } })),
  });
