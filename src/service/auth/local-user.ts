import type { Clock, IdSource } from '../ids.ts';
import type { Store } from '../store/index.ts';
import type { UserRow } from '../store/schema.ts';
import type { Principal } from './permissions.ts';
import { principalOf, storedRoles } from './users.ts';

const ISSUER = 'local';
const SUBJECT = 'local@localhost';

/** The administrator everyone is while sign-in is `none`; made at the first start. */
export async function ensureLocalUser(store: Store, ids: IdSource, clock: Clock): Promise<Principal> {
  return store.transaction(async (tx) => {
    const known = await tx.users.findByIdentity(ISSUER, SUBJECT);
    if (known) return principalOf(tx, known);
    const row: UserRow = {
      id: ids('user'),
      issuer: ISSUER,
      subject: SUBJECT,
      name: 'Local administrator',
      email: SUBJECT,
      picture: '',
      user_type: 'LOCAL',
      roles: storedRoles(['admin']),
      status: 'ACTIVE',
      last_sign_in_at: 0,
      revision: 1,
      created_at: clock(),
    };
    await tx.users.insert(row);
    return principalOf(tx, row);
  });
}
