import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SamlIdp, signatureOf, withSignature } from './support/saml-idp.ts';
import {
  askedLogout,
  type LogoutSays,
  logoutAnswer,
  logoutRequest,
  logoutResponse,
  saying,
  signedQuery,
} from './support/saml-logout.ts';
import { NAVIGATES, samlOfFile } from './support/saml-sign-in.ts';
import { Browser, HOST, ORIGIN } from './support/sign-in.ts';
import { auditOf } from './support/sign-in-world.ts';

const saml = samlOfFile();
const SLO = `${ORIGIN}/login/saml/logout`;
const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const HEADERS = { host: HOST, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
const MINUTE = 60_000;

const statusOf = async (browser: Browser) => (await browser.call('getSession')).status;
const visit = async (query: string) =>
  Browser.place(await saml.api.request(`/login/saml/logout?${query}`, { headers: HEADERS }));
const says = (rest: Partial<LogoutSays> = {}): LogoutSays =>
  saying({ issuer: saml.idp.entityId, destination: SLO, ...rest });
const request = (rest: Partial<LogoutSays> = {}) =>
  signedQuery('SAMLRequest', logoutRequest(says(rest)), 'relay');
const certificateOf = async (): Promise<string> => {
  const { body } = await saml.api.request('/login/saml/metadata', { headers: { host: HOST } });
  const text = /<ds:X509Certificate>([^<]+)</.exec(body)?.[1] ?? '';
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
};
const signedIn = async (nameId = 'ada-1', sessionIndex = 's-1') => {
  const email = `${nameId.split('-')[0]}@example.org`;
  saml.idp.says = { nameId, attributes: { email: [email], groups: ['ops'] } };
  saml.idp.sessionIndex = sessionIndex;
  return (await saml.signIn()).browser;
};
/** A repeated attempt within a minute is stored once. */
const reasons = async (): Promise<string> =>
  (await auditOf(saml.admin, 'signOut')).map(({ reason }: { reason: string }) => reason).join('\n');

describe('a logout that begins here', () => {
  const logOut = async (browser: Browser): Promise<string> =>
    (await browser.call('signOut', { body: {} })).body.url;

  test('ends here first, then at the provider by signed request [R4-103]', async () => {
    const browser = await signedIn();
    const url = await logOut(browser);
    expect(await statusOf(browser)).toBe(401);
    expect(url).toMatch(`${saml.idp.origin}/slo?SAMLRequest=`);
    const asked = askedLogout(url, await certificateOf());
    expect(asked.isSigned).toBe(true);
    expect(asked.xml).toContain(`Destination="${saml.idp.origin}/slo"`);
    expect(asked.xml).toMatch(/<saml:NameID [^>]*persistent[^>]*>ada-1<.*SessionIndex[^>]*>s-1</s);
    const back = new URL(logoutAnswer(saml.idp.entityId, url));
    expect(await visit(back.search.slice(1))).toBe('/login?signed-out=everywhere');
    expect(await visit(back.search.slice(1)), 'an answer counts once').toBe('/login?signed-out=here');
  });

  const WRONG: [string, Partial<LogoutSays>, string][] = [
    ['of another issuer', { issuer: 'https://evil.example' }, 'another issuer'],
    ['for another recipient', { destination: 'https://other.example/logout' }, 'another recipient'],
    ['to another request', { inResponseTo: '_other' }, 'another request'],
  ];
  test.each(WRONG)('an answer %s is not believed, and the page says so', async (_, lie, why) => {
    const url = await logOut(await signedIn());
    const back = new URL(logoutAnswer(saml.idp.entityId, url, { destination: SLO, ...lie }));
    expect(await visit(back.search.slice(1))).toBe('/login?signed-out=here');
    expect(await reasons()).toContain(why);
  });

  test('unsigned, foreign or unrelated answers are refused; failures are no success', async () => {
    const url = await logOut(await signedIn());
    const { id, relayState } = askedLogout(url);
    const xml = logoutResponse(says({ inResponseTo: id }));
    for (const query of [
      signedQuery('SAMLResponse', xml, relayState).replace(/&SigAlg.*/, ''),
      signedQuery('SAMLResponse', xml, relayState, { key: OTHER_KEY }),
      signedQuery('SAMLResponse', xml, 'other-state'),
      signedQuery(
        'SAMLResponse',
        logoutResponse(says({ inResponseTo: id, status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })),
        relayState,
      ),
    ])
      expect(await visit(query)).toBe('/login?signed-out=here');
  });
});

describe('a logout that begins at the provider', () => {
  test('ends that session alone, answers signed, and is audited', async () => {
    const [first, second] = [await signedIn('ada-1', 's-1'), await signedIn('ada-1', 's-2')];
    const query = request({ sessionIndexes: ['s-1'] });
    const to = await visit(query);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect(await saml.lastRecord()).toMatchObject({
      call: 'signOut',
      result: 'done',
      userName: 'ada@example.org',
    });
    expect(to).toMatch(`${saml.idp.origin}/slo?SAMLResponse=`);
    const answer = askedLogout(to, await certificateOf());
    expect(answer).toMatchObject({
      isSigned: true,
      relayState: 'relay',
      inResponseTo: SamlIdp.request(`${SLO}?${query}`).match(/\bID="([^"]+)"/)?.[1],
    });
    await visit(request());
    expect(await statusOf(second), 'without an index all of that name').toBe(401);
  });

  test('never ends the session of somebody else, whoever carries the request', async () => {
    const [ada, bob] = [await signedIn('ada-1', 's-7'), await signedIn('bob-2', 's-8')];
    const carried = await ada.request(
      `/login/saml/logout?${request({ name: 'bob-2', sessionIndexes: ['s-7'] })}`,
      {
        headers: HEADERS,
      },
    );
    expect(carried.status).toBe(303);
    expect([await statusOf(ada), await statusOf(bob)]).toEqual([200, 200]);
    await ada.request(`/login/saml/logout?${request({ name: 'bob-2' })}`, { headers: HEADERS });
    expect([await statusOf(ada), await statusOf(bob)]).toEqual([200, 401]);
  });

  const HOSTILE: [string, () => string, string][] = [
    ['unsigned', () => request().replace(/&SigAlg.*/, ''), 'not signed'],
    [
      'signed by another',
      () => signedQuery('SAMLRequest', logoutRequest(says()), '', { key: OTHER_KEY }),
      'not of the provider',
    ],
    [
      'signed with SHA-1',
      () =>
        signedQuery('SAMLRequest', logoutRequest(says()), '', {
          algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          hash: 'SHA1',
        }),
      'not safe',
    ],
    [
      'changed after it was signed',
      () => request().replace('RelayState=relay', 'RelayState=other'),
      'not of the provider',
    ],
    ['with a second message', () => `${request()}&SAMLRequest=x`, 'more than one SAMLRequest'],
    ['with an answer beside it', () => `${request()}&SAMLResponse=x`, 'one SAMLRequest or one SAMLResponse'],
    ['of another issuer', () => request({ issuer: 'https://evil.example' }), 'another issuer'],
    [
      'for another recipient',
      () => request({ destination: 'https://other.example/slo' }),
      'another recipient',
    ],
    ['too old', () => request({ at: Date.now() - 10 * MINUTE }), 'expired'],
    ['of the future', () => request({ at: Date.now() + 10 * MINUTE }), 'not valid yet'],
    ['of nobody', () => request({ name: ' ' }), 'NameID is empty'],
    ['that is none', () => signedQuery('SAMLRequest', logoutResponse(says()), ''), 'no LogoutRequest'],
  ];
  test.each(HOSTILE)('one %s ends nothing, and the page says what to do', async (_, make, why) => {
    const browser = await signedIn();
    const to = await visit(make());
    expect(to).toMatch(/^\/login\?(problem=logout-refused|signed-out=here)$/);
    expect(await statusOf(browser)).toBe(200);
    expect(await reasons()).toContain(why);
  });

  test('one that was obeyed before ends no later session', async () => {
    await signedIn();
    const query = request();
    await visit(query);
    const again = await signedIn();
    expect(await visit(query)).toBe('/login?problem=logout-refused');
    expect(await statusOf(again)).toBe(200);
  });

  test('a second request under another spelling of its name is not obeyed', async () => {
    const [ada, bob] = [await signedIn('ada-1', 's-1'), await signedIn('bob-2', 's-2')];
    const forged = new URLSearchParams(
      signedQuery('SAMLRequest', logoutRequest(says({ name: 'bob-2' })), ''),
    );
    const evil = encodeURIComponent(forged.get('SAMLRequest') ?? '');
    await visit(`%53AMLRequest=${evil}&${request()}`);
    expect([await statusOf(ada), await statusOf(bob)]).toEqual([401, 200]);
  });

  test('a posted request is signed inside; wrapped extras are ignored', async () => {
    const post = async (xml: string) => {
      const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') });
      return Browser.place(
        await saml.api.request('/login/saml/logout', { method: 'POST', body, headers: NAVIGATES }),
      );
    };
    const rightly = (rest: Partial<LogoutSays> = {}) => {
      const said = says(rest);
      // The signature covers the canonical form, which declares a prefix's namespace where it is used.
      const xml = logoutRequest(said)
        .replace(/ xmlns:saml="[^"]+"/, '')
        .replaceAll(
          /<saml:(Issuer|NameID)>/g,
          '<saml:$1 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">',
        );
      return withSignature(xml, signatureOf(xml, said.id));
    };
    const browser = await signedIn();
    expect(await post(logoutRequest(says()))).toBe('/login?problem=logout-refused');
    expect(await post(rightly().replace('>ada-1<', '>bob-2<'))).toBe('/login?problem=logout-refused');
    const inner = rightly({ name: 'bob-2' });
    const wrapped = logoutRequest(says()).replace('</samlp:LogoutRequest>', `${inner}</samlp:LogoutRequest>`);
    expect(await post(wrapped)).toBe('/login?problem=logout-refused');
    expect(await statusOf(browser)).toBe(200);
    expect(await post(rightly())).toMatch(`${saml.idp.origin}/slo?SAMLResponse=`);
    expect(await statusOf(browser)).toBe(401);
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
  expect((await saml.lastRecord()).reason).toBe('The provider began a sign-in by itself');
  expect(Browser.place(await post('https://evil.example'))).toBe(
    '/login?problem=provider-began&return=%2Fdashboard',
  );
});

test('the key that signs is kept sealed, and stays the same', async () => {
  const certificate = await certificateOf();
  expect(await certificateOf()).toBe(certificate);
  const row = await saml.api.store.ownKeys.find('saml');
  expect(row?.sealed).not.toContain('PRIVATE');
  expect(() => createPrivateKey(row?.sealed ?? '')).toThrow();
});
