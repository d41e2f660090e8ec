import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import { authenticateKey, isExpired, isOfNobody, readHeldByKey } from './api-keys.ts';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import type { Principal } from './permissions.ts';
import { readProvider, type Sessions } from './sessions.ts';
import type { SsoSettings } from './sso-settings.ts';
import { readPrincipal } from './users.ts';

export type Authenticator = {
  /**
   * By API key, else by session.
   * @throws ContractError UNAUTHENTICATED for an invalid key
   */
  authenticate(request: Request): Promise<Principal | undefined>;
  /** The same caller with current grants; undefined once they lost access. */
  current(principal: Principal): Promise<Principal | undefined>;
};

type Tools = { store: Store; clock: Clock; sso: SsoSettings; sessions: Sessions; isSecure: boolean };

/** With sign-in `none` every caller without an API key is the local administrator. */
export function createAuthenticator(tools: Tools, local: Principal): Authenticator {
  const { store, clock, sso, sessions, isSecure } = tools;
  const isOff = async () => (await sso.current()).inForce === 'none';
  const refreshKey = async (principal: Principal, keyId: string): Promise<Principal | undefined> => {
    const row = await store.apiKeys.find(keyId);
    if (row === undefined || row.secret_hash !== principal.keySecretHash) return undefined;
    if (row.revoked_at !== 0 || isExpired(row, clock())) return undefined;
    const owner = await store.users.find(row.created_by);
    if (!owner || owner.status === 'DISABLED' || isOfNobody(owner, !(await isOff()))) return undefined;
    return { ...principal, ...(await readHeldByKey(store, row, owner)) };
  };

  const authenticateSession = async (request: Request): Promise<Principal | undefined> => {
    const row = await sessions.use(readCookie(request, SESSION_COOKIE, isSecure));
    const user = row && (await store.users.find(row.user_id));
    if (!user || user.status === 'DISABLED') return undefined;
    return { ...(await readPrincipal(store, user)), session: { id: row.id, provider: readProvider(row) } };
  };

  return {
    authenticate: async (request) => {
      const header = request.headers.get('authorization');
      if (header !== null) return authenticateKey({ store, clock, isSignInOn: !(await isOff()) }, header);
      return (await isOff()) ? local : authenticateSession(request);
    },
    current: async (principal) => {
      if (principal.keyId !== undefined) return refreshKey(principal, principal.keyId);
      const isSignedIn = principal.session ? await sessions.isOpen(principal.session.id) : false;
      if (!isSignedIn && !(await isOff())) return undefined;
      const row = await store.users.find(principal.user.id);
      if (!row || row.status === 'DISABLED') return undefined;
      const held = await readPrincipal(store, row);
      return principal.session ? { ...held, session: principal.session } : held;
    },
  };
}
