import type { ProviderSession } from './provider-session.ts';
import type { SsoConfig } from './sso-settings.ts';

/** Who a provider says somebody is. */
export type Identity = {
  /** Issuer and subject together name a person; an email does not. */
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
  groups: string[];
  /** What the provider calls the session that begins. */
  atProvider?: ProviderSession;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

/** A claim by its name, or by a path of names such as `realm_access.roles`. */
function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name === '') return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** Reads claims by the map of the settings. */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  issuer: string,
  subject: string,
  config: Pick<SsoConfig, 'emailClaim' | 'nameClaim' | 'groupsClaim' | 'trustsEmail'>,
): Identity {
  const email = textOf(claimOf(claims, config.emailClaim));
  return {
    issuer,
    subject,
    email,
    isEmailVerified: config.trustsEmail || claims.email_verified === true,
    name: textOf(claimOf(claims, config.nameClaim)) || email,
    groups: textsOf(claimOf(claims, config.groupsClaim)),
  };
}
