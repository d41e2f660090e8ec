import { describe, expect, test } from 'vitest';
import type { UserRow } from '../store/schema.ts';
import { admit } from './admission.ts';
import { type Identity, joinClaims, readIdentity } from './identity.ts';
import { parseRoleIds, serializeRoles } from './users.ts';

const ADA: Identity = {
  issuer: 'https://id.example.org',
  subject: 'ada-1',
  email: 'ada@example.org',
  isEmailVerified: true,
  name: 'Ada',
  groups: [],
};
const RULES = { domains: [], groupRoles: [], defaultRoleId: 'viewer', provisions: true, adminEmail: '' };
const user = (row: Partial<UserRow> = {}): UserRow => ({
  id: '500000000000000001',
  issuer: ADA.issuer,
  subject: ADA.subject,
  name: 'Ada',
  email: ADA.email,
  picture: '',
  user_type: 'SSO',
  roles: serializeRoles(['editor']),
  status: 'ACTIVE',
  last_sign_in_at: 1,
  revision: 1,
  created_at: 1,
  ...row,
});
const admitRoles = (...given: Parameters<typeof admit>) => parseRoleIds(admit(...given).fields);

describe('who is let in', () => {
  test('someone new gets the default role, where people may come uninvited', () => {
    expect(admitRoles([], ADA, RULES)).toEqual(['viewer']);
    expect(() => admit([], ADA, { ...RULES, provisions: false })).toThrow('was not invited');
    expect(() => admit([], ADA, { ...RULES, defaultRoleId: '' })).toThrow('no group gives a role');
  });

  test('an invited user takes the place of the verified email, with roles [R6-02, R7-71]', () => {
    const invited = user({ issuer: 'invited', subject: ADA.email, status: 'INVITED' });
    const rules = { ...RULES, provisions: false };
    const { known, fields } = admit([invited], { ...ADA, email: 'ADA@example.org' }, rules);
    expect(known).toBe(invited);
    expect(fields).toMatchObject({ issuer: ADA.issuer, subject: 'ada-1', status: 'ACTIVE' });
    expect(parseRoleIds(fields)).toEqual(['editor']);
  });

  test('an unverified email opens nothing, even for an earlier user [R8-03]', () => {
    const unverified = { ...ADA, isEmailVerified: false };
    for (const users of [[], [user()], [user({ issuer: 'invited' })]])
      expect(() => admit(users, unverified, RULES)).toThrow('the email is not verified');
  });

  test.each(['', 'ada', 'a b@c', '@'])('%j is no email', (email) => {
    expect(() => admit([], { ...ADA, email }, RULES)).toThrow('gave no email');
  });

  test('the same email of another subject or issuer opens no account', () => {
    for (const other of [{ subject: 'mallory' }, { issuer: 'https://evil.example' }])
      expect(() => admit([user()], { ...ADA, ...other }, RULES)).toThrow('belongs to another user');
    const local = user({ issuer: 'local', subject: 'local@localhost', email: 'local@localhost' });
    expect(() => admit([local], { ...ADA, email: 'local@localhost' }, RULES)).toThrow(
      'another user, of local',
    );
  });

  test('somebody keeps their user when the email changes', () => {
    const { known, fields } = admit([user()], { ...ADA, email: 'lovelace@example.org' }, RULES);
    expect([known?.id, fields.email]).toEqual([user().id, 'lovelace@example.org']);
  });

  test('a disabled user stays outside, invited or not', () => {
    expect(() => admit([user({ status: 'DISABLED' })], ADA, RULES)).toThrow('is disabled');
    const invited = user({ issuer: 'invited', status: 'DISABLED' });
    expect(() => admit([invited], ADA, RULES)).toThrow('is disabled');
  });

  test('other domains stay outside, those that only end alike too', () => {
    const rules = { ...RULES, domains: ['example.org'] };
    expect(admitRoles([], { ...ADA, email: 'ada@EXAMPLE.org' }, rules)).toEqual(['viewer']);
    for (const email of ['ada@evil-example.org', 'ada@sub.example.org', 'ada@example.org@evil.example'])
      expect(() => admit([], { ...ADA, email }, rules), email).toThrow(/not allowed|gave no email/);
  });
});

describe('what they may do', () => {
  const groupRoles = [
    { group: 'ops', roleId: 'operator' },
    { group: 'admins', roleId: 'admin' },
    { group: 'root', roleId: 'admin' },
  ];
  const rules = { ...RULES, groupRoles };

  test('groups give roles at each sign-in; without any the default applies', () => {
    expect(admitRoles([user()], { ...ADA, groups: ['ops', 'root', 'admins', 'x'] }, rules)).toEqual([
      'operator',
      'admin',
    ]);
    expect(admitRoles([user()], ADA, rules)).toEqual(['viewer']);
    expect(() => admit([user()], ADA, { ...rules, defaultRoleId: '' })).toThrow('no group gives a role');
  });

  test('without a map the roles that were given by hand stay', () => {
    expect(admitRoles([user()], { ...ADA, groups: ['admins'] }, RULES)).toEqual(['editor']);
  });

  test('the administrator that the environment names becomes one, by the verified email', () => {
    const named = { ...RULES, provisions: false, adminEmail: 'Ada@example.org' };
    expect(admitRoles([], ADA, named)).toEqual(['viewer', 'admin']);
    expect(admitRoles([user()], ADA, named)).toEqual(['editor', 'admin']);
    expect(() => admit([], { ...ADA, isEmailVerified: false }, named)).toThrow('not verified');
  });
});

test('claims are read by their names, also from within others', () => {
  const config = { emailClaim: 'mail', nameClaim: 'display', groupsClaim: 'realm.roles', trustsEmail: false };
  const claims = { mail: ' a@b.c ', realm: { roles: ['x', 7, ''] }, email_verified: 'true' };
  expect(readIdentity(claims, 'i', 's', config)).toEqual({
    issuer: 'i',
    picture: '',
    subject: 's',
    email: 'a@b.c',
    isEmailVerified: false,
    name: 'a@b.c',
    groups: ['x'],
  });
  const trusting = { ...config, trustsEmail: true, groupsClaim: '' };
  expect(readIdentity({ ...claims, '': ['y'] }, 'i', 's', trusting)).toMatchObject({
    isEmailVerified: true,
    groups: [],
  });
  expect(
    readIdentity({ a: { __proto__: { b: 'x' } } }, 'i', 's', { ...config, groupsClaim: 'a.constructor' })
      .groups,
  ).toEqual([]);
});

test('email_verified counts for the claim email alone', () => {
  const config = { emailClaim: 'mail', nameClaim: 'name', groupsClaim: 'groups', trustsEmail: false };
  const claims = { email: 'mallory@evil.example', mail: 'ada@example.org', email_verified: true };
  expect(readIdentity(claims, 'i', 's', config).isEmailVerified).toBe(false);
  expect(readIdentity(claims, 'i', 's', { ...config, emailClaim: 'email' }).isEmailVerified).toBe(true);
});

test('email_verified of one document does not vouch for the email of another', () => {
  const mallory = { email: 'mallory@evil.example', email_verified: true };
  expect(joinClaims(mallory, { email: 'ada@example.org' })).toEqual({
    email: 'ada@example.org',
    email_verified: undefined,
  });
  expect(joinClaims({ email: 'ada@example.org' }, { email_verified: true }).email_verified).toBe(undefined);
  expect(joinClaims(mallory, { name: 'Mallory' })).toEqual({ ...mallory, name: 'Mallory' });
});
