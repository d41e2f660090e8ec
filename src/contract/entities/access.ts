import * as z from 'zod/mini';
import { ACCESS_TYPES, EXTRA_GRANTS, RESOURCE_TYPES, ROLE_TYPES, USER_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { userSchema } from './user.ts';

/** What a role allows on one kind of resource (R3-72, R6-36; the extra grants are ours). */
export const grantSchema = z.strictObject({
  resourceType: z.enum(RESOURCE_TYPES),
  accessTypes: z.array(z.enum(ACCESS_TYPES)),
  extraGrants: z.array(z.enum(EXTRA_GRANTS)),
});
export type RoleGrant = z.infer<typeof grantSchema>;

/** What the caller may do, by `contract/permissions.ts`. */
export const heldAccessSchema = z.object({
  isAdministrator: z.boolean(),
  grants: z.array(
    z.object({
      resource: z.enum(RESOURCE_TYPES),
      types: z.array(z.enum(ACCESS_TYPES)),
      extra: z.array(z.enum(EXTRA_GRANTS)),
      siteIds: z.optional(z.array(z.string())),
    }),
  ),
});

/** Names of roles: system roles have their own, roles of people an identifier. */
export const roleIdSchema = z
  .string()
  .check(z.regex(/^([a-z][a-z-]{0,30}|role-\d{18})$/, 'must be the id of a role'));

/** On no site by name means on every site, also on later ones. */
const roleSitesSchema = z.array(idSchema('site')).check(z.maxLength(1000, 'must name at most 1000 sites'));

/** One row per kind of resource; what is not granted is refused. */
const roleFields = {
  name: nameSchema('Name'),
  description: descriptionSchema,
  grants: z.array(grantSchema).check(
    z.maxLength(RESOURCE_TYPES.length, 'must name each resource at most once'),
    z.refine(
      (grants) => new Set(grants.map((grant) => grant.resourceType)).size === grants.length,
      'must name each resource at most once',
    ),
  ),
  siteIds: roleSitesSchema,
};

/** A role: what its holders may do, and on which sites. */
export const roleSchema = z.object({
  id: roleIdSchema,
  type: z.enum(ROLE_TYPES),
  ...roleFields,
  /** How many users hold it. */
  userCount: z.int(),
  /** How many API keys that work hold it. */
  keyCount: z.int(),
  revision: revisionSchema,
  updatedAt: timeSchema,
});
export type Role = z.infer<typeof roleSchema>;

export const newRoleSchema = z.strictObject(roleFields);
export const rolePatchSchema = z.strictObject({ id: roleIdSchema, ...roleFields });

const rolesHeldSchema = z
  .array(roleIdSchema)
  .check(z.minLength(1, 'Choose at least one role'), z.maxLength(50, 'must be at most 50 roles'));

const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, 'Email must be at most 254 characters'),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'Email must look like name@example.org'),
  );

/** A user as administrators see one. */
export const memberSchema = z.object({
  ...userSchema.shape,
  status: z.enum(USER_STATUSES),
  /** The empty time while nobody signed in as this user. */
  lastSignInAt: timeSchema,
  revision: revisionSchema,
});
export type Member = z.infer<typeof memberSchema>;

export const newMemberSchema = z.strictObject({
  name: nameSchema('Name'),
  email: emailSchema,
  roleIds: rolesHeldSchema,
});
export const memberPatchSchema = z.strictObject({
  id: idSchema('user'),
  name: z.optional(nameSchema('Name')),
  roleIds: z.optional(rolesHeldSchema),
  disabled: z.optional(z.boolean()),
});

export const API_KEY_STATUSES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

/** An API key without its secret, which is shown once. */
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** How the key begins: enough to tell which one it is. */
  prefix: z.string(),
  role: z.object({ id: roleIdSchema, name: z.string() }),
  /** Narrows the sites of the role; none by name means all of the role's. */
  siteIds: z.array(idSchema('site')),
  status: z.enum(API_KEY_STATUSES),
  createdAt: timeSchema,
  createdBy: z.string(),
  /** The empty time when it does not expire. */
  expiresAt: timeSchema,
  lastUsedAt: timeSchema,
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = z.strictObject({
  name: nameSchema('Name'),
  description: descriptionSchema,
  roleId: roleIdSchema,
  siteIds: roleSitesSchema,
  expiresInDays: z.optional(
    z.int().check(z.minimum(1, 'must be at least 1 day'), z.maximum(3650, 'must be at most 3650 days')),
  ),
});
