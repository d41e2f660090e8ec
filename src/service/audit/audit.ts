import { createHash } from 'node:crypto';
import type { AuditResult, AuditSource } from '../../contract/entities/audit.ts';
import { createAllowance } from '../allowance.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { collectIds } from '../named-ids.ts';
import type { Repositories, Store } from '../store/index.ts';
import { replaceNul } from '../store/open.ts';
import { describeAction } from './actions.ts';
import { CHAIN_BEGIN, signRow } from './chain.ts';
import type { StateTools } from './state.ts';
import { findTarget, ID_DEPTH } from './targets.ts';
import { type FoundChange, watchWrites } from './watch.ts';

export type Attempt = {
  /** A call of the table, or another action. */
  call: string;
  principal: Principal | undefined;
  source: AuditSource;
  now: number;
  /** Of an unknown caller. */
  address?: string | undefined;
  note?: string | undefined;
  /** Request parts that name the subject. */
  input?: unknown;
};

export type Audit = {
  /** Runs a change and stores who made it, in one transaction. */
  record<T>(tx: Repositories, attempt: Attempt, work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Stores a call that changed nothing here. */
  recordDone(attempt: Attempt, changes: FoundChange[]): Promise<void>;
  /**
   * Stores a refused attempt. Omits repeats within a minute, and more than thirty a minute per person, per
   * key, or of all unknown callers together; the next record has the omitted count.
   * @param reason for unknown callers from a fixed set: never what they sent
   * @param changes the subject, when nothing stored names it
   * @returns whether it was stored
   */
  recordDenied(attempt: Attempt, reason: string, changes?: FoundChange[]): Promise<boolean>;
};

const DENIED_QUIET_MS = 60_000;
const DENIED_KEPT = 10_000;
const DENIED_PER_MINUTE = 30;
const DENIED_REASON_MAX_LENGTH = 1000;

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
  const head = findHead(changes, ids) ?? (await findTarget(tools, tx, input, reply));
  const last = await tx.audit.last();
  const row = {
    sequence: (last?.sequence ?? 0) + 1,
    at: now,
    site_id: head?.siteId || findNamedSite(ids),
    user_id: principal?.user.id ?? '',
    user_name: replaceNul(principal?.user.email ?? ''),
    key_id: principal?.keyId ?? '',
    key_name: principal?.keyId === undefined ? '' : principal.user.name,
    source,
    call_id: call,
    action: describeAction(call, input),
    result,
    // Signed as every database returns it.
    reason: replaceNul(reason),
    entity: head?.entity ?? '',
    entity_id: head?.id ?? '',
    entity_name: replaceNul(head?.name ?? ''),
    changes: JSON.stringify(changes.map(({ siteId: _siteId, ...change }) => change)),
    previous_hash: last?.hash ?? CHAIN_BEGIN,
    hash: '',
  };
  await tx.audit.insert({ ...row, hash: signRow(tools.sealer, row) });
}

type Tools = StateTools & { log: Log; clock: Clock; store: Pick<Store, 'transaction'> };

const digest = (input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest('base64url');

const nameHolder = ({ principal }: Attempt): string =>
  principal ? `${principal.user.id} ${principal.keyId ?? ''}` : 'unknown';

export function createAudit(tools: Tools): Audit {
  const deniedAt = new Map<string, number>();
  const leftOut = new Map<string, number>();
  const allowance = createAllowance(DENIED_PER_MINUTE, tools.clock);

  /** Keeps a program that repeats a refused call from filling the audit. */
  const isNewAttempt = (attempt: Attempt, reason: string): boolean => {
    const { call, principal, address, now, input } = attempt;
    const from = principal ? `${nameHolder(attempt)} ${digest(input)}` : `from ${address}`;
    const key = `${from}/${call}/${reason}`;
    if (now - (deniedAt.get(key) ?? Number.NEGATIVE_INFINITY) < DENIED_QUIET_MS) return false;
    deniedAt.delete(key);
    deniedAt.set(key, now);
    const [oldest] = deniedAt.keys();
    if (deniedAt.size > DENIED_KEPT && oldest !== undefined) deniedAt.delete(oldest);
    return true;
  };

  /** Omitted before this one; undefined to omit it too. */
  const takePlace = (attempt: Attempt): number | undefined => {
    const who = nameHolder(attempt);
    const before = leftOut.get(who) ?? 0;
    leftOut.delete(who);
    if (allowance.take(who) === 0) return before;
    leftOut.set(who, before + 1);
    const [oldest] = leftOut.keys();
    if (leftOut.size > DENIED_KEPT && oldest !== undefined) leftOut.delete(oldest);
    return undefined;
  };

  return {
    record: async (tx, attempt, work) => {
      const watch = watchWrites(tools, tx);
      const reply = await work(watch.tx);
      const changes = await watch.changes();
      await appendRecord(tools, tx, attempt, { result: 'done', reason: attempt.note ?? '', changes, reply });
      return reply;
    },
    recordDone: (attempt, changes) =>
      tools.store.transaction((tx) =>
        appendRecord(tools, tx, attempt, { result: 'done', reason: '', changes }),
      ),
    recordDenied: async (attempt, reason, changes = []) => {
      if (!isNewAttempt(attempt, reason)) return false;
      const before = takePlace(attempt);
      if (before === undefined) return false;
      const more = before === 0 ? '' : ` (${before} more denied tries before this one were left out)`;
      const outcome = {
        result: 'denied',
        reason: reason.slice(0, DENIED_REASON_MAX_LENGTH) + more,
        changes,
      } as const;
      try {
        await tools.store.transaction((tx) => appendRecord(tools, tx, attempt, outcome));
      } catch (error) {
        tools.log.error({ err: error, call: attempt.call }, 'storing a denied try failed');
      }
      return true;
    },
  };
}
