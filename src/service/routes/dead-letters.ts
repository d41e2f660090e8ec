import { SHOWS_EVENTS } from '../../contract/calls/dead-letters.ts';
import { ContractError } from '../../contract/errors.ts';
import { EMPTY_TIME } from '../../contract/limits.ts';
import { toCount } from '../../contract/parameters.ts';
import {
  type DeadLetter,
  type DeadLetterAnswer,
  type DeadLetterChoice,
  type DeadLetterRequest,
  EngineError,
} from '../../engine/port.ts';
import type { FoundChange } from '../audit/watch.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import { formatProblem } from '../engine-problems.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { type NamedNode, readNamedNodes } from '../pipelines/node-names.ts';
import { notFound, requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';

type LetterCalls =
  | 'listDeadLetters'
  | 'countDeadLetters'
  | 'getDeadLetter'
  | 'editDeadLetter'
  | 'replayDeadLetters'
  | 'discardDeadLetters'
  | 'exportDeadLetters';

type Chosen = {
  ids?: string[] | undefined;
  pipelineId?: string | undefined;
  componentId?: string | undefined;
  errorName?: string | undefined;
  text?: string | undefined;
  fromUnixTimeSeconds?: number | undefined;
  toUnixTimeSeconds?: number | undefined;
};

const toChoice = ({
  fromUnixTimeSeconds: from,
  toUnixTimeSeconds: to,
  ids,
  ...chosen
}: Chosen): DeadLetterChoice => ({
  pipelineId: chosen.pipelineId,
  componentId: chosen.componentId,
  errorName: chosen.errorName,
  text: chosen.text,
  ids: ids?.map(Number),
  from: from === undefined ? undefined : from * 1000,
  to: to === undefined ? undefined : to * 1000,
});

/**
 * @throws ContractError ACTION_REFUSED with the reason, also when the engine does not run; TOO_MANY_REQUESTS
 */
async function ask<R extends DeadLetterRequest>(
  services: Services,
  request: R,
): Promise<DeadLetterAnswer<R>> {
  const { siteId } = request;
  if (services.engine.stateOf(siteId) !== 'running')
    throw new ContractError(
      'ACTION_REFUSED',
      'Dead letters are kept by the engine of the site, which does not answer now; try again once it runs',
    );
  try {
    const searches = 'choice' in request && Boolean(request.choice.text);
    const answer = () => services.engine.deadLetters(request);
    return await (searches ? services.apart.inTurn('search', answer) : answer());
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new ContractError('ACTION_REFUSED', formatProblem(error.problem));
  }
}

type Named = { pipelineName: string; nodeName: string; nodeType: string };
type Place = Pick<DeadLetter, 'pipelineId' | 'componentId' | 'nodeId'>;

/** Pipelines and nodes of the site only; a remote engine may name others. */
async function createNamer(
  tx: Repositories,
  siteId: string,
  places: readonly Place[],
): Promise<(place: Place) => Named> {
  const { rows } = await tx.pipelines.list({
    ids: [...new Set(places.map((one) => one.pipelineId))],
    siteIds: [siteId],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const findNode = await readNamedNodes(
    tx,
    places.flatMap((one) => [one.nodeId, one.componentId]),
  );
  return ({ pipelineId, nodeId, componentId }) => {
    const pipelineName = names.get(pipelineId) ?? '';
    const find = (id: string) => findNode({ nodeId: id, pipelineId, siteId });
    const node: NamedNode | undefined = pipelineName === '' ? undefined : (find(nodeId) ?? find(componentId));
    return { pipelineName, nodeName: node?.name ?? '', nodeType: node?.nodeType ?? '' };
  };
}

const toEntry = (letter: DeadLetter, named: Named) => ({
  ...letter,
  ...named,
  id: String(letter.id),
  at: formatTime(letter.at),
  bytes: toCount(letter.bytes),
  editedAt: letter.editedAt === 0 ? EMPTY_TIME : formatTime(letter.editedAt),
});

async function readEntry(tx: Repositories, siteId: string, letter: DeadLetter) {
  const nameOf = await createNamer(tx, siteId, [letter]);
  return toEntry(letter, nameOf(letter));
}

/** For the audit: which letters, never their events. */
const toRecord = (
  siteId: string,
  { pipelineId = '' }: Chosen,
  after: Record<string, unknown>,
): FoundChange => ({ entity: 'deadLetters', id: pipelineId, name: '', siteId, before: null, after });

const describeChoice = ({ ids, ...choice }: Chosen): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined)),
  ...(ids ? { letters: ids.length <= 20 ? ids.join(', ') : `${ids.length} by their ids` } : {}),
});

/** An empty body must not change every letter of the site. */
const requireLetters = (body: Chosen & { all?: boolean }): void => {
  const {
    ids,
    pipelineId,
    componentId,
    errorName,
    text,
    fromUnixTimeSeconds: from,
    toUnixTimeSeconds: to,
  } = body;
  const narrows = [ids, pipelineId, componentId, errorName, text || undefined, from, to];
  if (body.all || narrows.some((one) => one !== undefined)) return;
  const message = 'must say which dead letters are meant, or all must be true for those of the whole site';
  throw invalid([{ field: 'ids', rule: 'required', message }]);
};

