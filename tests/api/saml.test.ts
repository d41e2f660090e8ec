import { describe, expect, test } from 'vitest';
import { makeRightly, SamlIdp, signDocument } from './support/saml-idp.ts';
import { setUpSamlService } from './support/saml-sign-in.ts';
import { ORIGIN } from './support/sign-in.ts';

const saml = setUpSamlService();

describe('sign-in by SAML', () => {
  test('leads through the provider back to the place, by redirect and post [R1-33]', async () => {
    expect((await saml.newBrowser().call('getSignIn')).body).toMatchObject({ provider: 'saml' });
    const browser = saml.newBrowser();
    const address = await saml.begin(browser);
    expect(address).toMatch(`${saml.idp.origin}/sso?SAMLRequest=`);
    const request = SamlIdp.request(address);
    expect(request).toContain(`AssertionConsumerServiceURL="${ORIGIN}/login/saml"`);
    expect(request).toContain(`Destination="${saml.idp.origin}/sso"`);
    expect(await saml.end(browser, saml.idp.visit(address).form)).toBe('signed in, /sources');
    const { body } = await browser.call('getSession');
    expect(body).toMatchObject({
      provider: 'saml',
      user: { name: 'Ada', email: 'ada@example.org', userType: 'SSO', roles: [{ name: 'Operator' }] },
    });
    expect((await browser.call('listSessions')).body.sessions).toMatchObject([{ provider: 'saml' }]);
    expect(await saml.lastRecord()).toMatchObject({
      result: 'done',
      call: 'signIn',
      userName: 'ada@example.org',
    });
    const again = await saml.signIn();
    expect((await again.browser.call('getSession')).body.user.id).toBe(body.user.id);
    await browser.call('signOut', { body: {} });
    expect((await browser.call('getSession')).status).toBe(401);
  });

  test('signed answer and assertion, and small clock skew, are accepted', async () => {
    saml.idp.making = (says) => signDocument(makeRightly(says));
    expect((await saml.signIn()).ended).toContain('signed in');
    saml.idp.says = { notOnOrAfter: Date.now() - 10_000, confirmationEnds: Date.now() - 10_000 };
    expect((await saml.signIn()).ended).toContain('signed in');
  });

  test('common attributes give email, name and groups; NameID may help', async () => {
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
    saml.idp.says = {
      nameId: 'bob-2',
      attributes: {
        [`${claims}/emailaddress`]: ['bob@example.org'],
        'urn:oid:2.16.840.1.113730.3.1.241': ['Bob'],
        'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['ops'],
        ['__proto__']: ['polluted'],
      },
    };
    const { browser } = await saml.signIn();
    expect((await browser.call('getSession')).body.user).toMatchObject({
      name: 'Bob',
      email: 'bob@example.org',
      roles: [{ name: 'Operator' }],
    });
    saml.idp.says = {
      nameId: 'cy@example.org',
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: {},
    };
    const other = await saml.signIn();
    expect((await other.browser.call('getSession')).body.user.email).toBe('cy@example.org');
  });

  test('a comment in a name cuts nothing off', async () => {
    saml.idp.says = { nameId: 'eve-5', attributes: { email: ['root@example.org.evil.example'] } };
    saml.idp.making = (says) =>
      makeRightly(says)
        .replace('root@example.org.evil', 'root@example.org<!-- -->.evil')
        .replace('>eve-5', '>e<!-- -->ve-5');
    const { browser, ended } = await saml.signIn();
    expect(ended).toContain('signed in');
    expect((await browser.call('getSession')).body.user.email).toBe('root@example.org.evil.example');
    expect((await saml.api.store.users.list()).map(({ subject }) => subject)).toContain('eve-5');
  });

  test('a user is disabled, then another has the email: neither gets in', async () => {
    const { browser } = await saml.signIn();
    const { id } = (await browser.call('getSession')).body.user;
    saml.idp.says = { nameId: 'somebody-else' };
    expect((await saml.signIn()).ended).toBe('not-admitted');
    saml.idp.says = {};
    await saml.admin.call('updateUser', { body: { user: { id, disabled: true } } });
    expect((await browser.call('getSession')).status).toBe(401);
    expect((await saml.signIn()).ended).toBe('disabled');
    await saml.admin.call('updateUser', { body: { user: { id, disabled: false } } });
  });
});
