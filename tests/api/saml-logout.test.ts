import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertSignature, SamlIdp, signXml } from './support/saml-idp.ts';
import {
  buildLogoutAnswer,
  buildLogoutRequest,
  buildLogoutResponse,
  buildSignedQuery,
  createLogoutSays,
  type LogoutSays,
  readAskedLogout,
} from './support/saml-logout.ts';
import { NAVIGATES, setUpSamlService } from './support/saml-sign-in.ts';
import { Browser, HOST, ORIGIN } from './support/sign-in.ts';
import { fetchAudit } from './support/sign-in-world.ts';

const saml = setUpSamlService();
const SLO = `${ORIGIN}/login/saml/logout`;
const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const HEADERS = { host: HOST, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
const MINUTE = 60_000;

const fetchStatus = async (browser: Browser) => (await browser.call('getSession')).status;
const visit = async (query: string) =>
  Browser.place(await saml.api.request(`/login/saml/logout?${query}`, { headers: HEADERS }));
const createSays = (rest: Partial<LogoutSays> = {}): LogoutSays =>
  createLogoutSays({ issuer: saml.idp.entityId, destination: SLO, ...rest });
const buildRequest = (rest: Partial<LogoutSays> = {}) =>
  buildSignedQuery('SAMLRequest', buildLogoutRequest(createSays(rest)), 'relay');
const fetchCertificate = async (): Promise<string> => {
  const { body } = await saml.api.request('/login/saml/metadata', { headers: { host: HOST } });
  const text = /<ds:X509Certificate>([^<]+)</.exec(body)?.[1] ?? '';
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
};
const signIn = async (nameId = 'ada-1', sessionIndex = 's-1') => {
  const email = `${nameId.split('-')[0]}@example.org`;
  saml.idp.says = { nameId, attributes: { email: [email], groups: ['ops'] } };
  saml.idp.sessionIndex = sessionIndex;
  return (await saml.signIn()).browser;
};
/** A repeated attempt within a minute is stored once. */
const fetchReasons = async (): Promise<string> =>
  (await fetchAudit(saml.admin, 'signOut')).map(({ reason }: { reason: string }) => reason).join('\n');

describe('a logout that begins here', () => {
  const logOut = async (browser: Browser): Promise<string> =>
    (await browser.call('signOut', { body: {} })).body.url;

  test('ends here first, then at the provider by signed request [R4-103]', async () => {
    const browser = await signIn();
    const url = await logOut(browser);
    expect(await fetchStatus(browser)).toBe(401);
    expect(url).toMatch(`${saml.idp.origin}/slo?SAMLRequest=`);
    const asked = readAskedLogout(url, await fetchCertificate());
    expect(asked.isSigned).toBe(true);
    expect(asked.xml).toContain(`Destination="${saml.idp.origin}/slo"`);
    expect(asked.xml).toMatch(/<saml:NameID [^>]*persistent[^>]*>ada-1<.*SessionIndex[^>]*>s-1</s);
    const back = new URL(buildLogoutAnswer(saml.idp.entityId, url));
    expect(await visit(back.search.slice(1))).toBe('/login?signed-out=everywhere');
    expect(await visit(back.search.slice(1)), 'an answer counts once').toBe('/login?signed-out=here');
  });

  const WRONG: [string, Partial<LogoutSays>, string][] = [
    ['of another issuer', { issuer: 'https://evil.example' }, 'another issuer'],
    ['for another recipient', { destination: 'https://other.example/logout' }, 'another recipient'],
    ['to another request', { inResponseTo: '_other' }, 'another request'],
  ];
  test.each(WRONG)('an answer %s is not believed, and the page says so', async (_, lie, why) => {
    const url = await logOut(await signIn());
    const back = new URL(buildLogoutAnswer(saml.idp.entityId, url, { destination: SLO, ...lie }));
    expect(await visit(back.search.slice(1))).toBe('/login?signed-out=here');
    expect(await fetchReasons()).toContain(why);
  });

  test('unsigned, foreign or unrelated answers are refused; failures are no success', async () => {
    const url = await logOut(await signIn());
    const { id, relayState } = readAskedLogout(url);
    const xml = buildLogoutResponse(createSays({ inResponseTo: id }));
    for (const query of [
      buildSignedQuery('SAMLResponse', xml, relayState).replace(/&SigAlg.*/, ''),
      buildSignedQuery('SAMLResponse', xml, relayState, { key: OTHER_KEY }),
      buildSignedQuery('SAMLResponse', xml, 'other-state'),
      buildSignedQuery(
        'SAMLResponse',
        buildLogoutResponse(
          createSays({ inResponseTo: id, status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
        ),
        relayState,
      ),
    ])
      expect(await visit(query)).toBe('/login?signed-out=here');
  });
});

describe('a logout that begins at the provider', () => {
  test('ends that session alone, answers signed, and is audited', async () => {
    const [first, second] = [await signIn('ada-1', 's-1'), await signIn('ada-1', 's-2')];
    const query = buildRequest({ sessionIndexes: ['s-1'] });
    const to = await visit(query);
    expect([await fetchStatus(first), await fetchStatus(second)]).toEqual([401, 200]);
    expect(await saml.lastRecord()).toMatchObject({
      call: 'signOut',
      result: 'done',
      userName: 'ada@example.org',
    });
    expect(to).toMatch(`${saml.idp.origin}/slo?SAMLResponse=`);
    const answer = readAskedLogout(to, await fetchCertificate());
    expect(answer).toMatchObject({
      isSigned: true,
      relayState: 'relay',
      inResponseTo: SamlIdp.request(`${SLO}?${query}`).match(/\bID="([^"]+)"/)?.[1],
    });
    await visit(buildRequest());
    expect(await fetchStatus(second), 'without an index all of that name').toBe(401);
  });

  test('never ends the session of somebody else, whoever carries the request', async () => {
    const [ada, bob] = [await signIn('ada-1', 's-7'), await signIn('bob-2', 's-8')];
    const carried = await ada.request(
      `/login/saml/logout?${buildRequest({ name: 'bob-2', sessionIndexes: ['s-7'] })}`,
      {
        headers: HEADERS,
      },
    );
    expect(carried.status).toBe(303);
    expect([await fetchStatus(ada), await fetchStatus(bob)]).toEqual([200, 200]);
    await ada.request(`/login/saml/logout?${buildRequest({ name: 'bob-2' })}`, { headers: HEADERS });
    expect([await fetchStatus(ada), await fetchStatus(bob)]).toEqual([200, 401]);
  });

  const HOSTILE: [string, () => string, string][] = [
    ['unsigned', () => buildRequest().replace(/&SigAlg.*/, ''), 'not signed'],
    [
      'signed by another',
      () => buildSignedQuery('SAMLRequest', buildLogoutRequest(createSays()), '', { key: OTHER_KEY }),
      "not the provider's",
    ],
    [
      'signed with SHA-1',
      () =>
        buildSignedQuery('SAMLRequest', buildLogoutRequest(createSays()), '', {
          algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          hash: 'SHA1',
        }),
      'not safe',
    ],
    [
      'changed after it was signed',
      () => buildRequest().replace('RelayState=relay', 'RelayState=other'),
      "not the provider's",
    ],
    ['with a second message', () => `${buildRequest()}&SAMLRequest=x`, 'more than one SAMLRequest'],
    [
      'with an answer beside it',
      () => `${buildRequest()}&SAMLResponse=x`,
      'one SAMLRequest or one SAMLResponse',
    ],
    ['of another issuer', () => buildRequest({ issuer: 'https://evil.example' }), 'another issuer'],
    [
      'for another recipient',
      () => buildRequest({ destination: 'https://other.example/slo' }),
      'another recipient',
    ],
    ['too old', () => buildRequest({ at: Date.now() - 10 * MINUTE }), 'expired'],
    ['of the future', () => buildRequest({ at: Date.now() + 10 * MINUTE }), 'not valid yet'],
    ['of nobody', () => buildRequest({ name: ' ' }), 'NameID is empty'],
    [
      'that is none',
      () => buildSignedQuery('SAMLRequest', buildLogoutResponse(createSays()), ''),
      'not a SAML 2.0 LogoutRequest',
    ],
  ];
  test.each(HOSTILE)('one %s ends nothing, and the page says what to do', async (_, make, why) => {
    const browser = await signIn();
    const to = await visit(make());
    expect(to).toMatch(/^\/login\?(problem=logout-refused|signed-out=here)$/);
    expect(await fetchStatus(browser)).toBe(200);
    expect(await fetchReasons()).toContain(why);
  });

  test('one that was obeyed before ends no later session', async () => {
    await signIn();
    const query = buildRequest();
    await visit(query);
    const again = await signIn();
    expect(await visit(query)).toBe('/login?problem=logout-refused');
    expect(await fetchStatus(again)).toBe(200);
  });

  test('a second request under another spelling of its name is not obeyed', async () => {
    const [ada, bob] = [await signIn('ada-1', 's-1'), await signIn('bob-2', 's-2')];
    const forged = new URLSearchParams(
      buildSignedQuery('SAMLRequest', buildLogoutRequest(createSays({ name: 'bob-2' })), ''),
    );
    const evil = encodeURIComponent(forged.get('SAMLRequest') ?? '');
    await visit(`%53AMLRequest=${evil}&${buildRequest()}`);
    expect([await fetchStatus(ada), await fetchStatus(bob)]).toEqual([401, 200]);
  });

  test('a posted request is signed inside; wrapped extras are ignored', async () => {
    const post = async (xml: string) => {
      const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') });
      return Browser.place(
        await saml.api.request('/login/saml/logout', { method: 'POST', body, headers: NAVIGATES }),
      );
    };
    const rightly = (rest: Partial<LogoutSays> = {}) => {
      const said = createSays(rest);
      // The signature covers the canonical form, which declares a prefix's namespace where it is used.
      const xml = buildLogoutRequest(said)
        .replace(/ xmlns:saml="[^"]+"/, '')
        .replaceAll(
          /<saml:(Issuer|NameID)>/g,
          '<saml:$1 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">',
        );
      return insertSignature(xml, signXml(xml, said.id));
    };
    const browser = await signIn();
    expect(await post(buildLogoutRequest(createSays()))).toBe('/login?problem=logout-refused');
    expect(await post(rightly().replace('>ada-1<', '>bob-2<'))).toBe('/login?problem=logout-refused');
    const inner = rightly({ name: 'bob-2' });
    const wrapped = buildLogoutRequest(createSays()).replace(
      '</samlp:LogoutRequest>',
      `${inner}</samlp:LogoutRequest>`,
    );
    expect(await post(wrapped)).toBe('/login?problem=logout-refused');
    expect(await fetchStatus(browser)).toBe(200);
    expect(await post(rightly())).toMatch(`${saml.idp.origin}/slo?SAMLResponse=`);
    expect(await fetchStatus(browser)).toBe(401);
  });
});

test('a provider-initiated sign-in leads to one begun here', async () => {
  const browser = saml.newBrowser();
  const address = await saml.begin(browser);
  const { form } = saml.idp.visit(address);
  const unasked = Buffer.from(form.get('SAMLResponse') ?? '', 'base64')
    .toString()
    .replaceAll(/ InResponseTo="[^"]+"/g, '');
  const post = (state: string) =>
    saml.post(
      new URLSearchParams({ SAMLResponse: Buffer.from(unasked).toString('base64'), RelayState: state }),
    );
  const answer = await post('/sources?time=4h');
  expect([answer.status, Browser.place(answer)]).toEqual([
    303,
    '/login?problem=provider-began&return=%2Fsources%3Ftime%3D4h',
  ]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await saml.lastRecord()).reason).toBe('The provider started the sign-in itself');
  expect(Browser.place(await post('https://evil.example'))).toBe(
    '/login?problem=provider-began&return=%2Fdashboard',
  );
});

test('the key that signs is kept sealed, and stays the same', async () => {
  const certificate = await fetchCertificate();
  expect(await fetchCertificate()).toBe(certificate);
  const row = await saml.api.store.ownKeys.find('saml');
  expect(row?.sealed).not.toContain('PRIVATE');
  expect(() => createPrivateKey(row?.sealed ?? '')).toThrow();
});
