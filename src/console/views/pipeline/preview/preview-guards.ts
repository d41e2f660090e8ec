import { type PreviewEvent, reasonFor, selectOutcome } from '../../../../../machines/preview/index.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command } from '../../../commands/types.ts';
import { NOT_SAVED } from '../pipeline-arguments.ts';
import { samplesAreBusy } from './change-samples.ts';
import './scope.ts';

export const NO_GRAPH = 'Open a pipeline first';
export const NO_RESULT = 'Choose events first: capture, open, paste or upload them';

export const previewOf = (ctx: CommandContext) => ctx.scopes['pipeline.preview'];

export const onScreen = (ctx: CommandContext): true | string => (previewOf(ctx) ? true : NO_GRAPH);

export const takes = (event: PreviewEvent): Pick<Command, 'enabled' | 'run'> => ({
  enabled: (ctx) => {
    const scope = previewOf(ctx);
    return scope ? (reasonFor(scope.snapshot, event) ?? true) : NO_GRAPH;
  },
  run: (ctx) => previewOf(ctx)?.send(event),
});

export const shows = (ctx: CommandContext): true | string => {
  const scope = previewOf(ctx);
  if (!scope) return NO_GRAPH;
  if (!selectOutcome(scope.snapshot)) return NO_RESULT;
  return scope.isOpen ? true : 'Open the preview first';
};

/** Samples need a stored pipeline. */
export const keeps = (ctx: CommandContext): true | string => {
  const scope = previewOf(ctx);
  if (!scope) return NO_GRAPH;
  return scope.pipelineId === undefined ? NOT_SAVED : true;
};

export const changes = (ctx: CommandContext): true | string => {
  const kept = keeps(ctx);
  return kept === true ? (samplesAreBusy() ?? true) : kept;
};

export const TO_CAPTURE = { command: 'preview.capture' } as const;
