import { setImmediate as othersTurn } from 'node:timers/promises';
import type { AuditCheck } from '../../contract/entities/audit.ts';
import type { AuditRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

export const CHAIN_BEGIN = '';

const PART = 500;

/** Added later: only non-empty values are signed, and so is their removal. */
const LATER: readonly string[] = ['key_id', 'key_name'];

const serializeRow = ({ hash: _hash, ...row }: AuditRow): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([column, value]) => value !== '' || !LATER.includes(column))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

export const signRow = (sealer: Pick<Sealer, 'sign'>, row: AuditRow): string =>
  sealer.sign(serializeRow(row));

type ReadAfter = (sequence: number, limit: number) => Promise<AuditRow[]>;

function findFault(
  sealer: Pick<Sealer, 'sign'>,
  row: AuditRow,
  former: { sequence: number; hash: string },
): string | undefined {
  if (row.sequence !== former.sequence + 1)
    return `Record ${former.sequence + 1} is missing: ${row.sequence} follows ${former.sequence}`;
  if (row.previous_hash !== former.hash)
    return `Record ${row.sequence} is not bound to the one before it: one of them was replaced`;
  if (row.hash !== signRow(sealer, row)) return `Record ${row.sequence} was changed after it was written`;
  return undefined;
}

/** Verifies all signatures in batches, letting other requests run between. */
export async function verifyChain(sealer: Pick<Sealer, 'sign'>, readAfter: ReadAfter): Promise<AuditCheck> {
  let previous = { sequence: 0, hash: CHAIN_BEGIN };
  for (;;) {
    const rows = await readAfter(previous.sequence, PART);
    for (const row of rows) {
      const reason = findFault(sealer, row, previous);
      if (reason !== undefined) {
        const { sequence: records, hash: lastHash } = previous;
        return { isIntact: false, records, brokenAt: records + 1, reason, lastHash };
      }
      previous = row;
    }
    if (rows.length < PART) {
      const { sequence: records, hash: lastHash } = previous;
      return { isIntact: true, records, brokenAt: 0, reason: '', lastHash };
    }
    await othersTurn();
  }
}
