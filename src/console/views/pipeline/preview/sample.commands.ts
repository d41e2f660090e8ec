import { selectIsOld, selectOutcome, selectSample } from '../../../../../machines/preview/index.ts';
import type { SampleSummary } from '../../../../contract/entities/sample.ts';
import { NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import { nameTextProblem } from '../../../../contract/names.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command, OptionArgument, TextArgument } from '../../../commands/types.ts';
import { deleteSample, expectNow, renameSample, saveSample, setPinned } from './change-samples.ts';
import { checkChangesSamples, getPreviewScope, NO_RESULT, TO_CAPTURE } from './preview-guards.ts';
import { createSampleArgument } from './sample-argument.ts';

const findSample = (ctx: CommandContext) => {
  const scope = getPreviewScope(ctx);
  return scope && selectSample(scope.snapshot);
};

const AT_DESTINATIONS = 'destinations';

const checkName = (name: string): true | string => {
  if (name.trim() === '') return 'Type a name';
  if (name.length > NAME_MAX_LENGTH) return `At most ${NAME_MAX_LENGTH} characters`;
  return nameTextProblem('Name', name) ?? true;
};

const nameArgument: TextArgument = {
  name: 'name',
  title: 'Name of the sample',
  kind: 'text',
  action: 'Save the events under this name',
  initial: (ctx) => findSample(ctx)?.name ?? '',
  validate: checkName,
};

const newNameArgument: TextArgument = {
  name: 'newName',
  title: 'Name of the sample',
  kind: 'text',
  action: 'Rename it',
  initial: (_ctx, { name = '' }) => name,
  validate: checkName,
};

const pinArgument: OptionArgument = {
  name: 'where',
  title: 'Expect the current output',
  kind: 'option',
  load: (ctx) => {
    const scope = getPreviewScope(ctx);
    if (!scope) return [];
    const atNode = scope.node && {
      id: scope.node.id,
      label: `At ${scope.node.name}`,
      detail: 'What leaves this node',
      icon: 'pipeline' as const,
    };
    return [
      {
        id: AT_DESTINATIONS,
        label: 'At the destinations',
        detail: 'What every destination gets',
        icon: 'destination' as const,
      },
      ...(atNode ? [atNode] : []),
    ];
  },
};

const findPinRefusal = ({ pinned, hasExpected }: SampleSummary): string | undefined => {
  if (pinned) return 'It is pinned';
  return hasExpected ? undefined : 'It has no expected output yet; open it, then pin the output';
};

export const sampleCommands: readonly Command[] = [
  {
    id: 'preview.save',
    title: 'Save as sample',
    group: 'Graph',
    icon: 'save',
    keywords: ['preview', 'events', 'keep'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['createSample'],
    args: [nameArgument],
    enabled: (ctx) => {
      const may = checkChangesSamples(ctx);
      const sample = findSample(ctx);
      if (may !== true) return may;
      if (!sample) return NO_RESULT;
      return sample.sampleId === undefined ? true : `These events are saved as '${sample.name}'`;
    },
    causeOf: () => TO_CAPTURE,
    run: (ctx, { name = '' }) => {
      const scope = getPreviewScope(ctx);
      const sample = scope && selectSample(scope.snapshot);
      if (!sample || scope.pipelineId === undefined) return;
      const kept = name.trim();
      saveSample(scope.pipelineId, kept, sample, (sampleId) =>
        scope.send({ type: 'sample.saved', sampleId, name: kept, events: sample.events }),
      );
    },
  },
  {
    id: 'preview.pin',
    title: 'Pin as test: expect the current output',
    group: 'Graph',
    icon: 'check',
    keywords: ['preview', 'sample', 'expected', 'gate', 'deploy'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['updateSample'],
    args: [pinArgument],
    enabled: (ctx) => {
      const may = checkChangesSamples(ctx);
      const scope = getPreviewScope(ctx);
      if (may !== true || !scope) return may;
      if (!selectOutcome(scope.snapshot)) return NO_RESULT;
      if (selectIsOld(scope.snapshot)) return 'The preview is running; wait for its result';
      return selectSample(scope.snapshot)?.sampleId === undefined
        ? 'Save the events as a sample first'
        : true;
    },
    causeOf: (ctx) => {
      const scope = getPreviewScope(ctx);
      return scope && selectOutcome(scope.snapshot) ? { command: 'preview.save' } : TO_CAPTURE;
    },
    run: (ctx, { where }) => {
      const scope = getPreviewScope(ctx);
      const sample = scope && selectSample(scope.snapshot);
      if (!scope || !sample?.sampleId) return;
      const { siteId, pipelineId, snapshot } = scope;
      const run = { siteId, pipelineId, graph: snapshot.context.graph };
      const nodeId = where === AT_DESTINATIONS ? undefined : where;
      expectNow({ id: sample.sampleId, name: sample.name }, run, sample, nodeId);
    },
  },
  {
    id: 'preview.unpin',
    title: 'Unpin a sample',
    group: 'Graph',
    icon: 'ban',
    keywords: ['preview', 'test', 'gate', 'expected'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['updateSample'],
    args: [createSampleArgument('Sample', (one) => (one.pinned ? undefined : 'It is not pinned'))],
    enabled: checkChangesSamples,
    run: (_ctx, { sample, name }) => setPinned({ id: sample ?? '', name }, false),
  },
  {
    id: 'preview.pinAgain',
    title: 'Pin a sample again',
    group: 'Graph',
    icon: 'check',
    keywords: ['preview', 'test', 'gate', 'expected'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['updateSample'],
    args: [createSampleArgument('Sample', findPinRefusal)],
    enabled: checkChangesSamples,
    run: (_ctx, { sample, name }) => setPinned({ id: sample ?? '', name }, true),
  },
  {
    id: 'preview.rename',
    title: 'Rename a sample',
    group: 'Graph',
    icon: 'rename',
    keywords: ['preview', 'test', 'name'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['updateSample'],
    args: [createSampleArgument('Sample'), newNameArgument],
    enabled: checkChangesSamples,
    run: (ctx, { sample: sampleId = '', name, newName = '' }) => {
      const scope = getPreviewScope(ctx);
      const shown = scope && selectSample(scope.snapshot);
      const renamed = newName.trim();
      renameSample({ id: sampleId, name }, renamed, () => {
        if (shown?.sampleId === sampleId)
          scope?.send({ type: 'sample.saved', sampleId, name: renamed, events: shown.events });
      });
    },
  },
  {
    id: 'preview.delete',
    title: 'Delete a sample',
    group: 'Graph',
    icon: 'delete',
    keywords: ['preview', 'test', 'remove'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['deleteSample'],
    args: [createSampleArgument('Sample')],
    enabled: checkChangesSamples,
    review: (_ctx, { name }) => ({
      title: 'Delete sample',
      body: `${name === undefined ? 'The sample' : `'${name}'`} and its expected output are deleted.`,
      action: 'Delete sample',
      destructive: true,
    }),
    run: (_ctx, { sample, name }) => deleteSample({ id: sample ?? '', name }),
  },
];
