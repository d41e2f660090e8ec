import { randomBytes } from 'node:crypto';
import type { SsoTest } from '../../contract/entities/sso.ts';
import type { Clock } from '../ids.ts';
import type { Identity } from './identity.ts';
import type { OidcAttempt } from './oidc.ts';
import type { SamlAttempt } from './saml.ts';

export const ATTEMPT_SECONDS = 600;
const MAX_ATTEMPTS = 1000;

/** What was asked of the provider. */
export type Asked =
  | { protocol: 'oidc'; oidc: OidcAttempt }
  | {
      protocol: 'saml';
      saml: SamlAttempt;
      /** Whom the provider's answer names, once it was posted here; it may be refused. */
      answer?: Promise<Identity>;
    };

export type Attempt = {
  asked: Asked;
  returnTo: string;
  /** Of the browser that began it. */
  binding: string;
  /** A test of the settings, which signs nobody in. */
  testId?: string | undefined;
};

/** Sign-ins under way, by their state; each can be ended once. They live as long as the service. */
export function createAttempts(clock: Clock) {
  const underWay = new Map<string, Attempt & { expiresAt: number }>();
  const tests = new Map<string, SsoTest>();
  const forgetOldest = (map: Map<string, unknown>) => {
    const [oldest] = map.keys();
    if (map.size > MAX_ATTEMPTS && oldest !== undefined) map.delete(oldest);
  };
  return {
    newBinding: (): string => randomBytes(24).toString('base64url'),
    add(state: string, attempt: Attempt): void {
      underWay.set(state, { ...attempt, expiresAt: clock() + ATTEMPT_SECONDS * 1000 });
      forgetOldest(underWay);
    },
    isUnderWay: (state: string): boolean => (underWay.get(state)?.expiresAt ?? 0) > clock(),
    /** The attempt of that state, when this browser began it and it is not too old. */
    take(state: string, binding: string): Attempt | undefined {
      const found = underWay.get(state);
      if (!found || binding === '' || found.binding !== binding) return undefined;
      underWay.delete(state);
      return found.expiresAt > clock() ? found : undefined;
    },
    /**
     * Keeps the answer to an attempt for the browser that began it, which the post does not come from: its cookie
     * stays away from what another site sends. The first answer counts.
     */
    answered(state: string, read: (saml: SamlAttempt) => Promise<Identity>): void {
      const found = underWay.get(state);
      if (!found || found.expiresAt <= clock() || found.asked.protocol !== 'saml' || found.asked.answer)
        return;
      found.asked.answer = read(found.asked.saml);
      // Whoever ends the attempt is told; nobody may.
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
