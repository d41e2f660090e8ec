import { randomBytes } from 'node:crypto';
import type { SsoTest } from '../../contract/entities/sso.ts';
import type { Clock } from '../ids.ts';
import type { OidcAttempt } from './oidc.ts';

export const ATTEMPT_SECONDS = 600;
const MAX_ATTEMPTS = 1000;

export type Attempt = {
  oidc: OidcAttempt;
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
    add(attempt: Attempt): void {
      underWay.set(attempt.oidc.state, { ...attempt, expiresAt: clock() + ATTEMPT_SECONDS * 1000 });
      forgetOldest(underWay);
    },
    /** The attempt of that state, when this browser began it and it is not too old. */
    take(state: string, binding: string): Attempt | undefined {
      const found = underWay.get(state);
      if (!found || binding === '' || found.binding !== binding) return undefined;
      underWay.delete(state);
      return found.expiresAt > clock() ? found : undefined;
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
