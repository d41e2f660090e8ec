import * as z from 'zod/mini';
import { ACCESS_TYPES, EXTRA_GRANTS, RESOURCE_TYPES, ROLE_TYPES, USER_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { userSchema } from './user.ts';

export const grantSchema = z.strictObject({
  resourceType: z.enum(RESOURCE_TYPES),
  accessTypes: z.array(z.enum(ACCESS_TYPES)),
  extraGrants: z.array(z.enum(EXTRA_GRANTS)),
});
export type RoleGrant = z.infer<typeof grantSchema>;

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

/** System roles have names, custom roles an id. */
export const roleIdSchema = z
  .string()
  .check(z.regex(/^([a-z][a-z-]{0,30}|role-\d{18})$/, 'must be the id of a role'));

/** Empty means every site, including later ones. */
const roleSitesSchema = z.array(idSchema('site')).check(z.maxLength(1000, 'must name at most 1000 sites'));

/** One row per resource type; the rest is refused. */
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

export const roleSchema = z.object({
  id: roleIdSchema,
  type: z.enum(ROLE_TYPES),
  ...roleFields,
  userCount: z.int(),
  /** Valid keys only. */
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

export const memberSchema = z.object({
  ...userSchema.shape,
  status: z.enum(USER_STATUSES),
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

/** `STOPPED`: a key of the local administrator, valid only without sign-in. */
export const API_KEY_STATUSES = ['ACTIVE', 'STOPPED', 'EXPIRED', 'REVOKED'] as const;

/** Without the secret, which is shown once. */
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  prefix: z.string(),
  role: z.object({ id: roleIdSchema, name: z.string() }),
  /** Narrows the role's sites; empty means all of them. */
  siteIds: z.array(idSchema('site')),
  status: z.enum(API_KEY_STATUSES),
  /** The key's creator may do less than its role says, so the key may too. */
  isLimited: z.boolean(),
  createdAt: timeSchema,
  createdBy: z.string(),
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
