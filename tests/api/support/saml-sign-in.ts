import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { makeRightly, SamlIdp } from './saml-idp.ts';
import { startService, type TestService } from './service.ts';
import { Browser, HOST, ORIGIN, switchSsoOn } from './sign-in.ts';

/** Headers of a form posted from a provider's page: cross-site, without our cookies. */
export const FOREIGN = { host: HOST, origin: 'https://id.example.org', 'sec-fetch-site': 'cross-site' };
export const NAVIGATES = { ...FOREIGN, 'sec-fetch-mode': 'navigate' };

export const findProblem = (place: string) => {
  const to = new URL(place, ORIGIN);
  return to.pathname === '/login' ? to.searchParams.get('problem') : `signed in, ${to.pathname}`;
};

export function setUpSamlService() {
  let running: { api: TestService; idp: SamlIdp; admin: Browser } | undefined;
  const now = () => {
    if (!running) throw new Error('the service of this file is not started');
    return running;
  };
  beforeAll(async () => {
    const api = await startService();
    const idp = await new SamlIdp().start();
    const on = { provider: 'saml', metadataUrl: idp.entityId, provisions: true, trustsEmail: true } as const;
    const { admin } = await switchSsoOn(api, { ...on, groupRoles: [{ group: 'ops', roleId: 'operator' }] });
    running = { api, idp, admin };
  });
  afterAll(async () => {
    await running?.api.stop();
    await running?.idp.stop();
  });
  afterEach(() => {
    now().idp.says = {};
    now().idp.making = makeRightly;
  });
  const post = (form: BodyInit, headers: Record<string, string> = NAVIGATES) =>
    now().api.request('/login/saml', { method: 'POST', body: form, headers });
  const begin = async (browser: Browser): Promise<string> =>
    (await browser.call('startSignIn', { body: { returnTo: '/sources' } })).body.url;
  const end = async (browser: Browser, form: URLSearchParams) => {
    const posted = await post(form);
    expect(posted.headers.getSetCookie()).toEqual([]);
    return findProblem(Browser.place(await browser.request(Browser.place(posted))));
  };
  return {
    get api() {
      return now().api;
    },
    get idp() {
      return now().idp;
    },
    get admin() {
      return now().admin;
    },
    newBrowser: () => new Browser(now().api),
    post,
    /** Returns the provider's address. */
    begin,
    end,
    signIn: async (browser = new Browser(now().api)) => {
      const ended = await end(browser, now().idp.visit(await begin(browser)).form);
      return { ended, browser };
    },
    lastRecord: async () => (await now().admin.call('listAuditRecords', {})).body.auditRecords[0],
  };
}
