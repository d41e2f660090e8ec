import { afterEach, beforeEach } from 'vitest';
import { HandMadeProvider } from './hand-made-provider.ts';
import { type Answer, startService, type TestService } from './service.ts';
import { Browser, ORIGIN, switchSsoOn } from './sign-in.ts';

export function signInOfFile() {
  const state = { now: Date.now() } as { api: TestService; provider: HandMadeProvider; now: number };
  beforeEach(async () => {
    state.now = Date.now();
    state.api = await startService({ clock: () => state.now });
    state.provider = await new HandMadeProvider().start();
  });
  afterEach(async () => {
    await state.api.stop();
    await state.provider.stop();
  });
  return Object.assign(state, {
    on: (settings: Parameters<typeof switchSsoOn>[1] = {}) =>
      switchSsoOn(state.api, { metadataUrl: state.provider.issuer, provisions: true, ...settings }),
    signIn: async (browser: Browser, returnTo = '/pipelines?time=4h'): Promise<Answer> => {
      const { body } = await browser.call('startSignIn', { body: { returnTo } });
      return browser.request(`/login/callback?${state.provider.visit(body.url)}`);
    },
  });
}

export const findProblem = (answer: Answer): string | null => {
  const to = new URL(Browser.place(answer), ORIGIN);
  return to.pathname === '/login' ? to.searchParams.get('problem') : `signed in, ${to.pathname}`;
};

export const fetchAudit = async (admin: Browser, call: string) =>
  (await admin.call('listAuditRecords', {})).body.auditRecords.filter(
    (record: { call: string }) => record.call === call,
  );
