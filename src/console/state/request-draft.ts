import { RAISED_TEXT } from '../../../machines/raise-pr/index.ts';
import type { CallBody, CallId } from '../../contract/calls/index.ts';
import type { DraftChange } from '../../contract/entities/changeset.ts';
import { counted } from '../../contract/values.ts';
import { callApi } from '../api/call-api.ts';
import { queryClient } from '../api/query-client.ts';
import { reportApiError } from '../api/report-error.ts';
import { createStore } from '../lib/store.ts';
import { notify } from './toasts.ts';

/** How to request a change on a site managed by Git. */
export type RequestWay = 'raise' | 'collect';
export type RequestParts = Omit<CallBody<'addToChangesetDraft'>, 'siteId'>;

export const OPENED_TEXT = 'Opened as your draft of a pull request has it';

/** The user's collected changes for the current site; kept by the mark in the top bar. */
export const collected = createStore<readonly DraftChange[]>([]);

/** `web, edge and 3 more`. */
const NAMED = 2;
export function formatCollected(changes: readonly DraftChange[]): string {
  const named = changes.slice(0, NAMED).map(({ name }) => `'${name}'`);
  const more = changes.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  return named.join(' and ');
}

/** For a review: collected changes raised along; empty without any. */
export const describeTaken = (changes = collected.get()): string =>
  changes.length === 0 ? '' : ` With it goes your draft: ${formatCollected(changes)}.`;

export const refreshDraft = () => queryClient.invalidateQueries({ queryKey: ['getChangesetDraft'] });

type SendOptions = { signal?: AbortSignal; headers?: Record<string, string> };

/**
 * Raises the change with the collected ones, or collects it too. Changes nothing stored or running.
 * @returns the collected changes
 */
export async function sendRequest(
  way: RequestWay,
  siteId: string,
  parts: RequestParts,
  { comment = '', ...options }: { comment?: string } & SendOptions = {},
): Promise<readonly DraftChange[]> {
  try {
    if (way === 'collect') {
      const { changes } = (await callApi('addToChangesetDraft', { body: { siteId, ...parts } }, options))
        .data;
      collected.set(changes);
      return changes;
    }
    const changeSet = { siteId, description: comment };
    await callApi('createChangeset', { body: { changeSet, ...parts, withDraft: true } }, options);
    return [];
  } finally {
    void refreshDraft();
  }
}

/** @param count of collected changes */
export function notifyRequested(way: RequestWay, count: number): void {
  const message =
    way === 'raise' ? RAISED_TEXT : `Added to your draft, which has ${counted(count, 'change')}`;
  notify({ message, status: 'success', shouldTimeout: true });
}

/** Typed for the draft, not raised yet. */
export const draftComment = createStore('');
export const isDraftBusy = createStore(false);

async function change(call: CallId, work: () => Promise<unknown>): Promise<void> {
  if (isDraftBusy.get()) return;
  isDraftBusy.set(true);
  try {
    await work();
  } catch (error) {
    reportApiError(error, { id: call });
  } finally {
    isDraftBusy.set(false);
    void refreshDraft();
  }
}

export const raiseDraft = (siteId: string): Promise<void> =>
  change('createChangeset', async () => {
    const comment = draftComment.get().trim();
    await sendRequest('raise', siteId, {}, { comment });
    draftComment.set('');
    collected.set([]);
    notifyRequested('raise', 0);
  });

/** @param ids all by default */
export const dropDraft = (siteId: string, ids?: string[]): Promise<void> =>
  change('deleteChangesetDraft', async () => {
    await callApi('deleteChangesetDraft', { query: { siteId, ...(ids ? { ids } : {}) } });
    collected.set(ids ? collected.get().filter(({ id }) => !ids.includes(id)) : []);
  });

export const REQUEST_CALLS = { raise: 'createChangeset', collect: 'addToChangesetDraft' } as const;
