import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ContractError } from '../../contract/errors.ts';
import { returnAddress } from '../../contract/return-address.ts';
import type { SignInProblem } from '../../contract/sign-in-problems.ts';
import { createAllowance } from '../allowance.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { UserRow } from '../store/schema.ts';
import { type Admission, admit } from './admission.ts';
import { type Asked, type Attempt, createAttempts } from './attempts.ts';
import { ATTEMPT_COOKIE, readCookie } from './cookies.ts';
import type { Identity } from './identity.ts';
import type { ProviderReaders } from './provider-readers.ts';
import type { ProviderSession } from './provider-session.ts';
import { SignInRefused } from './refusal.ts';
import { readRoles } from './roles.ts';
import type { UsedAssertions } from './saml.ts';
import type { SessionProvider, Sessions } from './sessions.ts';
import {
  ACS_PATH,
  BACKCHANNEL_PATH,
  CALLBACK_PATH,
  SAML_METADATA_PATH,
  SIGNED_OUT_PATH,
  SLO_PATH,
} from './sign-in-paths.ts';
import type { SsoConfig, SsoSettings } from './sso-settings.ts';
import { parseRoleIds, readPrincipal } from './users.ts';

type SignInEnd =
  | { kind: 'signedIn'; token: string; returnTo: string }
  | { kind: 'refused'; problem: SignInProblem; returnTo: string }
  | { kind: 'tested' };

type Tools = {
  store: Store;
  clock: Clock;
  steady: Clock;
  ids: IdSource;
  audit: Audit;
  log: Log;
  readers: ProviderReaders;
  sessions: Sessions;
  sso: SsoSettings;
  localUserId: string;
};

/** Per address; too slow to guess a code. */
const FAILURES_PER_MINUTE = 10;

const hashCode = (code: string): string => createHash('sha256').update(code.trim()).digest('hex');

/** A code, grouped for copying by hand, and its hash. */
export function makeFallbackCode(): { code: string; hash: string } {
  const code = randomBytes(20).toString('hex').match(/.{8}/g)?.join('-') ?? '';
  return { code, hash: hashCode(code) };
}

