import { setImmediate as othersTurn } from 'node:timers/promises';
import type { AuditCheck } from '../../contract/entities/audit.ts';
import type { AuditRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

/** What stands before the first record. */
export const CHAIN_BEGIN = '';

const PART = 500;

/** The text a record is bound by: every column but the binding itself, in a fixed order. */
const textOf = ({ hash: _hash, ...row }: AuditRow): string =>
  JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Binds a record to the one before; only who holds the service's key can make it. */
export const hashOf = (sealer: Pick<Sealer, 'sign'>, row: AuditRow): string => sealer.sign(textOf(row));

type ReadAfter = (sequence: number, limit: number) => Promise<AuditRow[]>;

/** Why the record is not as it was written, as far as this one and the one before tell. */
function faultOf(
  sealer: Pick<Sealer, 'sign'>,
  row: AuditRow,
  former: { sequence: number; hash: string },
): string | undefined {
  if (row.sequence !== former.sequence + 1)
    return `Record ${former.sequence + 1} is missing: ${row.sequence} follows ${former.sequence}`;
  if (row.previous_hash !== former.hash)
    return `Record ${row.sequence} is not bound to the one before it: one of them was replaced`;
  if (row.hash !== hashOf(sealer, row)) return `Record ${row.sequence} was changed after it was written`;
  return undefined;
}

/** Reads all records in their order, part by part with other requests between, and checks how each is bound. */
export async function verifyChain(sealer: Pick<Sealer, 'sign'>, readAfter: ReadAfter): Promise<AuditCheck> {
  let former = { sequence: 0, hash: CHAIN_BEGIN };
  for (;;) {
    const rows = await readAfter(former.sequence, PART);
    for (const row of rows) {
      const reason = faultOf(sealer, row, former);
      if (reason !== undefined) {
        const { sequence: records, hash: lastHash } = former;
        return { isIntact: false, records, brokenAt: records + 1, reason, lastHash };
      }
      former = row;
    }
    if (rows.length < PART) {
      const { sequence: records, hash: lastHash } = former;
      return { isIntact: true, records, brokenAt: 0, reason: '', lastHash };
    }
    await othersTurn();
  }
}
