import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  assertionOf,
  IDP_CERTIFICATE,
  type Making,
  OTHER_KEY,
  responseOf,
  rightly,
  type Says,
  signed,
} from './support/saml-idp.ts';
import { FOREIGN, NAVIGATES, problemOf, samlOfFile } from './support/saml-sign-in.ts';
import { WRAPPED } from './support/saml-wrapped.ts';
import { Browser } from './support/sign-in.ts';

const saml = samlOfFile();

const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;
const without =
  (pattern: RegExp): Making =>
  (says) =>
    responseOf(says, signed(assertionOf(says).replace(pattern, '')));
const SHA1 = {
  method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  hash: 'sha1',
};
const typed =
  (type: string, making: Making = rightly): Making =>
  (says) =>
    `<!DOCTYPE r [${type}]>${making(says)}`;
const nested = (deep: number): string => `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`;

const HOSTILE: [string, Partial<Says> | Making][] = [
  ['no signature', (says) => responseOf(says, assertionOf(says))],
  ['a signature around an assertion without one', (says) => signed(responseOf(says, assertionOf(says)))],
  ['the key of somebody else', (says) => responseOf(says, signed(assertionOf(says), { key: OTHER_KEY }))],
  ['a wrong signature around a right assertion', (says) => signed(rightly(says), { key: OTHER_KEY })],
  [
    'a certificate that the signature brings along',
    (says) =>
      responseOf(says, signed(assertionOf(says), { key: OTHER_KEY })).replace(
        '</ds:SignatureValue>',
        `</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${IDP_CERTIFICATE.replace(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      ),
  ],
  ['an email that was changed after signing', (says) => rightly(says).replace('ada@', 'root@')],
  [
    'an attribute that was added after signing',
    (says) =>
      rightly(says).replace(
        '</saml:AttributeStatement>',
        '<saml:Attribute Name="x"></saml:Attribute></saml:AttributeStatement>',
      ),
  ],
  ['SHA-1', (says) => responseOf(says, signed(assertionOf(says), SHA1))],
  [
    'a signature by a secret that is the public key',
    (says) => rightly(says).replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
  ],
  ['an empty signature', (says) => rightly(says).replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
  ['a signature of everything and nothing', (says) => rightly(says).replace(/URI="#[^"]*"/, 'URI=""')],
  ...WRAPPED.map(([name, making]): [string, Making] => [`wrapping: ${name}`, making]),
  ['another audience', { audience: 'https://other.example.org' }],
  ['no audience', without(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/)],
  ['no conditions', without(/<saml:Conditions.*<\/saml:Conditions>/)],
  ['another recipient', { recipient: 'https://other.example.org/login/saml' }],
  ['no recipient', without(/ Recipient="[^"]*"/)],
  ['another destination', { destination: 'https://other.example.org/login/saml' }],
  ['another issuer', { issuer: 'https://evil.example' }],
  [
    'another issuer of the assertion alone',
    (says) => responseOf(says, signed(assertionOf({ ...says, issuer: 'https://evil.example' }))),
  ],
  ['an end that is past', { notOnOrAfter: minutesAgo(1) }],
  ['a confirmation that is past', { confirmationEnds: minutesAgo(1) }],
  ['a confirmation without end', without(/ NotOnOrAfter="[^"]*" Recipient/)],
  ['a beginning to come', { notBefore: minutesAgo(-2) }],
  [
    'an end that is no time',
    (says) =>
      responseOf(says, signed(assertionOf(says).replace(/NotOnOrAfter="[^"]*"/g, 'NotOnOrAfter="later"'))),
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
  ['no request in the assertion', without(/ InResponseTo="[^"]*"/)],
  ['another confirmation than by bearing', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
  ['a NameID that changes each time', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ['an empty NameID', { nameId: '' }],
  [
    'two NameIDs',
    (says) =>
      responseOf(
        says,
        signed(assertionOf(says).replace('</saml:NameID>', '</saml:NameID><saml:NameID>root</saml:NameID>')),
      ),
  ],
  ['an encrypted assertion', (says) => rightly(says).replaceAll('saml:Assertion', 'saml:EncryptedAssertion')],
  ['an entity', typed('<!ENTITY who "root">', (says) => rightly(says).replace('ada-1', '&who;'))],
  [
    'an entity of a file',
    typed('<!ENTITY who SYSTEM "file:///etc/hostname">', (says) => rightly(says).replace('ada-1', '&who;')),
  ],
  [
    'entities of entities',
    typed('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">', (says) =>
      rightly(says).replace('ada-1', '&c;'),
    ),
  ],
  ['a document type of elsewhere', (says) => `<!doctype r SYSTEM "http://127.0.0.1:1/x">${rightly(says)}`],
  ['elements in elements without end', (says) => extendedBy(says, nested(20_000))],
  ['two roots', (says) => rightly(says) + rightly(says)],
  ['no XML', () => '<html><p>Sorry'],
  ['nothing', () => ''],
];
const extendedBy = (says: Says, more: string): string =>
  rightly(says).replace('<samlp:Status>', () => `<samlp:Extensions>${more}</samlp:Extensions><samlp:Status>`);

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
    saml.idp.making = (says) => responseOf(says, '');
    expect((await saml.signIn()).ended).toBe('declined');
    saml.idp.making = rightly;
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
    expect(problemOf(Browser.place(await browser.request(`/login/callback?state=${state}`)))).toContain(
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
    expect(problemOf(Browser.place(back))).toBe('untrusted');
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
