import { randomBytes } from 'node:crypto';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { SessionRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import type { MetadataReader } from './oidc.ts';
import { createOwnKey } from './own-key.ts';
import { oidcLogoutUrl, type ProviderSession } from './provider-session.ts';
import { whyOf } from './refusal.ts';
import type { SamlMetadataReader, SamlProvider } from './saml-metadata.ts';
import type { SamlMessage } from './saml-signed.ts';
import type { SessionProvider, Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { SsoSettings } from './sso-settings.ts';
import { principalOf } from './users.ts';

/** A person may be asked at the provider before the browser comes back. */
const UNDER_WAY_MS = 600_000;
const MAX_UNDER_WAY = 1000;

/** Pages that tell how a logout ended. */
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
};

/** Messages that were obeyed, each until nobody could take it for a new one. */
function createSeen(clock: Clock) {
  const until = new Map<string, number>();
  /** @throws Error for one that was seen before */
  return (name: string, usableUntil: number): void => {
    for (const [key, end] of until) if (end < clock()) until.delete(key);
    if (until.has(name)) throw new Error('It was used before');
    until.set(name, usableUntil);
  };
}

/** Logging out together with the provider: ours ends its session, and its logout ends ours. */
export function createSignOut(tools: Tools) {
  const { store, clock, audit, log, sessions, sso, addressesOf } = tools;
  const ownKey = createOwnKey(store, tools.sealer, clock);
  const requireUnseen = createSeen(clock);
  const underWay = new Map<string, { requestId: string; expiresAt: number }>();
  let samlReader: SamlMetadataReader | undefined;
  let oidcReader: MetadataReader | undefined;

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

  const selfOf = async (request: Request) => {
    const { entityId, logout } = addressesOf(request);
    return { entityId, sloUrl: logout.samlUrl, own: await ownKey() };
  };

  /** Ends the sessions a provider means, each with a record of whose it was. */
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
        const principal = user && (await principalOf(tx, user));
        const attempt = { call: 'signOut', principal, source: 'api', now: clock() } as const;
        await audit.recorded(tx, attempt, (watched) => watched.sessions.delete(id));
      });
    }
  };

  const denied = async (error: unknown): Promise<void> => {
    const attempt = { call: 'signOut', principal: undefined, source: 'api', now: clock() } as const;
    log.warn({ err: error }, 'a logout of the provider was refused');
    await audit.denied(attempt, `The provider's logout was refused: ${whyOf(error)}`);
  };

  const obey = async (request: Request, message: SamlMessage, provider: SamlProvider): Promise<string> => {
    const { readLogoutRequest, readLogoutResponse, samlLogoutAnswerUrl } = await import('./saml-logout.ts');
    const self = await selfOf(request);
    const xml = await message.signed(provider.certificates);
    if (message.kind === 'SAMLResponse') {
      const requestId = take(message.relayState);
      if (requestId === undefined) throw new Error('It answers no logout that is under way');
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
    /** Where the browser goes once a session is over here; undefined for one that began at no provider. */
    leave: async (request: Request, row: SessionRow): Promise<string | undefined> => {
      const atProvider = sessions.atProvider(row);
      if (!atProvider) return undefined;
      if (atProvider.logoutUrl === '') return SIGNED_OUT.here;
      const names = begin();
      if (atProvider.protocol === 'oidc')
        return oidcLogoutUrl(atProvider, addressesOf(request).logout.redirectUri, names.state);
      const { samlLogoutUrl } = await import('./saml-logout.ts');
      return samlLogoutUrl(await selfOf(request), atProvider, names);
    },
    /** What describes this service to a SAML provider. */
    samlMetadata: async (request: Request): Promise<string> => {
      const { samlServiceMetadata } = await import('./saml-service.ts');
      const { acsUrl } = addressesOf(request);
      const { own, ...self } = await selfOf(request);
      return samlServiceMetadata({ ...self, acsUrl, certificate: own.certificate });
    },
    /**
     * A message of a SAML provider about a logout, in an address or as a form.
     * @returns where the browser goes
     */
    samlMessage: async (request: Request, form: URLSearchParams | undefined): Promise<string> => {
      const isAnswer = (form ?? new URL(request.url).searchParams).has('SAMLResponse');
      try {
        const { config, inForce } = await sso.current();
        if (inForce !== 'saml') throw new Error('People do not sign in by SAML here');
        const { messageOfForm, messageOfQuery } = await import('./saml-signed.ts');
        const { createSamlMetadataReader } = await import('./saml-metadata.ts');
        samlReader ??= createSamlMetadataReader(clock);
        const message = form ? messageOfForm(form) : messageOfQuery(new URL(request.url).search.slice(1));
        return await obey(request, message, await samlReader(config));
      } catch (error) {
        await denied(error);
        return isAnswer ? SIGNED_OUT.here : SIGNED_OUT.refused;
      }
    },
    /** The browser is back from a provider of OpenID Connect. */
    back: (state: string): string => (take(state) === undefined ? SIGNED_OUT.here : SIGNED_OUT.everywhere),
    /** A provider of OpenID Connect tells that a session is over; false for a token that is not taken. */
    backchannel: async (token: string): Promise<boolean> => {
      try {
        const { config, inForce } = await sso.current();
        if (inForce !== 'oidc') throw new Error('People do not sign in by OpenID Connect here');
        const [{ createMetadataReader }, { readLogoutToken }] = await Promise.all([
          import('./oidc.ts'),
          import('./oidc-logout.ts'),
        ]);
        oidcReader ??= createMetadataReader();
        const ended = await readLogoutToken(oidcReader, config, token, clock());
        requireUnseen(`${ended.issuer} ${ended.jti}`, ended.usableUntil);
        await endSessions(
          'oidc',
          (one) =>
            one.protocol === 'oidc' &&
            one.issuer === ended.issuer &&
            (ended.subject === '' || one.subject === ended.subject) &&
            // A session whose name the provider never told is meant by its person.
            (one.sid === '' ? ended.subject !== '' : ended.sid === '' || one.sid === ended.sid),
        );
        return true;
      } catch (error) {
        await denied(error);
        return false;
      }
    },
  };
}
export type SignOut = ReturnType<typeof createSignOut>;
