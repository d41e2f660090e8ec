import { createHash, randomBytes } from 'node:crypto';
import type { OpenSession } from '../../contract/entities/sso.ts';
import { type Clock, formatTime } from '../clock.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { SessionRow, UserRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import type { ProviderSession } from './provider-session.ts';

export const IDLE_MS = 30 * 60_000;
export const ABSOLUTE_MS = 12 * 3_600_000;
const SEEN_AGAIN_MS = 60_000;
const USER_AGENT_MAX_LENGTH = 300;

export type SessionProvider = OpenSession['provider'];

/** Before SAML, every provider was OpenID Connect. */
export const readProvider = ({ provider }: Pick<SessionRow, 'provider'>): SessionProvider =>
  provider === 'fallback' || provider === 'saml' ? provider : 'oidc';

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const isOver = (row: SessionRow, now: number): boolean =>
  row.expires_at <= now || row.last_seen_at + IDLE_MS <= now;

/** A 256-bit token in a cookie; only its hash is stored. */
export function createSessions(store: Store, clock: Clock, sealer: Sealer) {
  return {
    /** Always a new token, against session fixation. */
    begin: async (
      tx: Repositories,
      user: UserRow,
      provider: SessionProvider,
      request: Request,
      atProvider?: ProviderSession,
    ): Promise<string> => {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      await tx.sessions.sweep(now, now - IDLE_MS);
      await tx.sessions.insert({
        id: randomBytes(12).toString('base64url'),
        secret_hash: hashToken(token),
        user_id: user.id,
        provider,
        user_agent: (request.headers.get('user-agent') ?? '').slice(0, USER_AGENT_MAX_LENGTH),
        provider_session: atProvider ? JSON.stringify(sealer.seal({ atProvider }, ['atProvider'])) : '',
        created_at: now,
        last_seen_at: now,
        expires_at: now + ABSOLUTE_MS,
      });
      return token;
    },
    use: async (token: string): Promise<SessionRow | undefined> => {
      if (token === '') return undefined;
      const row = await store.sessions.findByHash(hashToken(token));
      const now = clock();
      if (!row || isOver(row, now)) return undefined;
      if (now - row.last_seen_at >= SEEN_AGAIN_MS) await store.sessions.seen(row.id, now);
      return row;
    },
    /** Does not prolong it. */
    isOpen: async (id: string): Promise<boolean> => {
      const row = await store.sessions.find(id);
      return row !== undefined && !isOver(row, clock());
    },
    atProvider: ({ provider_session }: SessionRow): ProviderSession | undefined =>
      provider_session === ''
        ? undefined
        : (sealer.open(JSON.parse(provider_session)).atProvider as ProviderSession),
    ofUser: async (tx: Repositories, userId: string): Promise<SessionRow[]> =>
      (await tx.sessions.ofUser(userId)).filter((row) => !isOver(row, clock())),
  };
}
export type Sessions = ReturnType<typeof createSessions>;

export const toSessionEntity = (row: SessionRow, currentId: string | undefined): OpenSession => ({
  id: row.id,
  isCurrent: row.id === currentId,
  userAgent: row.user_agent,
  provider: readProvider(row),
  createdAt: formatTime(row.created_at),
  lastSeenAt: formatTime(row.last_seen_at),
  expiresAt: formatTime(Math.min(row.expires_at, row.last_seen_at + IDLE_MS)),
});
