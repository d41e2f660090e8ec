import { useMachine } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { Capture } from '../../../contract/entities/sample.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCall } from '../../api/use-call.ts';

const EVENTS = 20;
const SECONDS = 60;
const LIST_MS = 3000;
const EVENTS_MS = 1000;

export type LiveCapture = {
  capture: Capture | undefined;
  events: readonly string[];
  isRunning: boolean;
  /** Captures the next 20 events, for at most one minute. */
  start: () => void;
  stop: () => void;
};

export function useLiveCapture(pipelineId: string | undefined, sourceId: string): LiveCapture {
  const list = useCall(
    'listCaptures',
    { path: { pipelineId: pipelineId ?? '' } },
    { enabled: pipelineId !== undefined, poll: LIST_MS, isSuppressed: true },
  );
  const capture = list.data?.captures.find(({ componentId }) => componentId === sourceId);
  /** Id of the capture whose final events were read; the list may report the end before or after. */
  const [readId, setReadId] = useState<string>();
  const held = useCall(
    'getCapture',
    { path: { captureId: capture?.id ?? '' } },
    {
      enabled: capture !== undefined,
      poll: capture !== undefined && capture.id !== readId ? EVENTS_MS : false,
      isSuppressed: true,
    },
  );
  const hasEnded = capture !== undefined && !isRunningIn(capture);
  const isRead = held.data ? !isRunningIn(held.data.capture) : hasEnded && held.isError;
  if (capture && isRead && capture.id !== readId) setReadId(capture.id);
  const shown = hasEnded && held.data && isRunningIn(held.data.capture) ? capture : held.data?.capture;
  const latest = shown ?? capture;
  const { refetch } = list;
  const logic = useMemo(
    () =>
      singleWriteMachine.provide({
        actors: {
          write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
            const { stop, pipeline = '', source = '' } = input;
            if (stop !== undefined) await callApi('stopCapture', { path: { captureId: stop } });
            else {
              const body = { pipelineId: pipeline, componentId: source, limit: EVENTS, seconds: SECONDS };
              await callApi('startCapture', { body });
            }
            return {};
          }),
        },
        actions: {
          succeed: () => void refetch(),
          fail: (_, { error }) => reportApiError(error, { id: 'startCapture' }),
        },
      }),
    [refetch],
  );
  const [, send] = useMachine(logic);
  const captureId = capture?.id;
  return {
    capture: latest,
    events: held.data?.events ?? NONE,
    isRunning: latest !== undefined && isRunningIn(latest),
    start: useCallback(() => {
      if (pipelineId !== undefined)
        send({ type: 'write.requested', values: { pipeline: pipelineId, source: sourceId } });
    }, [send, pipelineId, sourceId]),
    stop: useCallback(() => {
      if (captureId !== undefined) send({ type: 'write.requested', values: { stop: captureId } });
    }, [send, captureId]),
  };
}

const NONE: string[] = [];
const isRunningIn = ({ state }: Capture): boolean => state === 'RUNNING';
