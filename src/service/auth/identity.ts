import { readPictureAddress } from './pictures.ts';
import type { ProviderSession } from './provider-session.ts';
import type { SsoConfig } from './sso-settings.ts';

export type Identity = {
  /** Issuer and subject identify a person; an email does not. */
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
  groups: string[];
  /** Picture address; empty or absent without a usable one. */
  picture?: string;
  atProvider?: ProviderSession;
};

const STANDARD_EMAIL = 'email';

const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const readTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

/** By name, or by a path such as `realm_access.roles`. */
function findClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name === '') return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** Merges both provider documents; `email_verified` applies only to the email beside it. */
export function joinClaims(
  userInfo: Readonly<Record<string, unknown>>,
  idToken: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { email_verified: isVerified } = Object.hasOwn(idToken, 'email') ? idToken : userInfo;
  return { ...userInfo, ...idToken, email_verified: isVerified };
}

export function readIdentity(
  claims: Readonly<Record<string, unknown>>,
  issuer: string,
  subject: string,
  config: Pick<SsoConfig, 'emailClaim' | 'nameClaim' | 'groupsClaim' | 'trustsEmail'>,
): Identity {
  const email = readText(findClaim(claims, config.emailClaim));
  return {
    issuer,
    subject,
    email,
    // Applies to the standard claim only, not to another one used as email.
    isEmailVerified:
      config.trustsEmail || (config.emailClaim === STANDARD_EMAIL && claims.email_verified === true),
    name: readText(findClaim(claims, config.nameClaim)) || email,
    groups: readTexts(findClaim(claims, config.groupsClaim)),
    picture: readPictureAddress(claims.picture, issuer),
  };
}
