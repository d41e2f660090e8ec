import { setTimeout } from 'node:timers/promises';
import { applyRequestEvent } from '../../../../machines/change-request/index.ts';
import { describeRequested } from '../../../contract/requested-change.ts';
import type { Services } from '../../services.ts';
import type { ChangesetRow } from '../../store/schema.ts';
import { readChange, readFace, requireChangeset } from '../entities.ts';
import { RemoteProblem } from '../follow/problem.ts';
import type { RemoteSettings } from '../follow/remote.ts';
import { toAddress } from '../follow/settings.ts';
import { toNamed } from '../raise.ts';
import { branchOf } from '../repository.ts';
import { ProviderRefusal } from './ask.ts';
import { type KeptRequest, readKept } from './kept.ts';
import { openProvider } from './open.ts';
import type { NewProviderRequest, Provider, ProviderRequest } from './port.ts';

const ALL_OPEN = { offset: 0, limit: 1000, descending: true };
/** Per turn, since providers limit requests. */
const ASKED_MAX = 30;
/** GitLab's limit is the lowest; the text has the whole title. */
const TITLE_MAX_LENGTH = 255;
const LOOK_AGAIN_MS = 50_000;
/** Providers take a moment to detect a merge by push. */
const CLOSE_AFTER_MS = 60_000;
/** Status for an unknown branch: Gitea, GitLab, GitHub. */
const BRANCH_UNKNOWN = [404, 409, 422];
const OPEN_TRIES = 4;
const OPEN_AGAIN_MS = 400;
const REASON = 'Its pull request at the provider waits: ';

type Turn = { services: Services; provider: Provider; settings: RemoteSettings; isNews: boolean };

async function keep(turn: Turn, row: ChangesetRow, seen: ProviderRequest): Promise<void> {
  const { services, settings } = turn;
  const kind = settings.provider?.kind;
  if (!kind) return;
  const { number, url, state, comments } = seen;
  const kept: KeptRequest = { kind, number, url, state, comments, seenAt: services.clock() };
  const former = readKept(row);
  const isSame = former?.number === number && former.state === state && former.comments === comments;
  const reason = row.reason.startsWith(REASON) ? { reason: '' } : {};
  await services.store.transaction((tx) =>
    tx.changesets.update(row.id, { provider_request: JSON.stringify(kept), ...reason }),
  );
  if (!isSame) turn.isNews = true;
}

/** Closed unmerged at the provider, which withdraws it here. */
async function closeHere({ services }: Turn, row: ChangesetRow, by: string): Promise<void> {
  const { store, clock } = services;
  await store.transaction(async (tx) => {
    const changeset = await requireChangeset(tx, row.id);
    if (changeset.row.status !== 'OPEN') return;
    const face = await readFace(services, tx, changeset);
    const status = applyRequestEvent(face, { type: 'request.withdraw' }) ?? face.status;
    await tx.changesets.update(row.id, { status, ended_by: by, reason: '', updated_at: clock() });
    await tx.changesets.forgetConfigs(row.id);
  });
}

const cutTitle = (text: string): string =>
  text.length <= TITLE_MAX_LENGTH ? text : `${text.slice(0, TITLE_MAX_LENGTH - 1)}…`;

/**
 * A provider may notice a pushed branch with a delay.
 * @throws RemoteProblem
 */
async function openRequest(provider: Provider, request: NewProviderRequest): Promise<ProviderRequest> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await provider.open(request);
    } catch (error) {
      if (!(error instanceof ProviderRefusal && BRANCH_UNKNOWN.includes(error.status))) throw error;
      if (tries === OPEN_TRIES)
        throw new ProviderRefusal(
          error.status,
          error.message,
          'It is asked again within a minute; if this stays, give an access token that may open pull requests',
        );
      await setTimeout(OPEN_AGAIN_MS);
    }
  }
}

