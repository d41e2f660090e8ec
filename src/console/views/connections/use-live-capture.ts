import { useCallback, useState } from 'react';
import type { Capture } from '../../../contract/entities/sample.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';

const EVENTS = 20;
const SECONDS = 60;
const LIST_MS = 3000;
const EVENTS_MS = 1000;

export type LiveCapture = {
  capture: Capture | undefined;
  events: readonly string[];
  /** Per event: JSON text of `@origin`. */
  origins: readonly string[];
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
  const { start } = useSingleWrite<{ stop: string } | { pipelineId: string }>({
    call: 'startCapture',
    write: async (input) => {
      if ('stop' in input) await callApi('stopCapture', { path: { captureId: input.stop } });
      else {
        const body = { ...input, componentId: sourceId, limit: EVENTS, seconds: SECONDS };
        await callApi('startCapture', { body });
      }
    },
    follow: () => void refetch(),
  });
  const captureId = capture?.id;
  return {
    capture: latest,
    events: held.data?.events ?? NONE,
    origins: held.data?.origins ?? NONE,
    isRunning: latest !== undefined && isRunningIn(latest),
    start: useCallback(() => {
      if (pipelineId !== undefined) start({ pipelineId });
    }, [start, pipelineId]),
    stop: useCallback(() => {
      if (captureId !== undefined) start({ stop: captureId });
    }, [start, captureId]),
  };
}

const NONE: string[] = [];
const isRunningIn = ({ state }: Capture): boolean => state === 'RUNNING';
