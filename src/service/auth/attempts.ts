import { randomBytes } from 'node:crypto';
import type { SsoTest } from '../../contract/entities/sso.ts';
import type { Clock } from '../clock.ts';
import type { Identity } from './identity.ts';
import type { OidcAttempt } from './oidc.ts';
import type { SamlAttempt } from './saml.ts';

export const ATTEMPT_SECONDS = 600;
const MAX_ATTEMPTS = 1000;

export type Asked =
  | { protocol: 'oidc'; oidc: OidcAttempt }
  | {
      protocol: 'saml';
      saml: SamlAttempt;
      /** Set once the provider's answer was posted; may reject. */
      answer?: Promise<Identity>;
    };

export type Attempt = {
  asked: Asked;
  returnTo: string;
  binding: string;
  address?: string | undefined;
  /** Set for a test of the settings, which signs in no user. */
  testId?: string | undefined;
};

export function createAttempts(clock: Clock) {
  const underWay = new Map<string, Attempt & { expiresAt: number }>();
  const tests = new Map<string, SsoTest>();
  /** Forgets attempts of the address that has the most, so that one address cannot displace those of others. */
  const forgetExcess = () => {
    if (underWay.size <= MAX_ATTEMPTS) return;
    const counts = new Map<string | undefined, number>();
    for (const { address } of underWay.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    for (const [state, { address }] of underWay)
      if (address === most) {
        underWay.delete(state);
        return;
      }
  };
  const forgetOldest = (map: Map<string, unknown>) => {
    const [oldest] = map.keys();
    if (map.size > MAX_ATTEMPTS && oldest !== undefined) map.delete(oldest);
  };
  return {
    newBinding: (): string => randomBytes(24).toString('base64url'),
    add(state: string, attempt: Attempt): void {
      underWay.set(state, { ...attempt, expiresAt: clock() + ATTEMPT_SECONDS * 1000 });
      forgetExcess();
    },
    isUnderWay: (state: string): boolean => (underWay.get(state)?.expiresAt ?? 0) > clock(),
    /** Only for the browser that began it, in time. */
    take(state: string, binding: string): Attempt | undefined {
      const found = underWay.get(state);
      if (!found || binding === '' || found.binding !== binding) return undefined;
      underWay.delete(state);
      return found.expiresAt > clock() ? found : undefined;
    },
    /**
     * Stores the posted answer for the browser that began: a post from another site carries no cookie. The
     * first answer counts.
     */
    answered(state: string, read: (saml: SamlAttempt) => Promise<Identity>): void {
      const found = underWay.get(state);
      if (!found || found.expiresAt <= clock() || found.asked.protocol !== 'saml' || found.asked.answer)
        return;
      found.asked.answer = read(found.asked.saml);
      // `take` reports the failure; nobody may take it.
      found.asked.answer.catch(() => {});
    },
    newTest(): string {
      const id = randomBytes(12).toString('base64url');
      tests.set(id, {
        state: 'waiting',
        isAdmitted: false,
        problem: '',
        email: '',
        name: '',
        groups: [],
        roles: [],
      });
      forgetOldest(tests);
      return id;
    },
    testEnded(id: string, found: Partial<SsoTest>): void {
      const test = tests.get(id);
      if (test) tests.set(id, { ...test, ...found, state: 'done' });
    },
    test: (id: string): SsoTest | undefined => tests.get(id),
  };
}
