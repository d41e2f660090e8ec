import { sameData } from '../../src/graph/draft.ts';
import type {
  Capture,
  CaptureRequest,
  PreviewContext,
  PreviewEvent,
  PreviewFailure,
  PreviewGraph,
  PreviewSample,
} from './preview.types.ts';

export const areGraphsDifferent = (a: PreviewGraph, b: PreviewGraph): boolean => a !== b && !sameData(a, b);

const FIXES: Record<PreviewFailure['part'], string> = {
  capture: 'Try again, capture at another node, or paste events.',
  sample: 'Choose another sample.',
  run: 'Correct the node; the preview then runs again by itself.',
};

const getErrorText = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'There was no answer.';

export const toPreviewFailure = (part: PreviewFailure['part'], error: unknown): PreviewFailure => ({
  part,
  why: getErrorText(error),
  fix: FIXES[part],
});

/** Undefined when the capture gives a sample. */
export function captureFailure(
  { state, reason, seconds, eventCount }: Capture,
  events: readonly string[],
  where: string,
): PreviewFailure | undefined {
  if (state === 'FAILED') return { part: 'capture', why: reason, fix: FIXES.capture };
  if (events.length > 0) return undefined;
  if (eventCount > 0)
    return {
      part: 'capture',
      why: `What left ${where} is larger than the 2 MB a sample can hold.`,
      fix: 'Capture after a node that makes events smaller, or paste events.',
    };
  const span = state === 'STOPPED' ? 'before it was stopped' : `in ${seconds} seconds`;
  return {
    part: 'capture',
    why: `No event left ${where} ${span}.`,
    fix: 'Wait until events flow and capture again, capture at another node, or paste events.',
  };
}

export const toCapturedSample = (
  request: CaptureRequest,
  {
    capture,
    events,
    origins,
  }: { capture: Capture; events: readonly string[]; origins?: readonly string[] | undefined },
): PreviewSample => ({
  origin: 'captured',
  name: `Captured at ${request.where}`,
  events,
  ...(origins && { origins }),
  startComponentId: capture.componentId,
});

export const replaceSample = (sample: PreviewSample): Partial<PreviewContext> => ({
  sample,
  outcome: undefined,
  failure: undefined,
  capture: undefined,
  request: undefined,
  opened: undefined,
});

export function toCaptureRequest(event: PreviewEvent): CaptureRequest | undefined {
  if (event.type === 'capture.start') return event.request;
  if (event.type !== 'capture.join') return undefined;
  const { componentId, limit, seconds } = event.capture;
  return { componentId, limit, seconds, where: event.where };
}