/**
 * Match counts reveal content, so they require the right to see events.
 * @throws ContractError FORBIDDEN
 */
function requireMaySearch(principal: Principal, siteId: string, { text }: Chosen): void {
  if (!text) return;
  const permitted = permits(principal, SHOWS_EVENTS, siteId);
  if (permitted !== true)
    throw new ContractError('FORBIDDEN', `${permitted} to choose dead letters by the text of their events`);
}

export const deadLetterHandlers = {
  listDeadLetters: async ({ path: { siteId }, query, services, tx }) => {
    await requireSite(tx, siteId);
    const offset = query['pagination.offset'];
    const limit = query['pagination.limit'];
    const found = await ask(services, { siteId, do: 'list', choice: toChoice(query), offset, limit });
    const nameOf = await createNamer(tx, siteId, found.letters);
    return {
      deadLetters: found.letters.map((letter) => toEntry(letter, nameOf(letter))),
      bytes: toCount(found.bytes),
      newestId: found.newestId === 0 ? '' : String(found.newestId),
      pagination: { totalCount: found.count },
    };
  },

  countDeadLetters: async ({ path: { siteId }, query, services, tx }) => {
    await requireSite(tx, siteId);
    const isAsked = (pipelineId: string) => query.pipelineIds?.includes(pipelineId) ?? true;
    const { groups } = await ask(services, { siteId, do: 'group', choice: {} });
    const asked = groups.filter(({ pipelineId }) => isAsked(pipelineId));
    const nameOf = await createNamer(tx, siteId, asked);
    const figures = services.deadLetters
      .all()
      .filter((one) => one.siteId === siteId && isAsked(one.pipelineId))
      .map((one) => one.figures);
    const sum = (name: 'dropped' | 'replayed' | 'discarded') =>
      toCount(figures.reduce((total, one) => total + one[name], 0));
    return {
      groups: asked.map((group) => {
        const { oldestAt, newestAt, count, bytes, ...place } = group;
        const times = { oldestAt: formatTime(oldestAt), newestAt: formatTime(newestAt) };
        return { ...place, ...nameOf(group), ...times, count: toCount(count), bytes: toCount(bytes) };
      }),
      dropped: sum('dropped'),
      replayed: sum('replayed'),
      discarded: sum('discarded'),
    };
  },

  getDeadLetter: async ({ path: { siteId, letterId }, services, tx }) => {
    await requireSite(tx, siteId);
    const { letter } = await ask(services, { siteId, do: 'read', id: Number(letterId) });
    if (!letter) throw notFound('dead letter', letterId);
    return { deadLetter: await readEntry(tx, siteId, letter) };
  },

  editDeadLetter: async ({ path: { siteId, letterId }, body, services, tx, note }) => {
    await requireSite(tx, siteId);
    const { revision, event } = body;
    const id = Number(letterId);
    const { letter } = await ask(services, { siteId, do: 'edit', id, revision, event });
    const { pipelineId } = letter;
    await note(toRecord(siteId, { pipelineId }, { letter: letterId, bytes: letter.bytes }));
    return { deadLetter: await readEntry(tx, siteId, letter) };
  },

  replayDeadLetters: async ({ path: { siteId }, body, principal, services, tx, note }) => {
    await requireSite(tx, siteId);
    requireMaySearch(principal, siteId, body);
    requireLetters(body);
    const { to, sourceId, afterId, upToId, all: _all, ...chosen } = body;
    const { replayed, underWay, refused, reason, upTo, next } = await ask(services, {
      siteId,
      do: 'replay',
      choice: toChoice(chosen),
      to,
      sourceId,
      after: Number(afterId ?? 0),
      upTo: upToId === undefined ? undefined : Number(upToId),
    });
    await note(toRecord(siteId, chosen, { ...describeChoice(chosen), to, replayed, underWay, refused }));
    return {
      replayed: toCount(replayed),
      underWay: toCount(underWay),
      refused: toCount(refused),
      reason: reason ?? '',
      upToId: String(upTo),
      ...(next === undefined ? {} : { next: String(next) }),
    };
  },

  discardDeadLetters: async ({ path: { siteId }, body, principal, services, tx, note }) => {
    await requireSite(tx, siteId);
    requireMaySearch(principal, siteId, body);
    requireLetters(body);
    const { upToId, all: _all, ...chosen } = body;
    const { discarded } = await ask(services, {
      siteId,
      do: 'discard',
      choice: toChoice(chosen),
      upTo: upToId === undefined ? undefined : Number(upToId),
    });
    await note(toRecord(siteId, chosen, { ...describeChoice(chosen), discarded }));
    return { discarded: toCount(discarded) };
  },

  exportDeadLetters: async ({ path: { siteId }, body, services, tx }) => {
    await requireSite(tx, siteId);
    const { afterId, upToId, ...chosen } = body;
    const { lines, next } = await ask(services, {
      siteId,
      do: 'export',
      choice: toChoice(chosen),
      after: Number(afterId ?? 0),
      upTo: upToId === undefined ? undefined : Number(upToId),
    });
    return next === undefined ? { lines } : { lines, next: String(next) };
  },
} satisfies Pick<Handlers, LetterCalls>;
