import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  buildAssertion,
  buildResponse,
  IDP_CERTIFICATE,
  type Making,
  makeRightly,
  OTHER_KEY,
  type Says,
  signDocument,
} from './support/saml-idp.ts';
import { FOREIGN, findProblem, NAVIGATES, setUpSamlService } from './support/saml-sign-in.ts';
import { WRAPPED } from './support/saml-wrapped.ts';
import { Browser } from './support/sign-in.ts';

const saml = setUpSamlService();

const getTimeBefore = (minutes: number): number => Date.now() - minutes * 60_000;
const createWithout =
  (pattern: RegExp): Making =>
  (says) =>
    buildResponse(says, signDocument(buildAssertion(says).replace(pattern, '')));
const SHA1 = {
  method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  hash: 'sha1',
};
const createTyped =
  (type: string, making: Making = makeRightly): Making =>
  (says) =>
    `<!DOCTYPE r [${type}]>${making(says)}`;
const buildNested = (deep: number): string => `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`;

const HOSTILE: [string, Partial<Says> | Making][] = [
  ['no signature', (says) => buildResponse(says, buildAssertion(says))],
  [
    'a signature around an assertion without one',
    (says) => signDocument(buildResponse(says, buildAssertion(says))),
  ],
  [
    'the key of somebody else',
    (says) => buildResponse(says, signDocument(buildAssertion(says), { key: OTHER_KEY })),
  ],
  [
    'a wrong signature around a right assertion',
    (says) => signDocument(makeRightly(says), { key: OTHER_KEY }),
  ],
  [
    'a certificate that the signature brings along',
    (says) =>
      buildResponse(says, signDocument(buildAssertion(says), { key: OTHER_KEY })).replace(
        '</ds:SignatureValue>',
        `</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${IDP_CERTIFICATE.replace(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      ),
  ],
  ['an email that was changed after signing', (says) => makeRightly(says).replace('ada@', 'root@')],
  [
    'an attribute that was added after signing',
    (says) =>
      makeRightly(says).replace(
        '</saml:AttributeStatement>',
        '<saml:Attribute Name="x"></saml:Attribute></saml:AttributeStatement>',
      ),
  ],
  ['SHA-1', (says) => buildResponse(says, signDocument(buildAssertion(says), SHA1))],
  [
    'a signature by a secret that is the public key',
    (says) => makeRightly(says).replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
  ],
  [
    'an empty signature',
    (says) => makeRightly(says).replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
  ],
  ['a signature of everything and nothing', (says) => makeRightly(says).replace(/URI="#[^"]*"/, 'URI=""')],
  ...WRAPPED.map(([name, making]): [string, Making] => [`wrapping: ${name}`, making]),
  ['another audience', { audience: 'https://other.example.org' }],
  ['no audience', createWithout(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/)],
  ['no conditions', createWithout(/<saml:Conditions.*<\/saml:Conditions>/)],
  ['another recipient', { recipient: 'https://other.example.org/login/saml' }],
  ['no recipient', createWithout(/ Recipient="[^"]*"/)],
  ['another destination', { destination: 'https://other.example.org/login/saml' }],
  ['another issuer', { issuer: 'https://evil.example' }],
  [
    'another issuer of the assertion alone',
    (says) => buildResponse(says, signDocument(buildAssertion({ ...says, issuer: 'https://evil.example' }))),
  ],
  ['an end that is past', { notOnOrAfter: getTimeBefore(1) }],
  ['a confirmation that is past', { confirmationEnds: getTimeBefore(1) }],
  ['a confirmation without end', createWithout(/ NotOnOrAfter="[^"]*" Recipient/)],
  ['a beginning to come', { notBefore: getTimeBefore(-2) }],
  [
    'an end that is no time',
    (says) =>
      buildResponse(
        says,
        signDocument(buildAssertion(says).replace(/NotOnOrAfter="[^"]*"/g, 'NotOnOrAfter="later"')),
      ),
  ],
  [
    'a session that is over',
    {
      statements: `<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionNotOnOrAfter="2026-01-01T01:00:00Z"></saml:AuthnStatement>`,
    },
  ],
  ['no word that anybody signed in', { statements: '' }],
  ['another request around the assertion', { inResponseTo: '_other' }],
  ['another request in the assertion', { confirms: '_other' }],
  ['no request in the assertion', createWithout(/ InResponseTo="[^"]*"/)],
  ['another confirmation than by bearing', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
  ['a NameID that changes each time', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ['an empty NameID', { nameId: '' }],
  [
    'two NameIDs',
    (says) =>
      buildResponse(
        says,
        signDocument(
          buildAssertion(says).replace('</saml:NameID>', '</saml:NameID><saml:NameID>root</saml:NameID>'),
        ),
      ),
  ],
  [
    'an encrypted assertion',
    (says) => makeRightly(says).replaceAll('saml:Assertion', 'saml:EncryptedAssertion'),
  ],
  ['an entity', createTyped('<!ENTITY who "root">', (says) => makeRightly(says).replace('ada-1', '&who;'))],
  [
    'an entity of a file',
    createTyped('<!ENTITY who SYSTEM "file:///etc/hostname">', (says) =>
      makeRightly(says).replace('ada-1', '&who;'),
    ),
  ],
  [
    'entities of entities',
    createTyped('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">', (says) =>
      makeRightly(says).replace('ada-1', '&c;'),
    ),
  ],
  [
    'a document type of elsewhere',
    (says) => `<!doctype r SYSTEM "http://127.0.0.1:1/x">${makeRightly(says)}`,
  ],
  ['elements in elements without end', (says) => insertExtensions(says, buildNested(20_000))],
  ['two roots', (says) => makeRightly(says) + makeRightly(says)],
  ['no XML', () => '<html><p>Sorry'],
  ['nothing', () => ''],
];
const insertExtensions = (says: Says, more: string): string =>
  makeRightly(says).replace(
    '<samlp:Status>',
    () => `<samlp:Extensions>${more}</samlp:Extensions><samlp:Status>`,
  );

describe('hostile answers by SAML', () => {
  test.each(HOSTILE)('with %s sign nobody in, and are on record', async (_, hostile) => {
    if (typeof hostile === 'function') saml.idp.making = hostile;
    else saml.idp.says = hostile;
    const { browser, ended } = await saml.signIn();
    expect(ended).toBe('untrusted');
    expect((await browser.call('getSession')).status).toBe(401);
    expect(await saml.lastRecord()).toMatchObject({
      call: 'signIn',
      result: 'denied',
      reason: expect.stringContaining('was refused'),
    });
  });

  test('deflated ones, as they come in addresses, are not read', async () => {
    const browser = saml.newBrowser();
    const { form } = saml.idp.visit(await saml.begin(browser));
    const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64');
    form.set('SAMLResponse', deflateRawSync(xml).toString('base64'));
    expect(await saml.end(browser, form)).toBe('untrusted');
  });

  test('a provider that declines is distinguished from one that lies', async () => {
    saml.idp.says = { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' };
    saml.idp.making = (says) => buildResponse(says, '');
    expect((await saml.signIn()).ended).toBe('declined');
    saml.idp.making = makeRightly;
    expect((await saml.signIn()).ended).toBe('declined');
  });

  test('an answer counts once: no repeats, other requests or reused assertions', async () => {
    const browser = saml.newBrowser();
    const { form } = saml.idp.visit(await saml.begin(browser));
    expect(await saml.end(browser, form)).toContain('signed in');
    expect(await saml.end(browser, form)).toBe('expired');
    const next = new URL(await saml.begin(browser)).searchParams.get('RelayState') ?? '';
    const replayed = new URLSearchParams(form);
    replayed.set('RelayState', next);
    expect(await saml.end(browser, replayed)).toBe('untrusted');
    saml.idp.says = { assertionId: '_same' };
    expect((await saml.signIn()).ended).toContain('signed in');
    expect((await saml.signIn()).ended).toBe('untrusted');
    expect((await saml.lastRecord()).reason).toContain('used before');
  });

  test('another browser ends nothing; the right one goes on', async () => {
    const browser = saml.newBrowser();
    const { form } = saml.idp.visit(await saml.begin(browser));
    const stranger = saml.newBrowser();
    await saml.begin(stranger);
    expect(await saml.end(stranger, form)).toBe('expired');
    expect((await stranger.call('getSession')).status).toBe(401);
    const state = form.get('RelayState') ?? '';
    expect(findProblem(Browser.place(await browser.request(`/login/callback?state=${state}`)))).toContain(
      'signed in',
    );
  });

  test('unsolicited answers are refused, and so are missing ones', async () => {
    const browser = saml.newBrowser();
    const { form } = saml.idp.visit(await saml.begin(browser));
    for (const state of ['', 'x'.repeat(43)]) {
      const unasked = new URLSearchParams(form);
      unasked.set('RelayState', state);
      expect(await saml.end(browser, unasked)).toBe('expired');
    }
    const back = await browser.request(`/login/callback?state=${form.get('RelayState')}`);
    expect(findProblem(Browser.place(back))).toBe('untrusted');
  });

  test('only small forms from the provider page to this host', async () => {
    const { form } = saml.idp.visit(await saml.begin(saml.newBrowser()));
    expect((await saml.post(form, { ...FOREIGN, 'sec-fetch-mode': 'cors' })).status).toBe(403);
    expect((await saml.post(form, { ...NAVIGATES, host: 'evil.example' })).status).toBe(403);
    const json = { ...NAVIGATES, 'content-type': 'application/json' };
    expect((await saml.post(JSON.stringify([...form]), json)).status).toBe(415);
    form.set('SAMLResponse', 'A'.repeat(500_000));
    expect((await saml.post(form)).status).toBe(413);
    const elsewhere = { method: 'POST', body: form, headers: NAVIGATES };
    for (const path of ['/login/callback', '/login/saml/metadata', '/login/saml/', '/v1/auth/sign-in'])
      expect((await saml.api.request(path, elsewhere)).status, path).toBe(403);
  });
});
