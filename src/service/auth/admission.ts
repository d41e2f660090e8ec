import type { UserRow } from '../store/schema.ts';
import type { Identity } from './identity.ts';
import { SignInRefused } from './refusal.ts';
import type { SsoConfig } from './sso-settings.ts';
import { roleIdsOf, storedRoles } from './users.ts';

type Rules = Pick<SsoConfig, 'domains' | 'groupRoles' | 'defaultRoleId' | 'provisions'> & {
  adminEmail: string;
};

/** Who somebody becomes; `known` is the user they were before, with the same id. */
export type Admission = {
  known: UserRow | undefined;
  fields: Pick<UserRow, 'issuer' | 'subject' | 'name' | 'email' | 'roles' | 'status'>;
};

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Roles of an identity: what its groups give, else what it held or the default; the named administrator's besides. */
function rolesOf(identity: Identity, known: UserRow | undefined, rules: Rules): string[] {
  const { groupRoles, defaultRoleId, adminEmail } = rules;
  const given = groupRoles.filter(({ group }) => identity.groups.includes(group)).map(({ roleId }) => roleId);
  const otherwise = defaultRoleId === '' ? [] : [defaultRoleId];
  // Without a map the roles are given by hand; with one the provider has the say at each sign-in.
  const held = groupRoles.length === 0 && known ? roleIdsOf(known) : otherwise;
  const roles = given.length > 0 ? given : held;
  const isNamed = adminEmail !== '' && same(adminEmail, identity.email);
  return [...new Set(isNamed ? [...roles, 'admin'] : roles)];
}

/**
 * Whether an identity is let in, and as whom. Somebody is known by issuer and subject; an email counts only
 * when it is verified, and never takes the place of somebody who signed in before.
 * @throws SignInRefused
 */
export function admission(users: readonly UserRow[], identity: Identity, rules: Rules): Admission {
  const { issuer, subject, email, name, isEmailVerified } = identity;
  const who = email || `${issuer} ${subject}`;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new SignInRefused('not-admitted', `${who}: the provider gave no email; check the email claim`);
  }
  if (!isEmailVerified) throw new SignInRefused('email-not-verified', `${who}: the email is not verified`);
  const domain = email.split('@').at(-1) ?? '';
  if (rules.domains.length > 0 && !rules.domains.some((one) => same(one, domain))) {
    throw new SignInRefused('not-admitted', `${who}: the domain ${domain} is not allowed`);
  }
  const signedInBefore = users.find((row) => row.issuer === issuer && row.subject === subject);
  const withEmail = users.find((row) => row.id !== signedInBefore?.id && same(row.email, email));
  if (withEmail && withEmail.issuer !== 'invited') {
    throw new SignInRefused(
      'not-admitted',
      `${who}: the email belongs to another user, of ${withEmail.issuer}`,
    );
  }
  // An invitation that was made after the first sign-in stays what it is: two users are not made one.
  const known = signedInBefore ?? withEmail;
  if (known?.status === 'DISABLED') throw new SignInRefused('disabled', `${who}: the user is disabled`);
  const isNamed = rules.adminEmail !== '' && same(rules.adminEmail, email);
  if (!known && !rules.provisions && !isNamed) {
    throw new SignInRefused('not-admitted', `${who}: was not invited`);
  }
  const roleIds = rolesOf(identity, known, rules);
  if (roleIds.length === 0) throw new SignInRefused('not-admitted', `${who}: no group gives a role`);
  const roles = storedRoles(roleIds);
  return { known, fields: { issuer, subject, name, email, roles, status: 'ACTIVE' } };
}
