import * as z from 'zod/mini';
import { PROVIDER_TYPES } from '../enums.ts';
import { nameTextCheck } from '../names.ts';
import { roleIdSchema } from './access.ts';
import { revisionSchema, timeSchema } from './common.ts';

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
  /** On the sign-in button. */
  name: text('Display name', 60, 1).check(nameTextCheck('Display name')),
  /** Issuer, or URL of its metadata. */
  metadataUrl: text('Issuer or metadata URL', 1000).check(
    z.refine((url) => url === '' || /^https?:\/\/[^\s/]+/.test(url), 'must begin with https://'),
  ),
  clientId: text('Client ID', 500),
  /** SAML metadata as text, instead of a URL. */
  metadataXml: text('Metadata', METADATA_MAX_LENGTH),
  /** Allowed email domains; empty means any. */
  domains: z
    .array(z.string().check(z.trim(), z.regex(/^[^\s@/]+\.[^\s@/]+$/, 'must look like example.org')))
    .check(z.maxLength(100, 'must be at most 100 domains')),
  emailClaim: text('Email claim', CLAIM_MAX_LENGTH, 1),
  nameClaim: text('Name claim', CLAIM_MAX_LENGTH, 1),
  groupsClaim: text('Groups claim', CLAIM_MAX_LENGTH),
  /** Accepts emails the provider has not verified. */
  trustsEmail: z.boolean(),
  /** Applied at the next sign-in. */
  groupRoles: z
    .array(z.strictObject({ group: text('Group', 300, 1), roleId: roleIdSchema }))
    .check(z.maxLength(200, 'must be at most 200 groups')),
  /** For people whose groups give none; empty refuses them. */
  defaultRoleId: z.union([roleIdSchema, z.literal('')]),
  /** Creates uninvited users at their first sign-in. */
  provisions: z.boolean(),
  /** Lets a local administrator sign in with the fallback code when the provider fails. */
  allowsFallback: z.boolean(),
};

/** Complete; a secret of `{set: true}` is kept. */
export const ssoPatchSchema = z.strictObject({
  ...ssoFields,
  clientSecret: z.optional(z.union([text('Client secret', 2000), z.strictObject({ set: z.literal(true) })])),
});
export type SsoPatch = z.infer<typeof ssoPatchSchema>;

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
  hasFallback: z.boolean(),
  fixed: z.array(z.enum(SSO_FIXED)),
  inForce: z.enum(PROVIDER_TYPES),
  redirectUri: z.string(),
  /** SAML assertion consumer service. */
  acsUrl: z.string(),
  /** This service's SAML entity id and metadata URL. */
  entityId: z.string(),
  logout: z.object({ samlUrl: z.string(), redirectUri: z.string(), backchannelUri: z.string() }),
  revision: revisionSchema,
});
export type Sso = z.infer<typeof ssoSchema>;

export const ssoTestSchema = z.object({
  state: z.enum(['waiting', 'done']),
  isAdmitted: z.boolean(),
  problem: z.string(),
  email: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  roles: z.array(z.string()),
});
export type SsoTest = z.infer<typeof ssoTestSchema>;

/** Readable without a session. */
export const signInSchema = z.object({
  provider: z.enum(PROVIDER_TYPES),
  name: z.string(),
  hasFallback: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;

export const openSessionSchema = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  userAgent: z.string(),
  provider: z.enum([...SSO_PROVIDERS, 'fallback']),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  expiresAt: timeSchema,
});
export type OpenSession = z.infer<typeof openSessionSchema>;
