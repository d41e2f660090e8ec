import type { Clock } from '../ids.ts';
import type { Store } from '../store/index.ts';
import { isExpired, principalOfKey } from './api-keys.ts';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import type { Principal } from './permissions.ts';
import { grantsOf } from './permissions.ts';
import { rolesOfIds } from './roles.ts';
import { providerOf, type Sessions } from './sessions.ts';
import type { SsoSettings } from './sso-settings.ts';
import { principalOf } from './users.ts';

export type Authenticator = {
  /**
   * Who a request comes from: the holder of its API key, else who is signed in.
   * @throws ContractError UNAUTHENTICATED for a key that does not work
   */
  authenticate(request: Request): Promise<Principal | undefined>;
  /** The same caller with what they hold by now; undefined once they may not call any more. */
  current(principal: Principal): Promise<Principal | undefined>;
};

type Tools = { store: Store; clock: Clock; sso: SsoSettings; sessions: Sessions; isSecure: boolean };

/** With sign-in `none` everyone without an API key is the local administrator; else whose session it is. */
export function createAuthenticator(tools: Tools, local: Principal): Authenticator {
  const { store, clock, sso, sessions, isSecure } = tools;
  const currentKey = async (principal: Principal, keyId: string): Promise<Principal | undefined> => {
    const row = await store.apiKeys.find(keyId);
    if (row === undefined || row.secret_hash !== principal.keySecretHash) return undefined;
    if (row.revoked_at !== 0 || isExpired(row, clock())) return undefined;
    const owner = await store.users.find(row.created_by);
    if (!owner || owner.status === 'DISABLED') return undefined;
    const roles = await rolesOfIds(store, [row.role_id]);
    return { ...principal, grants: grantsOf(roles, JSON.parse(row.site_ids)) };
  };
  const isOff = async () => (await sso.current()).inForce === 'none';

  const principalOfSession = async (request: Request): Promise<Principal | undefined> => {
    const row = await sessions.use(readCookie(request, SESSION_COOKIE, isSecure));
    const user = row && (await store.users.find(row.user_id));
    if (!user || user.status === 'DISABLED') return undefined;
    return { ...(await principalOf(store, user)), session: { id: row.id, provider: providerOf(row) } };
  };

  return {
    authenticate: async (request) => {
      const header = request.headers.get('authorization');
      if (header !== null) return principalOfKey(store, clock, header);
      return (await isOff()) ? local : principalOfSession(request);
    },
    current: async (principal) => {
      if (principal.keyId !== undefined) return currentKey(principal, principal.keyId);
      const isSignedIn = principal.session ? await sessions.isOpen(principal.session.id) : false;
      if (!isSignedIn && !(await isOff())) return undefined;
      const row = await store.users.find(principal.user.id);
      return row && row.status !== 'DISABLED' ? principalOf(store, row) : undefined;
    },
  };
}
