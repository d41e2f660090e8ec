import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Store } from '../store/index.ts';
import type { UserRow } from '../store/schema.ts';
import type { Principal } from './permissions.ts';
import { readPrincipal, serializeRoles } from './users.ts';

const ISSUER = 'local';
const SUBJECT = 'local@localhost';

/** Everyone is this administrator while sign-in is `none`. */
export async function ensureLocalUser(store: Store, ids: IdSource, clock: Clock): Promise<Principal> {
  return store.transaction(async (tx) => {
    const known = await tx.users.findByIdentity(ISSUER, SUBJECT);
    if (known) return readPrincipal(tx, known);
    const row: UserRow = {
      id: ids('user'),
      issuer: ISSUER,
      subject: SUBJECT,
      name: 'Local administrator',
      email: SUBJECT,
      picture: '',
      user_type: 'LOCAL',
      roles: serializeRoles(['admin']),
      status: 'ACTIVE',
      last_sign_in_at: 0,
      revision: 1,
      created_at: clock(),
    };
    await tx.users.insert(row);
    return readPrincipal(tx, row);
  });
}
