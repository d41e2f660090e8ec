import * as z from 'zod/mini';
import { PROVIDER_TYPES } from '../enums.ts';
import { nameTextCheck } from '../names.ts';
import { roleIdSchema } from './access.ts';
import { revisionSchema, timeSchema } from './common.ts';

/** Provider types that people can sign in with. */
export const SSO_PROVIDERS = ['oidc', 'saml'] as const;

const text = (label: string, maxLength: number, minLength = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(minLength, `${label} is required`),
      z.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
    );

const CLAIM_MAX_LENGTH = 200;
const METADATA_MAX_LENGTH = 500_000;

const ssoFields = {
  enabled: z.boolean(),
  provider: z.enum(SSO_PROVIDERS),
  /** As the button of the sign-in page calls it. */
  name: text('Display name', 60, 1).check(nameTextCheck('Display name')),
  /** Issuer, or the address of its metadata document. */
  metadataUrl: text('Issuer or metadata URL', 1000).check(
    z.refine((url) => url === '' || /^https?:\/\/[^\s/]+/.test(url), 'must begin with https://'),
  ),
  clientId: text('Client ID', 500),
  /** Of a SAML provider: its metadata as text, in place of their address. */
  metadataXml: text('Metadata', METADATA_MAX_LENGTH),
  /** Only people with an email of these domains may sign in; none by name means any. */
  domains: z
    .array(z.string().check(z.trim(), z.regex(/^[^\s@/]+\.[^\s@/]+$/, 'must look like example.org')))
    .check(z.maxLength(100, 'must be at most 100 domains')),
  emailClaim: text('Email claim', CLAIM_MAX_LENGTH, 1),
  nameClaim: text('Name claim', CLAIM_MAX_LENGTH, 1),
  groupsClaim: text('Groups claim', CLAIM_MAX_LENGTH),
  /** The provider's word is enough that an email is its holder's: it says nothing about verification. */
  trustsEmail: z.boolean(),
  /** Members of a group hold the role from their next sign-in on. */
  groupRoles: z
    .array(z.strictObject({ group: text('Group', 300, 1), roleId: roleIdSchema }))
    .check(z.maxLength(200, 'must be at most 200 groups')),
  /** Role of whom no group gives one; empty: they may not sign in. */
  defaultRoleId: z.union([roleIdSchema, z.literal('')]),
  /** Who was not invited becomes a user at the first sign-in. */
  provisions: z.boolean(),
  /** The fallback code signs in a local administrator, for when the provider fails. */
  allowsFallback: z.boolean(),
};

/** Settings of the sign-in, written as a whole; a secret that is sent as `{set: true}` is kept. */
export const ssoPatchSchema = z.strictObject({
  ...ssoFields,
  clientSecret: z.optional(z.union([text('Client secret', 2000), z.strictObject({ set: z.literal(true) })])),
});
export type SsoPatch = z.infer<typeof ssoPatchSchema>;

/** What the environment sets stays as it is there. */
export const SSO_FIXED = [
  'enabled',
  'provider',
  'metadataUrl',
  'metadataXml',
  'clientId',
  'clientSecret',
  'trustsEmail',
] as const;

export const ssoSchema = z.object({
  ...ssoFields,
  clientSecret: z.optional(z.strictObject({ set: z.literal(true) })),
  /** A fallback code was made. */
  hasFallback: z.boolean(),
  /** Fields that the environment sets. */
  fixed: z.array(z.enum(SSO_FIXED)),
  /** How people sign in now. */
  inForce: z.enum(PROVIDER_TYPES),
  /** Where the provider sends people back to: it must be registered there. */
  redirectUri: z.string(),
  /** The same for SAML: where the provider posts its answers (assertion consumer service). */
  acsUrl: z.string(),
  /** What this service is called at a SAML provider; also the address of its metadata. */
  entityId: z.string(),
  /** Where a logout at the provider leads back to, or comes from; each of its protocol. */
  logout: z.object({ samlUrl: z.string(), redirectUri: z.string(), backchannelUri: z.string() }),
  revision: revisionSchema,
});
export type Sso = z.infer<typeof ssoSchema>;

/** What a test sign-in found, as far as it came. */
export const ssoTestSchema = z.object({
  state: z.enum(['waiting', 'done']),
  /** The person would be signed in. */
  isAdmitted: z.boolean(),
  /** Why not; empty when all is well. */
  problem: z.string(),
  email: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  roles: z.array(z.string()),
});
export type SsoTest = z.infer<typeof ssoTestSchema>;

/** What the sign-in page needs before anybody is signed in. */
export const signInSchema = z.object({
  provider: z.enum(PROVIDER_TYPES),
  /** Display name of the provider. */
  name: z.string(),
  hasFallback: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;

/** One browser in which somebody is signed in. */
export const openSessionSchema = z.object({
  id: z.string(),
  /** The one this is asked from. */
  isCurrent: z.boolean(),
  /** Browser and system, as it names them. */
  userAgent: z.string(),
  provider: z.enum([...SSO_PROVIDERS, 'fallback']),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  expiresAt: timeSchema,
});
export type OpenSession = z.infer<typeof openSessionSchema>;
