import type { AuditResult, AuditSource } from '../../contract/entities/audit.ts';
import { isId } from '../../contract/ids.ts';
import type { Principal } from '../auth/permissions.ts';
import { namedIds } from '../named-ids.ts';
import type { Services } from '../services.ts';
import type { Repositories, Store } from '../store/index.ts';
import { actionOf } from './actions.ts';
import { CHAIN_BEGIN, hashOf } from './chain.ts';
import { connectionStateOf, pipelineState } from './states.ts';
import { type FoundChange, watchWrites } from './watch.ts';

/** Who tries what. */
export type Attempt = {
  /** Call of the table, or what else was asked for. */
  call: string;
  principal: Principal | undefined;
  source: AuditSource;
  /** Unix milliseconds. */
  now: number;
  /** The parts of the request that name what it is about. */
  input?: unknown;
};

export type Audit = {
  /** Carries out a change and stores who made it, in the same transaction. */
  recorded<T>(tx: Repositories, attempt: Attempt, work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Stores that somebody tried what they may not do; the same try again within a minute is not stored. */
  denied(attempt: Attempt, reason: string): Promise<void>;
};

/** Ids deeper in request and answer are parts of what they are about. */
const ID_DEPTH = 4;

const DENIED_QUIET_MS = 60_000;
const DENIED_KEPT = 1000;
const DENIED_REASON_MAX_LENGTH = 1000;

type Head = Pick<FoundChange, 'entity' | 'id' | 'name' | 'siteId'>;

/** A pipeline, source or destination that the request names, for a call that stores nothing of it. */
async function namedThing(
  tools: Pick<Services, 'catalogue' | 'sealer'>,
  tx: Repositories,
  ids: readonly string[],
): Promise<Head | undefined> {
  for (const id of ids) {
    if (isId(id, 'pipeline')) {
      const state = await pipelineState(tx, id);
      if (state) return { ...state, id };
    }
    if (isId(id, 'node')) {
      const state = await connectionStateOf(tools, tx, id);
      if (state) return { ...state, id };
    }
  }
  return undefined;
}

/** What a record is headed by: the thing the request or its answer names, else what was touched first. */
const headOf = (changes: FoundChange[], ids: readonly string[]): FoundChange | undefined =>
  changes.find((change) => ids.includes(change.id)) ?? changes[0];

const siteNamedIn = (ids: readonly string[]): string => ids.find((id) => id.startsWith('4')) ?? '';

async function append(
  tools: Pick<Services, 'catalogue' | 'sealer'>,
  tx: Repositories,
  attempt: Attempt,
  outcome: { result: AuditResult; reason: string; changes: FoundChange[]; reply?: unknown },
): Promise<void> {
  const { call, principal, source, now, input } = attempt;
  const { result, reason, changes, reply } = outcome;
  const ids = [...namedIds([input, reply], ID_DEPTH)];
  const head: Head | undefined = headOf(changes, ids) ?? (await namedThing(tools, tx, ids));
  const last = await tx.audit.last();
  const row = {
    sequence: (last?.sequence ?? 0) + 1,
    at: now,
    site_id: head?.siteId || siteNamedIn(ids),
    user_id: principal?.user.id ?? '',
    user_name: principal?.user.email ?? '',
    source,
    call_id: call,
    action: actionOf(call, input),
    result,
    reason,
    entity: head?.entity ?? '',
    entity_id: head?.id ?? '',
    entity_name: head?.name ?? '',
    changes: JSON.stringify(changes.map(({ siteId: _siteId, ...change }) => change)),
    previous_hash: last?.hash ?? CHAIN_BEGIN,
    hash: '',
  };
  await tx.audit.insert({ ...row, hash: hashOf(tools.sealer, row) });
}

type Tools = Pick<Services, 'catalogue' | 'sealer' | 'log'> & { store: Pick<Store, 'transaction'> };

/** Who did what: one record for each call that changed something, and for each try that was denied. */
export function createAudit(tools: Tools): Audit {
  const deniedAt = new Map<string, number>();

  /** True for the first such try in a while: a program that asks again and again does not fill the records. */
  const isNews = ({ call, principal, now }: Attempt, reason: string): boolean => {
    const key = `${principal?.user.id ?? ''}/${call}/${reason}`;
    if (now - (deniedAt.get(key) ?? Number.NEGATIVE_INFINITY) < DENIED_QUIET_MS) return false;
    deniedAt.delete(key);
    deniedAt.set(key, now);
    const [oldest] = deniedAt.keys();
    if (deniedAt.size > DENIED_KEPT && oldest !== undefined) deniedAt.delete(oldest);
    return true;
  };

  return {
    recorded: async (tx, attempt, work) => {
      const watch = watchWrites(tools, tx);
      const reply = await work(watch.tx);
      const changes = await watch.changes();
      await append(tools, tx, attempt, { result: 'done', reason: '', changes, reply });
      return reply;
    },
    denied: async (attempt, reason) => {
      if (!isNews(attempt, reason)) return;
      const outcome = {
        result: 'denied',
        reason: reason.slice(0, DENIED_REASON_MAX_LENGTH),
        changes: [],
      } as const;
      try {
        await tools.store.transaction((tx) => append(tools, tx, attempt, { ...outcome, changes: [] }));
      } catch (error) {
        // The try is refused all the same.
        tools.log.error({ err: error, call: attempt.call }, 'storing a denied try failed');
      }
    },
  };
}
