import type { AuditResult, AuditSource } from '../../contract/entities/audit.ts';
import { isId } from '../../contract/ids.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Log } from '../log.ts';
import { collectIds } from '../named-ids.ts';
import type { Repositories, Store } from '../store/index.ts';
import { describeAction } from './actions.ts';
import { CHAIN_BEGIN, signRow } from './chain.ts';
import type { StateTools } from './state.ts';
import { readConnectionState, readPipelineState } from './states.ts';
import { type FoundChange, watchWrites } from './watch.ts';

export type Attempt = {
  /** A call of the table, or another action. */
  call: string;
  principal: Principal | undefined;
  source: AuditSource;
  /** Unix milliseconds. */
  now: number;
  /** Of a caller who is not known. */
  address?: string | undefined;
  /** The parts of the request that name its subject. */
  input?: unknown;
};

export type Audit = {
  /** Runs a change and stores who made it, in one transaction. */
  record<T>(tx: Repositories, attempt: Attempt, work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Stores what was done by a call that changes nothing here. */
  recordDone(attempt: Attempt, changes: FoundChange[]): Promise<void>;
  /**
   * Stores a refused attempt; repeats of a person, or of an address, within a minute are left out.
   * @param reason of one of a few, for callers who are not known: it must not repeat what they sent
   * @returns whether it was the first one in that minute
   */
  recordDenied(attempt: Attempt, reason: string): Promise<boolean>;
};

/** Deeper ids belong to parts of the subject. */
const ID_DEPTH = 4;

const DENIED_QUIET_MS = 60_000;
const DENIED_KEPT = 10_000;
const DENIED_REASON_MAX_LENGTH = 1000;

type Head = Pick<FoundChange, 'entity' | 'id' | 'name' | 'siteId'>;

/** The subject of a call that stores nothing about it. */
async function findNamedThing(
  tools: StateTools,
  tx: Repositories,
  ids: readonly string[],
): Promise<Head | undefined> {
  for (const id of ids) {
    if (isId(id, 'pipeline')) {
      const state = await readPipelineState(tx, id);
      if (state) return { ...state, id };
    }
    if (isId(id, 'node')) {
      const state = await readConnectionState(tools, tx, id);
      if (state) return { ...state, id };
    }
  }
  return undefined;
}

/** Prefers the thing that the request or answer names. */
const findHead = (changes: FoundChange[], ids: readonly string[]): FoundChange | undefined =>
  changes.find((change) => ids.includes(change.id)) ?? changes[0];

const findNamedSite = (ids: readonly string[]): string => ids.find((id) => id.startsWith('4')) ?? '';

async function appendRecord(
  tools: StateTools,
  tx: Repositories,
  attempt: Attempt,
  outcome: { result: AuditResult; reason: string; changes: FoundChange[]; reply?: unknown },
): Promise<void> {
  const { call, principal, source, now, input } = attempt;
  const { result, reason, changes, reply } = outcome;
  const ids = [...collectIds([input, reply], ID_DEPTH)];
  const head: Head | undefined = findHead(changes, ids) ?? (await findNamedThing(tools, tx, ids));
  const last = await tx.audit.last();
  const row = {
    sequence: (last?.sequence ?? 0) + 1,
    at: now,
    site_id: head?.siteId || findNamedSite(ids),
    user_id: principal?.user.id ?? '',
    user_name: principal?.user.email ?? '',
    source,
    call_id: call,
    action: describeAction(call, input),
    result,
    reason,
    entity: head?.entity ?? '',
    entity_id: head?.id ?? '',
    entity_name: head?.name ?? '',
    changes: JSON.stringify(changes.map(({ siteId: _siteId, ...change }) => change)),
    previous_hash: last?.hash ?? CHAIN_BEGIN,
    hash: '',
  };
  await tx.audit.insert({ ...row, hash: signRow(tools.sealer, row) });
}

type Tools = StateTools & { log: Log; store: Pick<Store, 'transaction'> };

export function createAudit(tools: Tools): Audit {
  const deniedAt = new Map<string, number>();

  /** Keeps a program that repeats a refused call from filling the audit. */
  const isNewAttempt = ({ call, principal, address, now }: Attempt, reason: string): boolean => {
    const key = `${principal?.user.id ?? `from ${address}`}/${call}/${reason}`;
    if (now - (deniedAt.get(key) ?? Number.NEGATIVE_INFINITY) < DENIED_QUIET_MS) return false;
    deniedAt.delete(key);
    deniedAt.set(key, now);
    const [oldest] = deniedAt.keys();
    if (deniedAt.size > DENIED_KEPT && oldest !== undefined) deniedAt.delete(oldest);
    return true;
  };

  return {
    record: async (tx, attempt, work) => {
      const watch = watchWrites(tools, tx);
      const reply = await work(watch.tx);
      const changes = await watch.changes();
      await appendRecord(tools, tx, attempt, { result: 'done', reason: '', changes, reply });
      return reply;
    },
    recordDone: (attempt, changes) =>
      tools.store.transaction((tx) =>
        appendRecord(tools, tx, attempt, { result: 'done', reason: '', changes }),
      ),
    recordDenied: async (attempt, reason) => {
      if (!isNewAttempt(attempt, reason)) return false;
      const outcome = {
        result: 'denied',
        reason: reason.slice(0, DENIED_REASON_MAX_LENGTH),
        changes: [],
      } as const;
      try {
        await tools.store.transaction((tx) => appendRecord(tools, tx, attempt, { ...outcome, changes: [] }));
      } catch (error) {
        // The attempt is refused all the same.
        tools.log.error({ err: error, call: attempt.call }, 'storing a denied try failed');
      }
      return true;
    },
  };
}
