import type { User } from '../../contract/entities/user.ts';
import type { Clock, IdSource } from '../ids.ts';
import type { Store } from '../store/index.ts';
import type { UserRow } from '../store/schema.ts';
import type { Principal } from './permissions.ts';

const ISSUER = 'local';
const SUBJECT = 'local@localhost';

const userOf = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  picture: row.picture,
  userType: row.user_type === 'LOCAL' ? 'LOCAL' : 'SSO',
  roles: JSON.parse(row.roles),
});

/** The administrator everyone is while sign-in is `none`; made at the first start. */
export async function ensureLocalUser(store: Store, ids: IdSource, clock: Clock): Promise<Principal> {
  return store.transaction(async (tx) => {
    const known = await tx.users.findByIdentity(ISSUER, SUBJECT);
    if (known) return { user: userOf(known), grants: [] };
    const row: UserRow = {
      id: ids('user'),
      issuer: ISSUER,
      subject: SUBJECT,
      name: 'Local administrator',
      email: SUBJECT,
      picture: '',
      user_type: 'LOCAL',
      roles: JSON.stringify([{ id: 'admin', type: 'SYSTEM', name: 'Admin' }]),
      created_at: clock(),
    };
    await tx.users.insert(row);
    return { user: userOf(row), grants: [] };
  });
}

export { userOf };
