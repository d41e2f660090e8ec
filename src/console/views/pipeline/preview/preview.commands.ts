import type { CommandContext } from '../../../commands/context.ts';
import type { ScopeDefinition } from '../../../commands/scopes.ts';
import type { Command, OptionArgument } from '../../../commands/types.ts';
import { createExampleSample, findStartingPoint, loadExamples } from './example-events.ts';
import { fieldCommands } from './field.commands.ts';
import { fileCommands } from './file.commands.ts';
import { gateCommands } from './gate.commands.ts';
import { lookCommands } from './look.commands.ts';
import {
  checkKeepsSamples,
  checkPreviewOnScreen,
  createPreviewCommand,
  getPreviewScope,
  NO_GRAPH,
  TO_CAPTURE,
} from './preview-guards.ts';
import { sampleCommands } from './sample.commands.ts';
import { createSampleArgument } from './sample-argument.ts';
import { testCommands } from './test.commands.ts';

const isPaused = (ctx: CommandContext): boolean => ctx.scopes.pipeline?.pipeline?.status === 'PAUSED';

const exampleArgument: OptionArgument = {
  name: 'point',
  title: 'Example events of',
  kind: 'option',
  load: async (ctx) => {
    const points = await loadExamples();
    const own = findStartingPoint(ctx.scopes['pipeline.graph']?.draft ?? { nodes: {} }, points);
    return points
      .toSorted((a, b) => Number(b === own) - Number(a === own))
      .map((point) => ({
        id: point.id,
        label: point.title,
        detail: `${point.sample.length} events${point === own ? ', this pipeline was made from it' : ''}`,
        icon: 'fileText' as const,
      }));
  },
};

const choosing: readonly Command[] = [
  {
    id: 'preview.toggle',
    title: (ctx) => (getPreviewScope(ctx)?.isWide ? 'Close the preview' : 'Preview'),
    listTitle: 'Preview',
    group: 'Graph',
    icon: 'compare',
    keywords: ['dry run', 'before', 'after', 'sample', 'test', 'try'],
    keys: 'Shift+p',
    scope: 'pipeline.structure',
    bar: 'Preview',
    enabled: (ctx) => {
      const scope = getPreviewScope(ctx);
      if (!scope) return NO_GRAPH;
      return scope.node ? true : 'The graph has no node yet';
    },
    run: (ctx) => getPreviewScope(ctx)?.toggleWide(),
  },
  {
    id: 'preview.capture',
    title: 'Capture events',
    group: 'Graph',
    icon: 'record',
    keywords: ['preview', 'sample', 'live', 'tap', 'record'],
    keys: 'l',
    scope: 'pipeline.structure',
    bar: false,
    calls: ['startCapture'],
    enabled: (ctx) => {
      const scope = getPreviewScope(ctx);
      if (!scope) return NO_GRAPH;
      if (!scope.hasRun) return 'Nothing of this pipeline runs yet; paste events or upload a file';
      if (isPaused(ctx)) return 'The pipeline is paused, so nothing flows; resume it or paste events';
      return scope.snapshot.matches('capturing')
        ? 'A capture runs for this preview; stop it or wait until it ends'
        : true;
    },
    causeOf: (ctx) => {
      const scope = getPreviewScope(ctx);
      if (!scope) return undefined;
      if (isPaused(ctx)) return { command: 'pipeline.resume' };
      return { command: scope.hasRun ? 'preview.stopCapture' : 'preview.paste' };
    },
    run: (ctx) => getPreviewScope(ctx)?.openDialog('capture'),
  },
  {
    id: 'preview.stopCapture',
    title: 'Stop the capture',
    group: 'Graph',
    icon: 'pause',
    keywords: ['preview', 'sample', 'end'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['stopCapture'],
    ...createPreviewCommand({ type: 'capture.stop' }),
  },
  {
    id: 'preview.paste',
    title: 'Paste events or upload a file',
    group: 'Graph',
    icon: 'upload',
    keywords: ['preview', 'sample', 'file', 'import', 'lines'],
    scope: 'pipeline.structure',
    bar: false,
    enabled: checkPreviewOnScreen,
    run: (ctx) => getPreviewScope(ctx)?.openDialog('paste'),
  },
  {
    id: 'preview.example',
    title: 'Try it on example events',
    group: 'Graph',
    icon: 'fileText',
    keywords: ['preview', 'sample', 'starting point', 'template', 'demo'],
    scope: 'pipeline.structure',
    bar: false,
    args: [exampleArgument],
    enabled: checkPreviewOnScreen,
    run: (ctx, { point }) => {
      const scope = getPreviewScope(ctx);
      if (!scope) return;
      scope.reveal();
      void loadExamples().then((points) => {
        const chosen = points.find(({ id }) => id === point);
        if (chosen) scope.send({ type: 'sample.chosen', sample: createExampleSample(chosen) });
      });
    },
  },
  {
    id: 'preview.open',
    title: 'Open a sample',
    group: 'Graph',
    icon: 'fileText',
    keywords: ['preview', 'saved', 'events', 'test'],
    scope: 'pipeline.structure',
    bar: false,
    args: [createSampleArgument('Sample')],
    enabled: checkKeepsSamples,
    run: (ctx, { sample }) => {
      getPreviewScope(ctx)?.openDialog(undefined);
      getPreviewScope(ctx)?.reveal();
      getPreviewScope(ctx)?.send({ type: 'sample.open', sampleId: sample ?? '' });
    },
  },
  {
    id: 'preview.rerun',
    title: 'Run the preview again',
    group: 'Graph',
    icon: 'refresh',
    keywords: ['retry', 'dry run'],
    scope: 'pipeline.structure',
    bar: false,
    ...createPreviewCommand({ type: 'run.again' }),
    causeOf: () => TO_CAPTURE,
  },
  {
    id: 'preview.dismiss',
    title: 'Go back to the previous events',
    group: 'Graph',
    icon: 'undo',
    keywords: ['preview', 'failure'],
    scope: 'pipeline.structure',
    bar: false,
    ...createPreviewCommand({ type: 'failure.dismissed' }),
  },
  {
    id: 'preview.end',
    title: 'Remove the events of the preview',
    group: 'Graph',
    icon: 'close',
    keywords: ['clear', 'sample', 'end'],
    scope: 'pipeline.structure',
    bar: false,
    ...createPreviewCommand({ type: 'preview.end' }),
  },
];

export const previewCommands: readonly Command[] = [
  ...choosing,
  ...fileCommands,
  ...lookCommands,
  ...fieldCommands,
  ...sampleCommands,
  ...testCommands,
  ...gateCommands,
];

export const previewScopes: readonly ScopeDefinition[] = [
  {
    id: 'pipeline.preview',
    mode: 'PREVIEW',
    region: true,
    alongside: ['pipeline', 'pipeline.structure', 'pipeline.edit'],
    widgetKeys: [{ keys: ['ArrowUp', 'ArrowDown'], label: 'Event' }],
  },
];
