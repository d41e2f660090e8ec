import { ContractError } from '../../contract/errors.ts';
import { SIGN_IN_PROBLEMS } from '../../contract/sign-in-problems.ts';
import { ATTEMPT_SECONDS } from '../auth/attempts.ts';
import { ATTEMPT_COOKIE, clearCookie, SESSION_COOKIE, writeCookie } from '../auth/cookies.ts';
import type { Principal } from '../auth/permissions.ts';
import { SignInRefused } from '../auth/refusal.ts';
import { ABSOLUTE_MS, toSessionEntity } from '../auth/sessions.ts';
import { makeFallbackCode } from '../auth/sign-in.ts';
import { keepFixed, SSO_SECRETS, toSsoEntity } from '../auth/sso-settings.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requireVersion } from '../require.ts';
import {
  findMissing,
  requireAddress,
  requireMetadata,
  requireRoles,
  requireSameIssuer,
  requireWayIn,
} from './sso-checks.ts';

const OFF = 'Sign-in is off on this service: everyone on this machine is its administrator';

const conflict = (message: string) => new ContractError('CONFLICT', message);

async function begun<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    throw conflict(error.message);
  }
}

const sessionCookie = (token: string, isSecure: boolean) =>
  writeCookie(SESSION_COOKIE, token, isSecure, ABSOLUTE_MS / 1000);

type SignInCalls =
  | 'getSignIn'
  | 'startSignIn'
  | 'useFallbackCode'
  | 'signOut'
  | 'listSessions'
  | 'deleteSession';

export const signInHandlers = {
  getSignIn: async ({ services }) => {
    const { inForce, config, fallbackHash } = await services.sso.current();
    const isOn = inForce !== 'none';
    return {
      provider: inForce,
      name: isOn ? config.name : '',
      hasFallback: isOn && config.allowsFallback && fallbackHash !== '',
    };
  },
  startSignIn: async ({ body, services, request, address, setCookie }) => {
    const { signIn, sso } = services;
    if ((await sso.current()).inForce === 'none') throw conflict(OFF);
    try {
      const { url, binding } = await signIn.start(request, body.returnTo, address);
      setCookie(writeCookie(ATTEMPT_COOKIE, binding, signIn.isSecure, ATTEMPT_SECONDS));
      return { url };
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      throw conflict(SIGN_IN_PROBLEMS[error.problem]);
    }
  },
  useFallbackCode: async ({ body, services, request, address, setCookie }) => {
    const { signIn } = services;
    const token = await signIn.useFallback(request, body.code, address);
    if (token === undefined) {
      throw invalid([{ field: 'code', rule: 'code', message: 'This is not the fallback code' }]);
    }
    setCookie(sessionCookie(token, signIn.isSecure));
    return {};
  },
  signOut: async ({ principal, services, request, now, setCookie }) => {
    const { store, audit, signIn } = services;
    const { isSecure } = signIn;
    const caller: Principal | undefined = principal;
    const id = caller?.session?.id;
    const row = id === undefined ? undefined : await store.sessions.find(id);
    if (id !== undefined) {
      const attempt = { call: 'signOut', principal, source: 'ui', now } as const;
      await store.transaction((tx) => audit.record(tx, attempt, (watched) => watched.sessions.delete(id)));
    }
    setCookie(clearCookie(SESSION_COOKIE, isSecure));
    const url = row && (await services.signOut.leave(request, row));
    return url === undefined ? {} : { url };
  },
  listSessions: async ({ principal, services, tx }) => {
    const rows = await services.sessions.ofUser(tx, principal.user.id);
    return { sessions: rows.map((row) => toSessionEntity(row, principal.session?.id)) };
  },
  deleteSession: async ({ path, principal, tx }) => {
    const row = await tx.sessions.find(path.sessionId);
    if (row?.user_id !== principal.user.id) {
      throw new ContractError('NOT_FOUND', `There is no session with the id ${path.sessionId}`);
    }
    await tx.sessions.delete(row.id);
    return {};
  },
} satisfies Pick<Handlers, SignInCalls>;

type SsoCalls = 'getSso' | 'updateSso' | 'createFallbackCode' | 'startSsoTest' | 'getSsoTest';

export const ssoHandlers = {
  getSso: async ({ tx, services, request, setEtag }) => {
    const state = await services.sso.read(tx);
    setEtag(state.revision);
    return { sso: toSsoEntity(state, services.signIn.addressesOf(request)) };
  },
  updateSso: async ({
    body,
    tx,
    services,
    request,
    principal,
    now,
    ifMatch,
    setEtag,
    setCookie,
    afterCommit,
  }) => {
    const { sso, signIn, sealer, sessions } = services;
    const before = await sso.read(tx);
    const addresses = signIn.addressesOf(request);
    requireVersion(ifMatch, before.revision, () => toSsoEntity(before, addresses));
    await requireRoles(tx, body.sso);
    requireAddress(body.sso);
    await requireMetadata(body.sso, now);
    requireWayIn(body.sso, before, principal.session?.provider === body.sso.provider);
    const row = await tx.sso.find();
    const stored = row ? JSON.parse(row.settings) : {};
    const asked = requireSameIssuer(keepFixed(body.sso, before), before);
    const settings = sealer.seal(sealer.keep(asked, SSO_SECRETS, stored), SSO_SECRETS);
    await tx.sso.put({
      settings: JSON.stringify(settings),
      fallback_hash: before.fallbackHash,
      revision: before.revision + 1,
      updated_at: now,
    });
    const after = await sso.read(tx);
    // Whoever enables sign-in stays signed in, to test it or disable it again.
    const local =
      after.inForce === 'none' || principal.session ? undefined : await tx.users.find(principal.user.id);
    if (local)
      setCookie(sessionCookie(await sessions.begin(tx, local, 'fallback', request), signIn.isSecure));
    afterCommit(sso.changed);
    setEtag(after.revision);
    return { sso: toSsoEntity(after, addresses) };
  },
  createFallbackCode: async ({ tx, services, now, afterCommit }) => {
    const { code, hash } = makeFallbackCode();
    const row = await tx.sso.find();
    await tx.sso.put({
      settings: row?.settings ?? '{}',
      fallback_hash: hash,
      // Unchanged, so that an open form can still be saved.
      revision: row?.revision ?? 1,
      updated_at: now,
    });
    afterCommit(services.sso.changed);
    return { code };
  },
  startSsoTest: async ({ services, request, address, setCookie }) => {
    const { signIn, sso } = services;
    const { config } = await sso.current();
    if (findMissing(config).length > 0) {
      const what = config.provider === 'oidc' ? 'an issuer and a client ID' : 'the metadata of the provider';
      throw conflict(`Save ${what} first`);
    }
    const { testId, url, binding } = await begun(() => signIn.startTest(request, address));
    setCookie(writeCookie(ATTEMPT_COOKIE, binding, signIn.isSecure, ATTEMPT_SECONDS));
    return { testId, url };
  },
  getSsoTest: async ({ path, services }) => {
    const test = services.signIn.testOf(path.testId);
    if (!test) throw new ContractError('NOT_FOUND', `There is no test sign-in with the id ${path.testId}`);
    return { test };
  },
} satisfies Pick<Handlers, SsoCalls>;
