import { findReason, type PreviewEvent, selectOutcome } from '../../../../../machines/preview/index.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command } from '../../../commands/types.ts';
import { NOT_SAVED } from '../pipeline-arguments.ts';
import { findSamplesBusyReason } from './change-samples.ts';
import './scope.ts';

export const NO_GRAPH = 'Open a pipeline first';
export const NO_RESULT = 'Choose events first: capture, open, paste or upload them';

export const getPreviewScope = (ctx: CommandContext) => ctx.scopes['pipeline.preview'];

export const checkPreviewOnScreen = (ctx: CommandContext): true | string =>
  getPreviewScope(ctx) ? true : NO_GRAPH;

export const createPreviewCommand = (event: PreviewEvent): Pick<Command, 'enabled' | 'run'> => ({
  enabled: (ctx) => {
    const scope = getPreviewScope(ctx);
    return scope ? (findReason(scope.snapshot, event) ?? true) : NO_GRAPH;
  },
  run: (ctx) => getPreviewScope(ctx)?.send(event),
});

export const checkPreviewShows = (ctx: CommandContext): true | string => {
  const scope = getPreviewScope(ctx);
  if (!scope) return NO_GRAPH;
  if (!selectOutcome(scope.snapshot)) return NO_RESULT;
  return scope.isOpen ? true : 'Open the preview first';
};

/** Samples need a stored pipeline. */
export const checkKeepsSamples = (ctx: CommandContext): true | string => {
  const scope = getPreviewScope(ctx);
  if (!scope) return NO_GRAPH;
  return scope.pipelineId === undefined ? NOT_SAVED : true;
};

export const checkChangesSamples = (ctx: CommandContext): true | string => {
  const kept = checkKeepsSamples(ctx);
  return kept === true ? (findSamplesBusyReason() ?? true) : kept;
};

export const TO_CAPTURE = { command: 'preview.capture' } as const;
