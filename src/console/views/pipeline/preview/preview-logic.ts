import { fromPromise } from 'xstate';
import {
  type Capture,
  type CaptureRead,
  type CaptureRequest,
  type PreviewOutcome,
  type PreviewSample,
  previewMachine,
  type RunInput,
} from '../../../../../machines/preview/index.ts';
import { callApi } from '../../../api/call-api.ts';
import { notify } from '../../../state/toasts.ts';
import { addErrorDetails } from '../editor/save-calls.ts';
import { findFitting } from './event-lines.ts';
import { runSample } from './preview-calls.ts';

const NOT_SAVED = 'The pipeline is not saved yet, so nothing of it runs.';

const addDetailsToErrors = async <Output>(work: () => Promise<Output>): Promise<Output> => {
  try {
    return await work();
  } catch (error) {
    throw addErrorDetails(error);
  }
};

/** A capture may exceed the sample limit; the rest is left out with a note. */
function shortenCapture({ capture, events, origins }: CaptureRead): CaptureRead {
  if (capture.state === 'RUNNING') return { capture, events };
  const fitting = findFitting(events);
  if (fitting.length > 0 && fitting.length < events.length)
    notify({
      status: 'warning',
      message: `${fitting.length} of ${events.length} captured events were taken: a sample holds 2 MB.`,
    });
  const pick = (texts: readonly string[]) => fitting.map((at) => texts[at] ?? '');
  return { capture, events: pick(events), ...(origins && { origins: pick(origins) }) };
}

const readCapture = async (captureId: string, signal: AbortSignal): Promise<CaptureRead> =>
  shortenCapture((await callApi('getCapture', { path: { captureId } }, { signal })).data);

/** A new pipeline has no id yet. */
export const createPreviewLogic = (siteId: string, pipelineId: string | undefined) =>
  previewMachine.provide({
    actors: {
      start: fromPromise<Capture, CaptureRequest>(({ input, signal }) =>
        addDetailsToErrors(async () => {
          if (pipelineId === undefined) throw new Error(NOT_SAVED);
          const { componentId, limit, seconds } = input;
          // The dialog has explained this for Collectors.
          const body = { pipelineId, componentId, limit, seconds, mayRestart: true };
          return (await callApi('startCapture', { body }, { signal })).data.capture;
        }),
      ),
      read: fromPromise<CaptureRead, string>(({ input, signal }) =>
        addDetailsToErrors(() => readCapture(input, signal)),
      ),
      stop: fromPromise<CaptureRead, string>(({ input, signal }) =>
        addDetailsToErrors(async () => {
          await callApi('stopCapture', { path: { captureId: input } }, { signal });
          return readCapture(input, signal);
        }),
      ),
      load: fromPromise<PreviewSample, string>(({ input, signal }) =>
        addDetailsToErrors(async () => {
          const { sample } = (await callApi('getSample', { path: { sampleId: input } }, { signal })).data;
          const { id, name, events, startComponentId } = sample;
          return { origin: 'saved', name, events, startComponentId, sampleId: id };
        }),
      ),
      run: fromPromise<PreviewOutcome, RunInput>(({ input: { sample, graph }, signal }) =>
        addDetailsToErrors(async () => runSample({ siteId, pipelineId, graph }, sample, signal)),
      ),
    },
  });
