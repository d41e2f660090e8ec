import { readFileSync } from 'node:fs';
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IDP_CERTIFICATE } from './support/saml-idp.ts';
import { startService, type TestService } from './support/service.ts';
import { Browser, HOST, ORIGIN, switchSsoOn } from './support/sign-in.ts';

/** Third-party provider; schema validation is left to our own library. */
setSchemaValidator({ validate: async () => 'ok' });
const ISSUER = 'https://id.example.org/metadata';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const BASIC = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const STATEMENT =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';

const createAttribute = (name: string, valueTag: string) => ({
  name,
  valueTag,
  nameFormat: BASIC,
  valueXsiType: 'xs:string',
});
const idp = IdentityProvider({
  entityID: ISSUER,
  signingCert: IDP_CERTIFICATE,
  privateKey: readFileSync(new URL('./support/certificates/saml-idp-key.pem', import.meta.url), 'utf8'),
  isAssertionEncrypted: false,
  requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  nameIDFormat: [EMAIL_FORMAT],
  singleSignOnService: [
    {
      Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
      Location: 'https://id.example.org/sso',
    },
  ],
  singleLogoutService: [
    {
      Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
      Location: 'https://id.example.org/slo',
    },
  ],
  wantLogoutRequestSigned: true,
  wantLogoutResponseSigned: true,
  loginResponseTemplate: {
    context: SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', STATEMENT),
    attributes: [createAttribute('mail', 'user.email'), createAttribute('displayName', 'user.name')],
  },
});

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

async function createDescribedService(wantMessageSigned = true) {
  const metadata = (await api.request('/login/saml/metadata', { headers: { host: HOST } })).body;
  return ServiceProvider({
    metadata,
    wantMessageSigned,
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
  });
}

function parseMessage(address: string) {
  const { searchParams, search } = new URL(address);
  const [octetString = ''] = search.slice(1).split('&Signature=');
  return { query: Object.fromEntries(searchParams), octetString };
}

async function buildAnswer(address: string, wantMessageSigned: boolean): Promise<URLSearchParams> {
  const sp = await createDescribedService(wantMessageSigned);
  const query = Object.fromEntries(new URL(address).searchParams);
  const request = await idp.parseLoginRequest(sp, 'redirect', { query });
  const [now, later] = [new Date(), new Date(Date.now() + 300_000)].map((time) => time.toISOString());
  const acs = `${ORIGIN}/login/saml`;
  const says = {
    ID: '_answer',
    AssertionID: '_assertion',
    Issuer: ISSUER,
    IssueInstant: now,
    Destination: acs,
    AssertionConsumerServiceURL: acs,
    SubjectRecipient: acs,
    EntityID: `${acs}/metadata`,
    Audience: `${acs}/metadata`,
    InResponseTo: String(request.extract.request?.id),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: now,
    ConditionsNotOnOrAfter: later,
    SubjectConfirmationDataNotOnOrAfter: later,
    NameIDFormat: EMAIL_FORMAT,
    NameID: 'ada@example.org',
    attrUserEmail: 'ada@example.org',
    attrUserName: 'Ada Lovelace',
  };
  const { context } = await idp.createLoginResponse(sp, { ...request }, 'post', {}, (template) => ({
    id: '_answer',
    context: SamlLib.replaceTagsByValue(template, says),
  }));
  return new URLSearchParams({ SAMLResponse: context, RelayState: query.RelayState ?? '' });
}

async function signIn(isWhole = true): Promise<{ browser: Browser; place: string }> {
  await switchSsoOn(api, {
    provider: 'saml',
    metadataXml: idp.getMetadata(),
    provisions: true,
    trustsEmail: true,
  });
  const browser = new Browser(api);
  const { url } = (await browser.call('startSignIn', { body: { returnTo: '/sources' } })).body;
  expect(url).toMatch('https://id.example.org/sso?SAMLRequest=');
  const posted = await api.request('/login/saml', {
    method: 'POST',
    body: await buildAnswer(url, isWhole),
    headers: { host: HOST, origin: 'https://id.example.org', 'sec-fetch-site': 'cross-site' },
  });
  const end = await browser.request(Browser.place(posted));
  expect(end.status).toBe(303);
  return { browser, place: Browser.place(end) };
}

async function visit(address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const headers = { host: HOST, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  return Browser.place(await api.request(`${pathname}${search}`, { headers }));
}

describe('with a provider by other authors', () => {
  test.each([
    ['the assertion alone', false],
    ['the answer as well', true],
  ])('metadata are read by both; with %s signed, sign-in works [R1-33]', async (_, isWhole) => {
    const { browser, place } = await signIn(isWhole);
    expect(place).toBe('/sources');
    expect((await browser.call('getSession')).body).toMatchObject({
      provider: 'saml',
      user: { name: 'Ada Lovelace', email: 'ada@example.org' },
    });
  });

  test('our signed logout is read, and its answer accepted [R4-103]', async () => {
    const { browser } = await signIn();
    const { url } = (await browser.call('signOut', { body: {} })).body;
    expect(url).toMatch('https://id.example.org/slo?SAMLRequest=');
    const sp = await createDescribedService();
    const asked = parseMessage(url);
    const request = await idp.parseLogoutRequest(sp, 'redirect', asked);
    expect(request.extract).toMatchObject({ nameID: 'ada@example.org', sessionIndex: '_s1' });
    const forged = { ...asked, octetString: `${asked.octetString}x` };
    await expect(idp.parseLogoutRequest(sp, 'redirect', forged)).rejects.toThrow('SIGNATURE');
    const { context } = idp.createLogoutResponse(sp, { ...request }, 'redirect', asked.query.RelayState);
    expect(await visit(context)).toBe('/login?signed-out=everywhere');
  });

  test('a logout there ends the session here, with signed answer [R4-103]', async () => {
    const { browser } = await signIn();
    const sp = await createDescribedService();
    const user = { logoutNameID: 'ada@example.org', sessionIndex: '_s1' };
    const { context } = idp.createLogoutRequest(sp, 'redirect', user, 'relay');
    const answer = await visit(context);
    expect((await browser.call('getSession')).status).toBe(401);
    expect(answer).toMatch('https://id.example.org/slo?SAMLResponse=');
    const { extract } = await idp.parseLogoutResponse(sp, 'redirect', parseMessage(answer));
    const asked = await sp.parseLogoutRequest(idp, 'redirect', parseMessage(context));
    expect(extract).toMatchObject({ response: { inResponseTo: asked.extract.request?.id } });
  });
});
