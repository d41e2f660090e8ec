import type { Command } from '../../../commands/types.ts';
import { checkKeepsSamples, getPreviewScope } from './preview-guards.ts';
import { createSampleArgument } from './sample-argument.ts';

export const testCommands: readonly Command[] = [
  {
    id: 'preview.samples',
    title: 'Samples and tests',
    group: 'Graph',
    icon: 'list',
    keywords: ['preview', 'saved', 'events', 'pinned', 'gate'],
    scope: 'pipeline.structure',
    bar: false,
    enabled: checkKeepsSamples,
    run: (ctx) => getPreviewScope(ctx)?.openDialog('samples'),
  },
  {
    id: 'preview.test',
    title: 'Run sample tests',
    group: 'Graph',
    icon: 'play',
    keywords: ['preview', 'pinned', 'gate', 'expected', 'pass', 'fail'],
    keys: 'Shift+w',
    scope: 'pipeline.structure',
    bar: false,
    enabled: (ctx) => {
      const may = checkKeepsSamples(ctx);
      if (may !== true) return may;
      return getPreviewScope(ctx)?.tests.state === 'running' ? 'The tests are running' : true;
    },
    run: (ctx) => {
      getPreviewScope(ctx)?.runTests();
      getPreviewScope(ctx)?.openDialog('samples');
    },
  },
  {
    id: 'preview.openTest',
    title: 'Open the sample of a test',
    group: 'Graph',
    icon: 'compare',
    keywords: ['preview', 'failing', 'first difference'],
    scope: 'pipeline.structure',
    bar: false,
    args: [createSampleArgument('Test', (one) => (one.pinned ? undefined : 'It is no test'))],
    enabled: checkKeepsSamples,
    run: (ctx, { sample }) => getPreviewScope(ctx)?.openTest(sample ?? ''),
  },
];
