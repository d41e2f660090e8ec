import { useCallback } from 'react';
import type { CallResponse } from '../../../contract/calls/index.ts';
import type { GitFollow } from '../../../contract/entities/git-follow.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { runCommand } from '../../commands/runtime.ts';
import { notify } from '../../state/toasts.ts';
import type { Notification } from '../../state/types.ts';
import { toHostKey, toHostKeyOption } from './looks.ts';
import type { SiteAction } from './scope.ts';

type TriedRepository = CallResponse<'testSiteRepository'>;
type Written = {
  token?: string;
  follow?: GitFollow;
  tried?: TriedRepository;
};
type Target = {
  action: SiteAction;
  id: string;
  name: string;
  revision: number;
  hostKey?: string | undefined;
};

const TEXTS: Record<SiteAction, (name: string) => string> = {
  activate: (name) => `'${name}' is active; its engine starts.`,
  deactivate: (name) => `'${name}' is inactive; its engine ends.`,
  delete: (name) => `'${name}' was deleted.`,
  discard: (name) => `'${name}' was deleted with the events that waited.`,
  join: (name) => `An engine can join '${name}' with the new token.`,
  disconnect: (name) => `The engine of '${name}' was disconnected.`,
  sync: (name) => `'${name}' was synchronized.`,
  putBack: (name) => `'${name}' is as its branch has it.`,
  adopt: (name) => `A pull request of '${name}' was raised.`,
  tryRepository: (name) => `The repository of '${name}' was read.`,
  confirmHost: (name) => `The host key of '${name}' was confirmed.`,
};

async function carryOut({ action, id, revision, hostKey }: Target): Promise<Written> {
  const path = { siteId: id };
  if (action === 'join') return { token: (await callApi('createJoinToken', { path })).data.token };
  if (action === 'sync' || action === 'putBack')
    return {
      follow: (await callApi('syncSite', { path, body: { putBack: action === 'putBack' } })).data.follow,
    };
  if (action === 'tryRepository') return { tried: (await callApi('testSiteRepository', { path })).data };
  if (action === 'confirmHost' && hostKey !== undefined) {
    const site = { id, gitHostKey: toHostKey(hostKey) };
    await callApi('updateSite', { body: { site } }, { ifMatch: revision });
    const { data: tried } = await callApi('testSiteRepository', { path });
    // The page shows failures and conflicts; the next minute retries.
    if (tried.isReached) await callApi('syncSite', { path, body: {} }).catch(() => undefined);
    return { tried };
  }
  if (action === 'adopt') {
    await callApi('createChangeset', { body: { changeSet: path, withDrift: true } });
    return {};
  }
  const ifMatch = { ifMatch: revision };
  if (action === 'disconnect') await callApi('disconnectEngine', { path });
  else if (action === 'delete' || action === 'discard')
    await callApi('deleteSite', { path, query: { discardEvents: action === 'discard' } }, ifMatch);
  else {
    const status = action === 'activate' ? 'ACTIVE' : 'INACTIVE';
    await callApi('updateSite', { body: { site: { id, status } } }, ifMatch);
  }
  return {};
}

/** Synchronization succeeded when the site is in sync or on its way; otherwise the result says why not. */
const isOnBranch = ({ state }: GitFollow): boolean => state === 'IN_SYNC' || state === 'APPLYING';

const LACKING = 'Pull requests cannot be raised here.';

/** Missing permissions for pull requests are reported where the branch is readable. */
function describeTried({ isReached, message, advice, missing }: TriedRepository): Notification {
  if (!isReached) return { message: `${message}. ${advice}.`, status: 'error' };
  if (missing.length === 0) return { message: `${message}.`, status: 'success' };
  const lacks = missing.map((lack) => `${lack.message}. ${lack.advice}.`);
  return {
    message: [`${message}. ${LACKING}`, ...lacks].join('\n'),
    status: 'warning',
    shouldTimeout: false,
  };
}

function tell({ follow, tried }: Written, { action, id, name }: Target): void {
  if (tried?.hostKey) runCommand('site.confirm-host', { id, hostKey: toHostKeyOption(tried.hostKey) });
  else if (tried) notify(describeTried(tried));
  else if (follow && !isOnBranch(follow))
    notify({ message: `'${name}' is not as its branch has it: ${follow.reason}`, status: 'error' });
  else notify({ message: TEXTS[action](name), status: 'success' });
}

/** One write at a time, so that a double press writes once. */
export function useSiteWrite(onGone: (id: string) => void, onToken: (name: string, token: string) => void) {
  const { start } = useSingleWrite({
    call: 'updateSite',
    write: carryOut,
    succeed: tell,
    follow: ({ token }, { action, id, name }) => {
      if (action === 'delete' || action === 'discard') onGone(id);
      if (token !== undefined) onToken(name, token);
    },
  });
  return useCallback(
    (action: SiteAction, { id, name, revision }: Site, hostKey?: string) =>
      start({ action, id, name, revision, hostKey }),
    [start],
  );
}
