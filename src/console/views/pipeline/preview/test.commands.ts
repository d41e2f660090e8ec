import type { Command } from '../../../commands/types.ts';
import { keeps, previewOf } from './preview-guards.ts';
import { sampleArgument } from './sample-argument.ts';

export const testCommands: readonly Command[] = [
  {
    id: 'preview.samples',
    title: 'Samples and tests',
    group: 'Graph',
    icon: 'list',
    keywords: ['preview', 'saved', 'events', 'pinned', 'gate'],
    scope: 'pipeline.structure',
    bar: false,
    enabled: keeps,
    run: (ctx) => previewOf(ctx)?.openDialog('samples'),
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
      const may = keeps(ctx);
      if (may !== true) return may;
      return previewOf(ctx)?.tests.state === 'running' ? 'The tests are running' : true;
    },
    run: (ctx) => {
      previewOf(ctx)?.runTests();
      previewOf(ctx)?.openDialog('samples');
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
    args: [sampleArgument('Test', (one) => (one.pinned ? undefined : 'It is no test'))],
    enabled: keeps,
    run: (ctx, { sample }) => previewOf(ctx)?.openTest(sample ?? ''),
  },
];
