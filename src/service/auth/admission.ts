import type { UserRow } from '../store/schema.ts';
import type { Identity } from './identity.ts';
import { SignInRefused } from './refusal.ts';
import type { SsoConfig } from './sso-settings.ts';
import { parseRoleIds, serializeRoles } from './users.ts';

type Rules = Pick<SsoConfig, 'domains' | 'groupRoles' | 'defaultRoleId' | 'provisions'> & {
  adminEmail: string;
};

/** `known`: the stored user with the same id. */
export type Admission = {
  known: UserRow | undefined;
  fields: Pick<UserRow, 'issuer' | 'subject' | 'name' | 'email' | 'picture' | 'roles' | 'status'>;
};

const equalsIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function decideRoles(identity: Identity, known: UserRow | undefined, rules: Rules): string[] {
  const { groupRoles, defaultRoleId, adminEmail } = rules;
  const given = groupRoles.filter(({ group }) => identity.groups.includes(group)).map(({ roleId }) => roleId);
  const otherwise = defaultRoleId === '' ? [] : [defaultRoleId];
  // Without group roles, roles are set by hand; with them, the provider decides at each sign-in.
  const held = groupRoles.length === 0 && known ? parseRoleIds(known) : otherwise;
  const roles = given.length > 0 ? given : held;
  const isNamed = adminEmail !== '' && equalsIgnoringCase(adminEmail, identity.email);
  return [...new Set(isNamed ? [...roles, 'admin'] : roles)];
}

/**
 * Decides who may sign in, and as whom. Issuer and subject identify a person; an email counts only when
 * verified, and never replaces somebody who signed in before.
 * @throws SignInRefused
 */
export function admit(users: readonly UserRow[], identity: Identity, rules: Rules): Admission {
  const { issuer, subject, email, name, isEmailVerified, picture = '' } = identity;
  const who = email || `${issuer} ${subject}`;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new SignInRefused('not-admitted', `${who}: the provider gave no email; check the email claim`);
  }
  if (!isEmailVerified) throw new SignInRefused('email-not-verified', `${who}: the email is not verified`);
  const domain = email.split('@').at(-1) ?? '';
  if (rules.domains.length > 0 && !rules.domains.some((one) => equalsIgnoringCase(one, domain))) {
    throw new SignInRefused('not-admitted', `${who}: the domain ${domain} is not allowed`);
  }
  const signedInBefore = users.find((row) => row.issuer === issuer && row.subject === subject);
  const withEmail = users.find(
    (row) => row.id !== signedInBefore?.id && equalsIgnoringCase(row.email, email),
  );
  if (withEmail && withEmail.issuer !== 'invited') {
    throw new SignInRefused(
      'not-admitted',
      `${who}: the email belongs to another user, of ${withEmail.issuer}`,
    );
  }
  // Later invitations are not merged with an existing user.
  const known = signedInBefore ?? withEmail;
  if (known?.status === 'DISABLED') throw new SignInRefused('disabled', `${who}: the user is disabled`);
  const isNamed = rules.adminEmail !== '' && equalsIgnoringCase(rules.adminEmail, email);
  if (!known && !rules.provisions && !isNamed) {
    throw new SignInRefused('not-admitted', `${who}: was not invited`);
  }
  const roleIds = decideRoles(identity, known, rules);
  if (roleIds.length === 0) throw new SignInRefused('not-admitted', `${who}: no group gives a role`);
  const roles = serializeRoles(roleIds);
  return { known, fields: { issuer, subject, name, email, picture, roles, status: 'ACTIVE' } };
}