/** Sign-in through the provider, by fallback code, or as a test. Every attempt is audited. */
export function createSignIn(tools: Tools) {
  const { store, clock, steady, ids, audit, log, readers, sessions, sso, localUserId } = tools;
  const attempts = createAttempts(clock);
  // Separate, so that provider failures do not block the fallback code.
  const failures = {
    provider: createAllowance(FAILURES_PER_MINUTE, steady),
    fallback: createAllowance(FAILURES_PER_MINUTE, steady),
  };
  const used: UsedAssertions = new Map();
  const { publicUrl, hasTls = false, adminEmail } = sso.environment;
  const isSecure = hasTls || publicUrl.startsWith('https:');

  /** As the browser knows it; the host was checked before. */
  const readBaseUrl = (request: Request): string =>
    publicUrl === ''
      ? `http${isSecure ? 's' : ''}://${request.headers.get('host') ?? new URL(request.url).host}`
      : publicUrl;
  const listAddresses = (request: Request) => ({
    redirectUri: `${readBaseUrl(request)}${CALLBACK_PATH}`,
    acsUrl: `${readBaseUrl(request)}${ACS_PATH}`,
    entityId: `${readBaseUrl(request)}${SAML_METADATA_PATH}`,
    logout: {
      samlUrl: `${readBaseUrl(request)}${SLO_PATH}`,
      redirectUri: `${readBaseUrl(request)}${SIGNED_OUT_PATH}`,
      backchannelUri: `${readBaseUrl(request)}${BACKCHANNEL_PATH}`,
    },
  });

  const makeAttempt = (call: string, address: string | undefined) => ({
    call,
    principal: undefined,
    source: 'ui' as const,
    now: clock(),
    address,
  });

  /** Anyone may try, so the log is as quiet as the audit. */
  const recordRefusal = async (error: SignInRefused, address: string | undefined): Promise<void> => {
    if (await audit.recordDenied(makeAttempt('signIn', address), error.reason))
      log.warn({ err: error, address }, 'a sign-in was refused');
  };

  /** @throws ContractError TOO_MANY_REQUESTS after too many failures of an address */
  const requireFewFailures = (of: keyof typeof failures, address: string | undefined): void => {
    const seconds = address === undefined ? 0 : failures[of].wait(address);
    if (seconds === 0) return;
    const message = `From one address ${FAILURES_PER_MINUTE} sign-ins a minute may fail; try again in ${seconds} s`;
    throw new ContractError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: seconds });
  };
  const countFailure = (of: keyof typeof failures, address: string | undefined): void => {
    if (address !== undefined) failures[of].take(address);
  };

  const ask = async (
    request: Request,
    config: SsoConfig,
  ): Promise<{ url: string; state: string; asked: Asked }> => {
    const { redirectUri, logout: _logout, ...saml } = listAddresses(request);
    if (config.provider === 'saml') {
      const { beginSaml } = await import('./saml.ts');
      const { url, attempt } = await beginSaml(await readers.saml(), config, saml);
      return { url, state: attempt.state, asked: { protocol: 'saml', saml: attempt } };
    }
    const { beginOidc } = await import('./oidc.ts');
    const { url, attempt } = await beginOidc(await readers.oidc(), config, redirectUri);
    return { url, state: attempt.state, asked: { protocol: 'oidc', oidc: attempt } };
  };

  const begin = async (request: Request, config: SsoConfig, rest: Omit<Attempt, 'asked' | 'binding'>) => {
    const { url, state, asked } = await ask(request, config);
    const binding = readCookie(request, ATTEMPT_COOKIE, isSecure) || attempts.newBinding();
    attempts.add(state, { ...rest, asked, binding });
    return { url, binding };
  };

  const finishIdentity = async (request: Request, asked: Asked): Promise<Identity> => {
    if (asked.protocol === 'oidc') {
      const { finishOidc } = await import('./oidc.ts');
      return finishOidc(asked.oidc, new URL(request.url).search);
    }
    if (!asked.answer)
      throw new SignInRefused('untrusted', 'The provider sent the browser back without an answer');
    return asked.answer;
  };

  const admitIdentity = async (tx: Repositories, identity: Identity, config: SsoConfig): Promise<Admission> =>
    admit(await tx.users.list(), identity, { ...config, adminEmail });

  const storeUser = async (tx: Repositories, { known, fields }: Admission): Promise<UserRow> => {
    const row: UserRow = known
      ? { ...known, ...fields, last_sign_in_at: clock() }
      : {
          id: ids('user'),
          user_type: 'SSO',
          revision: 1,
          created_at: clock(),
          last_sign_in_at: clock(),
          ...fields,
        };
    await (known ? tx.users.update(row) : tx.users.insert(row));
    return row;
  };

  const beginSession = async (
    request: Request,
    provider: SessionProvider,
    atProvider: ProviderSession | undefined,
    find: (tx: Repositories) => Promise<UserRow>,
  ) => {
    const call = provider === 'fallback' ? 'useFallbackCode' : 'signIn';
    let principal: Awaited<ReturnType<typeof readPrincipal>> | undefined;
    return store.transaction(async (tx) => {
      // The user becomes known inside; the record is written after.
      const attempt = makeAttempt(call, undefined);
      return audit.record(
        tx,
        {
          ...attempt,
          get principal() {
            return principal;
          },
        },
        async (watched) => {
          const row = await find(watched);
          principal = await readPrincipal(watched, row);
          return sessions.begin(watched, row, provider, request, atProvider);
        },
      );
    });
  };

  const finishTest = async (testId: string, identity: Identity, config: SsoConfig): Promise<void> => {
    const { email, name, groups } = identity;
    try {
      const { fields } = await admitIdentity(store, identity, config);
      const roles = (await readRoles(store, parseRoleIds(fields))).map((role) => role.name);
      attempts.testEnded(testId, { isAdmitted: true, email, name, groups, roles });
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      attempts.testEnded(testId, { problem: error.message, email, name, groups });
    }
  };

  const finish = async (request: Request, attempt: Attempt): Promise<SignInEnd> => {
    const { asked, testId, returnTo } = attempt;
    const identity = await finishIdentity(request, asked);
    if (testId !== undefined) {
      await finishTest(testId, identity, (asked.protocol === 'oidc' ? asked.oidc : asked.saml).settings);
      return { kind: 'tested' };
    }
    const { config, inForce } = await sso.current();
    if (inForce === 'none') throw new SignInRefused('expired', 'Sign-in has been switched off since');
    if (inForce !== asked.protocol) throw new SignInRefused('expired', 'Sign-in uses another provider now');
    const token = await beginSession(request, asked.protocol, identity.atProvider, async (tx) =>
      storeUser(tx, await admitIdentity(tx, identity, config)),
    );
    return { kind: 'signedIn', token, returnTo };
  };

  return {
    isSecure,
    addressesOf: listAddresses,
    /** After a posted SAML answer, the browser that began finishes at the returned address. */
    answered: async (state: string, answer: string, address: string | undefined): Promise<string> => {
      if (!attempts.isUnderWay(state)) {
        requireFewFailures('provider', address);
        countFailure('provider', address);
        const { isUnasked } = await import('./saml.ts');
        if (await isUnasked(answer)) {
          await audit.recordDenied(makeAttempt('signIn', address), 'The provider started the sign-in itself');
          const query = new URLSearchParams({ problem: 'provider-began', return: returnAddress(state) });
          return `/login?${query}`;
        }
      }
      attempts.answered(state, async (saml) => {
        const { finishSaml } = await import('./saml.ts');
        return finishSaml(saml, answer, clock(), used);
      });
      return `${CALLBACK_PATH}?${new URLSearchParams({ state })}`;
    },
    /** @throws SignInRefused */
    start: async (request: Request, returnTo: string | undefined, address: string | undefined) => {
      const { config } = await sso.current();
      try {
        return await begin(request, config, { returnTo: returnAddress(returnTo), address });
      } catch (error) {
        if (error instanceof SignInRefused) await recordRefusal(error, address);
        throw error;
      }
    },
    /** @throws SignInRefused */
    startTest: async (request: Request, address: string | undefined) => {
      const { config } = await sso.current();
      const testId = attempts.newTest();
      return { testId, ...(await begin(request, config, { returnTo: '/', testId, address })) };
    },
    testOf: attempts.test,
    end: async (request: Request, address: string | undefined): Promise<SignInEnd> => {
      const state = new URL(request.url).searchParams.get('state') ?? '';
      const attempt = attempts.take(state, readCookie(request, ATTEMPT_COOKIE, isSecure));
      // Sign-ins begun here go on, whoever else failed at the address.
      if (!attempt) requireFewFailures('provider', address);
      const returnTo = attempt?.returnTo ?? '/dashboard';
      try {
        if (!attempt)
          throw new SignInRefused('expired', 'The sign-in was started in another browser, or has expired');
        return await finish(request, attempt);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        countFailure('provider', address);
        await recordRefusal(error, address);
        if (attempt?.testId === undefined) return { kind: 'refused', problem: error.problem, returnTo };
        attempts.testEnded(attempt.testId, { problem: error.message });
        return { kind: 'tested' };
      }
    },
    useFallback: async (
      request: Request,
      code: string,
      address: string | undefined,
    ): Promise<string | undefined> => {
      requireFewFailures('fallback', address);
      const { config, fallbackHash, inForce } = await sso.current();
      const isRight = timingSafeEqual(Buffer.from(hashCode(code)), Buffer.from(fallbackHash || hashCode('')));
      if (inForce === 'none' || !config.allowsFallback || fallbackHash === '' || !isRight) {
        countFailure('fallback', address);
        await audit.recordDenied(makeAttempt('useFallbackCode', address), 'The fallback code is wrong');
        return undefined;
      }
      return beginSession(request, 'fallback', undefined, async (tx) => {
        const row = await tx.users.find(localUserId);
        if (!row) throw new Error('There is no local administrator');
        const changed = { ...row, last_sign_in_at: clock() };
        await tx.users.update(changed);
        return changed;
      });
    },
  };
}
export type SignIn = ReturnType<typeof createSignIn>;