async function settleOpen(turn: Turn, row: ChangesetRow): Promise<void> {
  const { services, provider, settings } = turn;
  const kept = readKept(row);
  if (kept) {
    if (services.clock() - kept.seenAt < LOOK_AGAIN_MS && kept.seenAt <= services.clock()) return;
    const seen = await provider.read(kept.number);
    await keep(turn, row, seen);
    if (seen.state === 'closed') await closeHere(turn, row, seen.by || 'the provider');
    return;
  }
  const branch = branchOf(row.id);
  const parts = await services.store.changesets.pipelinesOf([row.id]);
  const what = describeRequested(
    toNamed(
      parts.map((part) => ({
        name: part.name,
        path: part.path,
        basePath: part.base_path,
        change: readChange(part),
      })),
    ),
  );
  const [first = ''] = row.description.split('\n', 1);
  const title = cutTitle(first || what);
  const text = [
    title === first ? row.description.slice(first.length).trim() : row.description,
    what === title ? '' : what,
    `By ${row.created_by}`,
  ];
  // A turn may have opened it before a crash, or a person.
  const found =
    (await provider.findOpen(branch, settings.branch)) ??
    (await openRequest(provider, {
      branch,
      base: settings.branch,
      title,
      text: text.filter(Boolean).join('\n\n'),
    }));
  await keep(turn, row, found);
}

async function settleEnded(turn: Turn, row: ChangesetRow): Promise<void> {
  const { services, provider } = turn;
  const kept = readKept(row);
  if (!kept) return;
  const seen = await provider.read(kept.number);
  if (seen.state === 'open') {
    if (row.status !== 'CLOSED' && services.clock() - row.updated_at < CLOSE_AFTER_MS) return;
    await provider.close(kept.number);
    seen.state = 'closed';
  }
  await keep(turn, row, seen);
}

/**
 * Marks merges at a provider that does not detect them, before branches are deleted. Where forbidden, the
 * pull request there ends closed.
 */
export async function markMerged(
  { store }: Pick<Services, 'store'>,
  siteId: string,
  settings: RemoteSettings,
): Promise<void> {
  const provider = settings.provider && openProvider(settings.provider, settings.repo, settings.token);
  if (!provider?.markMerged) return;
  for (const row of await store.changesets.listOpenAtProvider(siteId, toAddress(settings))) {
    const kept = readKept(row);
    if (!kept || row.status === 'CLOSED' || row.pushed_commit === '') continue;
    try {
      const seen = await provider.read(kept.number);
      if (seen.state === 'open') await provider.markMerged(kept.number, row.merge_commit);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      if (error.isAway) return;
    }
  }
}

/**
 * Opens, reads and closes a site's pull requests at its provider. Failures become the request's reason, and
 * are retried.
 * @returns whether something is to be shown
 */
export async function settleProvider(
  services: Services,
  siteId: string,
  settings: RemoteSettings,
): Promise<boolean> {
  const { store } = services;
  const provider = settings.provider && openProvider(settings.provider, settings.repo, settings.token);
  if (!provider) return false;
  const turn: Turn = { services, provider, settings, isNews: false };
  const remote = toAddress(settings);
  const { rows } = await store.changesets.list({ siteId, statuses: ['OPEN'] }, ALL_OPEN);
  const open = rows.filter((row) => row.remote === remote && row.pushed_commit === row.head_commit);
  const ended = await store.changesets.listOpenAtProvider(siteId, remote);
  const longest = [...open, ...ended].sort((a, b) => (readKept(a)?.seenAt ?? 0) - (readKept(b)?.seenAt ?? 0));
  for (const row of longest.slice(0, ASKED_MAX)) {
    try {
      if (row.status === 'OPEN') await settleOpen(turn, row);
      else await settleEnded(turn, row);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      const reason = `${REASON}${error.message}. ${error.advice}`;
      if (
        row.status === 'OPEN' &&
        row.reason !== reason &&
        (row.reason === '' || row.reason.startsWith(REASON))
      ) {
        await store.transaction((tx) => tx.changesets.update(row.id, { reason }));
        turn.isNews = true;
      }
      if (error.isAway) break;
    }
  }
  return turn.isNews;
}
