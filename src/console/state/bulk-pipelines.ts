import { useSelector } from '@xstate/react';
import { createActor, fromPromise } from 'xstate';
import {
  type BulkActionInput,
  type BulkFinished,
  type BulkItem,
  type BulkOutcome,
  bulkActionMachine,
  findReason,
  selectProgress,
} from '../../../machines/bulk-action/index.ts';
import { formatErrorText } from '../../contract/errors.ts';
import { ApiError } from '../api/api-error.ts';
import { invalidateResource } from '../api/invalidation.ts';
import { sendPipelineAction } from '../api/pipeline-action.ts';
import { queryClient } from '../api/query-client.ts';
import { formatExact } from '../lib/format.ts';
import { notify } from './toasts.ts';

export type BulkIntent = 'DEPLOY' | 'PAUSE' | 'BYPASS' | 'RESUME' | 'DELETE';

/** `Pausing 3 pipelines`; `paused`, as in 'could not be paused'. */
export const BULK_WORDS: Record<BulkIntent, { doing: string; done: string }> = {
  DEPLOY: { doing: 'Deploying', done: 'deployed' },
  PAUSE: { doing: 'Pausing', done: 'paused' },
  BYPASS: { doing: 'Bypassing', done: 'bypassed' },
  RESUME: { doing: 'Resuming', done: 'resumed' },
  DELETE: { doing: 'Deleting', done: 'deleted' },
};

export const formatPipelineCount = (count: number): string =>
  `${formatExact(count)} ${count === 1 ? 'pipeline' : 'pipelines'}`;

const isIntent = (action: string): action is BulkIntent => action in BULK_WORDS;

async function perform({ action, item }: BulkActionInput): Promise<BulkOutcome> {
  if (!isIntent(action)) throw new Error(`There is no action '${action}'`);
  const request = {
    pipelineId: item.id,
    action: action === 'RESUME' ? ('DEPLOY' as const) : action,
    graphVersion: item.graphVersion,
  };
  try {
    await sendPipelineAction(request, { isOneOfMany: true });
    return { isDone: true };
  } catch (error) {
    if (error instanceof ApiError && error.retryAfterMs !== undefined)
      return { isDone: false, retryAfterMs: error.retryAfterMs };
    throw error instanceof ApiError ? new Error(error.text.title) : error;
  }
}

/** One notification per run; its details list failures. */
function reportBulkFinished({ action, done, failures, left }: BulkFinished): void {
  if (!isIntent(action)) return;
  // Refreshes what the live channel does not push.
  void invalidateResource(queryClient, 'PIPELINES');
  const words = BULK_WORDS[action];
  const stopped = left > 0 ? `; stopped before ${left} more` : '';
  if (failures.length === 0) {
    // Accepted actions continue in the service; the rows show their progress.
    notify({
      message:
        done === 0
          ? `Stopped before any of ${formatPipelineCount(left)} was ${words.done}`
          : `${words.doing} ${formatPipelineCount(done)}${stopped}`,
      status: left > 0 ? 'info' : 'success',
    });
    return;
  }
  notify({
    status: 'error',
    message: formatErrorText({
      title: `${failures.length} of ${formatPipelineCount(done + failures.length)} could not be ${words.done}${stopped}`,
      causes: failures.map(({ item, message }) => `${item.name}: ${message}`),
      resolutions: ['Look at each of them in the list, then try again with those alone'],
    }),
  });
}

const actor = createActor(
  bulkActionMachine.provide({
    actors: { perform: fromPromise<BulkOutcome, BulkActionInput>(({ input }) => perform(input)) },
  }),
);
actor.on('bulk.finished', reportBulkFinished);
actor.start();

/** One item after the other. Refused while another run is active. */
export const requestBulk = (action: BulkIntent, items: readonly BulkItem[]): void =>
  actor.send({ type: 'bulk.requested', action, items });

export const stopBulk = (): void => actor.send({ type: 'bulk.stopped' });

/** Reason why no run can be started or stopped now. */
export const findBulkRefusal = (): string | undefined =>
  findReason(actor.getSnapshot(), { type: 'bulk.requested', action: '', items: [{ id: '', name: '' }] });
export const stopRefusal = (): string | undefined =>
  findReason(actor.getSnapshot(), { type: 'bulk.stopped' });

export const useBulkProgress = () =>
  useSelector(
    actor,
    selectProgress,
    (a, b) => a?.through === b?.through && a?.isWaiting === b?.isWaiting && a?.of === b?.of,
  );
