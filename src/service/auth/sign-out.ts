import { randomBytes } from 'node:crypto';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { SessionRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import type { ProviderReaders } from './provider-readers.ts';
import { buildOidcLogoutUrl, type ProviderSession } from './provider-session.ts';
import { describeRefusal, MessageRefused } from './refusal.ts';
import type { SamlProvider } from './saml-metadata.ts';
import type { SamlMessage } from './saml-signed.ts';
import { createSelfSigned, type OwnCertificate } from './self-signed.ts';
import type { SessionProvider, Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { SsoConfig, SsoSettings } from './sso-settings.ts';
import { readPrincipal } from './users.ts';

const ID = 'saml';

/** Signs messages to a SAML provider; created once and stored sealed. */
function createOwnKey(store: Store, sealer: Sealer, clock: Clock): () => Promise<OwnCertificate> {
  let known: OwnCertificate | undefined;
  const read = async (): Promise<OwnCertificate | undefined> => {
    const row = await store.ownKeys.find(ID);
    return row && (sealer.open(JSON.parse(row.sealed)).own as OwnCertificate);
  };
  return async () => {
    known ??= await read();
    if (known) return known;
    const now = clock();
    const own = createSelfSigned('Penstock', now);
    await store.ownKeys.insert({
      id: ID,
      sealed: JSON.stringify(sealer.seal({ own }, ['own'])),
      created_at: now,
    });
    // Another process may have been first.
    known = (await read()) ?? own;
    return known;
  };
}

/** The provider may ask something before the browser returns. */
const UNDER_WAY_MS = 600_000;
const MAX_UNDER_WAY = 1000;

export const SIGNED_OUT = {
  everywhere: '/login?signed-out=everywhere',
  here: '/login?signed-out=here',
  refused: '/login?problem=logout-refused',
} as const;

type Tools = {
  store: Store;
  clock: Clock;
  audit: Audit;
  sealer: Sealer;
  log: Log;
  sessions: Sessions;
  sso: SsoSettings;
  addressesOf: SignIn['addressesOf'];
  readers: ProviderReaders;
};

/** Used messages, each until it expires. */
function createSeen(clock: Clock) {
  const until = new Map<string, number>();
  /** @throws Error for a repeated message */
  return (name: string, usableUntil: number): void => {
    for (const [key, end] of until) if (end < clock()) until.delete(key);
    if (until.has(name)) throw new MessageRefused('It was used before');
    until.set(name, usableUntil);
  };
}

export function createSignOut(tools: Tools) {
  const { store, clock, audit, log, sessions, sso, addressesOf, readers } = tools;
  const ownKey = createOwnKey(store, tools.sealer, clock);
  const requireUnseen = createSeen(clock);
  const underWay = new Map<string, { requestId: string; expiresAt: number }>();

  const begin = (): { state: string; requestId: string } => {
    const [state, requestId] = [
      randomBytes(32).toString('base64url'),
      `_${randomBytes(32).toString('base64url')}`,
    ];
    underWay.set(state, { requestId, expiresAt: clock() + UNDER_WAY_MS });
    const [oldest] = underWay.keys();
    if (underWay.size > MAX_UNDER_WAY && oldest !== undefined) underWay.delete(oldest);
    return { state, requestId };
  };
  const take = (state: string): string | undefined => {
    const found = underWay.get(state);
    underWay.delete(state);
    return found && found.expiresAt > clock() ? found.requestId : undefined;
  };

  const readSelf = async (request: Request) => {
    const { entityId, logout } = addressesOf(request);
    return { entityId, sloUrl: logout.samlUrl, own: await ownKey() };
  };

  const endSessions = async (
    provider: SessionProvider,
    isMeant: (session: ProviderSession) => boolean,
  ): Promise<void> => {
    const meant = (await store.sessions.ofProvider(provider)).filter((row) => {
      const atProvider = sessions.atProvider(row);
      return atProvider !== undefined && isMeant(atProvider);
    });
    for (const { id, user_id } of meant) {
      await store.transaction(async (tx) => {
        const user = await tx.users.find(user_id);
        const principal = user && (await readPrincipal(tx, user));
        const attempt = { call: 'signOut', principal, source: 'api', now: clock() } as const;
        await audit.record(tx, attempt, (watched) => watched.sessions.delete(id));
      });
    }
  };

  const recordRefusal = async (error: unknown, address: string | undefined): Promise<void> => {
    const attempt = { call: 'signOut', principal: undefined, source: 'api', now: clock(), address } as const;
    const reason = `The provider's logout was refused: ${describeRefusal(error)}`;
    // Anyone may send such messages, so the log is as quiet as the audit.
    if (await audit.recordDenied(attempt, reason))
      log.warn({ err: error, address }, 'a logout of the provider was refused');
  };

  const obey = async (request: Request, message: SamlMessage, config: SsoConfig): Promise<string> => {
    const {
      readLogoutRequest,
      readLogoutResponse,
      requireForUs,
      buildSamlLogoutAnswerUrl: samlLogoutAnswerUrl,
    } = await import('./saml-logout.ts');
    const metadata = await readers.saml();
    await requireForUs(message, metadata.last(config)?.entityId, addressesOf(request).logout.samlUrl);
    const provider: SamlProvider = await metadata.read(config);
    const self = await readSelf(request);
    const xml = await message.signed(provider.certificates);
    if (message.kind === 'SAMLResponse') {
      const requestId = take(message.relayState);
      if (requestId === undefined) throw new MessageRefused('It is not the answer to a logout in progress');
      const isAll = await readLogoutResponse(xml, provider, self.sloUrl, requestId);
      return isAll ? SIGNED_OUT.everywhere : SIGNED_OUT.here;
    }
    const { id, usableUntil, name, sessionIndexes } = await readLogoutRequest(
      xml,
      provider,
      self.sloUrl,
      clock(),
    );
    requireUnseen(`${provider.entityId} ${id}`, usableUntil);
    await endSessions(
      'saml',
      (one) =>
        one.protocol === 'saml' &&
        one.issuer === provider.entityId &&
        one.name.text === name &&
        (sessionIndexes.length === 0 || sessionIndexes.includes(one.sessionIndex)),
    );
    if (provider.logoutAnswerUrl === '') return SIGNED_OUT.everywhere;
    const answer = { requestId: id, relayState: message.relayState };
    return samlLogoutAnswerUrl(self, provider.logoutAnswerUrl, answer);
  };

  return {
    /** The provider's logout address, if the session has one. */
    leave: async (request: Request, row: SessionRow): Promise<string | undefined> => {
      const atProvider = sessions.atProvider(row);
      if (!atProvider) return undefined;
      if (atProvider.logoutUrl === '') return SIGNED_OUT.here;
      const names = begin();
      if (atProvider.protocol === 'oidc')
        return buildOidcLogoutUrl(atProvider, addressesOf(request).logout.redirectUri, names.state);
      const { buildSamlLogoutUrl } = await import('./saml-logout.ts');
      return buildSamlLogoutUrl(await readSelf(request), atProvider, names);
    },
    samlMetadata: async (request: Request): Promise<string> => {
      const { buildSamlServiceMetadata } = await import('./saml-service-metadata.ts');
      const { acsUrl } = addressesOf(request);
      const { own, ...self } = await readSelf(request);
      return buildSamlServiceMetadata({ ...self, acsUrl, certificate: own.certificate });
    },
    /** @returns where the browser goes next */
    samlMessage: async (
      request: Request,
      form: URLSearchParams | undefined,
      address: string | undefined,
    ): Promise<string> => {
      const isAnswer = (form ?? new URL(request.url).searchParams).has('SAMLResponse');
      try {
        const { config, inForce } = await sso.current();
        if (inForce !== 'saml') throw new MessageRefused('People do not sign in by SAML here');
        const { readFormMessage: messageOfForm, readQueryMessage: messageOfQuery } = await import(
          './saml-signed.ts'
        );
        const message = form ? messageOfForm(form) : messageOfQuery(new URL(request.url).search.slice(1));
        return await obey(request, message, config);
      } catch (error) {
        await recordRefusal(error, address);
        return isAnswer ? SIGNED_OUT.here : SIGNED_OUT.refused;
      }
    },
    back: (state: string): string => (take(state) === undefined ? SIGNED_OUT.here : SIGNED_OUT.everywhere),
    backchannel: async (token: string, address: string | undefined): Promise<boolean> => {
      try {
        const { config, inForce } = await sso.current();
        if (inForce !== 'oidc') throw new MessageRefused('People do not sign in by OpenID Connect here');
        const readToken = await readers.logoutTokens();
        const ended = await readToken(config, token, clock());
        requireUnseen(`${ended.issuer} ${ended.jti}`, ended.usableUntil);
        await endSessions(
          'oidc',
          (one) =>
            one.protocol === 'oidc' &&
            one.issuer === ended.issuer &&
            (ended.subject === '' || one.subject === ended.subject) &&
            // A session without a known name is matched by person.
            (one.sid === '' ? ended.subject !== '' : ended.sid === '' || one.sid === ended.sid),
        );
        return true;
      } catch (error) {
        await recordRefusal(error, address);
        return false;
      }
    },
  };
}
export type SignOut = ReturnType<typeof createSignOut>;
