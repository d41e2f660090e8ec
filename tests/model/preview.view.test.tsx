import { act, cleanup, render, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { beforeEach, expect, test } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import { defineModel } from '../../machines/model.ts';
import {
  CAPTURE_POLL_MS,
  type PreviewEvent,
  type PreviewSnapshot,
  type previewMachine,
  RERUN_AFTER_MS,
  selectFailure,
  selectOutcome,
  selectPhase,
  selectProgress,
  selectSample,
} from '../../machines/preview/index.ts';
import { previewModel } from '../../machines/preview/preview.model.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, runCommand, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import { countStatuses, listResults } from '../../src/console/views/pipeline/preview/listed-results.ts';
import PreviewPane from '../../src/console/views/pipeline/preview/PreviewPane.tsx';
import { PreviewContext } from '../../src/console/views/pipeline/preview/preview-context.ts';
import type { Preview } from '../../src/console/views/pipeline/preview/use-preview.ts';
import { emptyDraft } from '../../src/graph/draft.ts';
import { driveAll } from '../harness/drive.ts';
import { createActorSut } from '../harness/machine-suts.ts';
import { makePaths } from '../harness/paths.ts';
import { pipelineCommands, pipelineScopes } from '../harness/pipeline-commands.ts';
import { shellActorsStub } from './command-context.ts';

/** Only visible changes; the pure machine's test covers sample names and joined captures. */
const NOT_SHOWN = ['sample.saved', 'capture.join', 'sample.open'];
const screenModel = defineModel({
  ...previewModel,
  vocabulary: previewModel.vocabulary.filter(
    ({ type }) => !NOT_SHOWN.includes(type) && !type.endsWith('.load'),
  ),
});

const NODE = { id: '100000000000000001', name: 'keep' };
const nothing = () => undefined;

const shared = {
  siteId: '400000000000000001',
  pipelineId: '300000000000000001',
  hasRun: true,
  isWide: true,
  toggleWide: nothing,
  reveal: nothing,
  status: undefined,
  filter: nothing,
  face: 'diff' as const,
  showFace: nothing,
  hasMetadata: false,
  toggleMetadata: nothing,
  selected: undefined,
  isStart: false,
  tests: { state: 'idle' as const },
};

function Screen({ actor }: { actor: ActorRefFrom<typeof previewMachine> }) {
  const snapshot = useSelector(actor, (now) => now);
  const nodeOutcome = selectOutcome(snapshot)?.nodes[NODE.id];
  const listed = listResults(nodeOutcome?.results ?? []);
  const preview: Preview = {
    ...shared,
    last: listed.at(-1),
    draft: emptyDraft(),
    graph: snapshot.context.graph,
    snapshot,
    send: actor.send,
    node: { ...NODE, nodeType: 'TRANSFORM', templateId: 'filter', config: {} },
    nodeOutcome,
    counts: countStatuses(listed),
    listed,
    shown: listed[0],
    choose: nothing,
    isInPanel: false,
    showInPanel: nothing,
    dialog: undefined,
    closeDialog: nothing,
    predicted: undefined,
  };
  usePublishScope('pipeline.preview', {
    ...shared,
    snapshot,
    send: actor.send,
    node: NODE,
    isOpen: true,
    openDialog: nothing,
    step: nothing,
    shown: listed[0],
    placeRefusal: undefined,
    applyChange: nothing,
    listedCount: listed.length,
    runTests: nothing,
    openTest: nothing,
  });
  return (
    <PreviewContext value={preview}>
      <PreviewPane isDocked />
    </PreviewContext>
  );
}

/** Events that commands send; the rest comes from dialogs, editor and service. */
const COMMANDS: Partial<Record<PreviewEvent['type'], (event: PreviewEvent) => void>> = {
  'capture.stop': () => runCommand('preview.stopCapture'),
  'run.again': () => runCommand('preview.rerun'),
  'failure.dismissed': () => runCommand('preview.dismiss'),
  'preview.end': () => runCommand('preview.end'),
};

type Shown = {
  sample: string | undefined;
  captured: number | undefined;
  failure: string | undefined;
  isBusy: boolean;
  isInvited: boolean;
  listed: number;
};

const shown = (snapshot: PreviewSnapshot): Shown => {
  const phase = selectPhase(snapshot);
  const sample = selectSample(snapshot);
  const isBusy = phase === 'running' || phase === 'stale' || phase === 'opening';
  return {
    sample: sample?.name,
    captured: selectProgress(snapshot)?.eventCount,
    failure: selectFailure(snapshot)?.part,
    isBusy: isBusy && sample !== undefined,
    isInvited: sample === undefined && (phase === 'empty' || phase === 'failed'),
    listed: sample === undefined ? 0 : (selectOutcome(snapshot)?.nodes[NODE.id]?.results.length ?? 0),
  };
};

const partOf = (text: string) => {
  if (/^The capture gave no events\. .+/.test(text)) return 'capture';
  return /^The preview could not run\. .+/.test(text) ? 'run' : text;
};

function read(): Shown {
  const [, name] = /^(.*), \d+ events?$/.exec(screen.queryByTitle(/./)?.textContent ?? '') ?? [];
  const progress = screen.queryByRole('progressbar', { name: 'Captured events' });
  const alert = screen.queryByRole('alert');
  return {
    sample: name,
    captured: progress ? Number(progress.getAttribute('aria-valuenow')) : undefined,
    failure: alert ? partOf(alert.textContent ?? '') : undefined,
    isBusy: /^Running/.test(screen.getByRole('status').textContent ?? ''),
    isInvited: screen.queryByRole('heading', { name: 'Try it on real events first' }) !== null,
    listed: screen.queryAllByRole('option').length,
  };
}

beforeEach(() => {
  installCommands({
    registry: createRegistry(pipelineCommands, pipelineScopes),
    ask: nothing,
    refuse: nothing,
    record: nothing,
  });
  setContextBase(shellActorsStub());
});

test('every transition on screen: commands, ended calls, edits and the clock', async () => {
  const paths = makePaths(screenModel);
  const sut = createActorSut(screenModel, {
    actors: ['start', 'read', 'stop', 'load', 'run'],
    delays: { pollInterval: CAPTURE_POLL_MS, rerunDelay: RERUN_AFTER_MS },
  });
  const walked = await driveAll(paths, {
    drives: sut.drives,
    create: async () => {
      const system = await sut.create();
      await act(async () => void render(<Screen actor={system.actor} />));
      return {
        send: (event: (typeof previewModel.vocabulary)[number]) =>
          act(async () => {
            const byCommand = COMMANDS[event.type as PreviewEvent['type']];
            if (byCommand) byCommand(event as PreviewEvent);
            else await system.send(event);
          }),
        read,
        dispose: async () => {
          cleanup();
          await system.dispose?.();
        },
      };
    },
    project: shown,
  });
  expect(walked).toBe(paths.edges.size);
}, 120_000);
