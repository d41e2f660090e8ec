import * as z from 'zod/mini';
import {
  apiKeySchema,
  heldAccessSchema,
  memberPatchSchema,
  memberSchema,
  newApiKeySchema,
  newMemberSchema,
  newRoleSchema,
  roleIdSchema,
  rolePatchSchema,
  roleSchema,
} from '../entities/access.ts';
import { userSchema } from '../entities/user.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall } from './define.ts';

const admin = { kind: 'admin' } as const;
const empty = z.object({});
const keyParameters = z.strictObject({ keyId: z.string().check(z.regex(/^[A-Za-z0-9]{12}$/)) });

export const roleCalls = {
  getHeldAccess: defineCall({
    method: 'GET',
    path: '/v1/auth/access',
    summary: 'What the caller may do, on which sites.',
    access: { kind: 'session' },
    response: heldAccessSchema,
  }),
  listRoles: defineCall({
    method: 'GET',
    path: '/v1/auth/roles',
    summary: 'System roles and the roles people made.',
    access: admin,
    query: z.strictObject(pageQuery('name')),
    response: z.object({ roles: z.array(roleSchema), pagination: paginationSchema }),
  }),
  createRole: defineCall({
    method: 'POST',
    path: '/v1/auth/role',
    summary: 'Create a role.',
    access: admin,
    body: z.strictObject({ role: newRoleSchema }),
    response: z.object({ id: roleIdSchema }),
    idempotent: true,
  }),
  updateRole: defineCall({
    method: 'PUT',
    path: '/v1/auth/role',
    summary: 'Change a role; it applies to everyone who has it from their next request on.',
    access: admin,
    body: z.strictObject({ role: rolePatchSchema }),
    response: z.object({ role: roleSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteRole: defineCall({
    method: 'DELETE',
    path: '/v1/auth/role/{roleId}',
    summary: 'Delete a role that is not assigned to anyone.',
    access: admin,
    pathParameters: z.strictObject({ roleId: roleIdSchema }),
    response: empty,
    ifMatch: 'revision',
  }),
};

export const memberCalls = {
  listUsers: defineCall({
    method: 'GET',
    path: '/v1/auth/users',
    summary: 'Users with their roles.',
    access: { kind: 'session' },
    query: z.strictObject({
      userEmails: repeated(z.string()),
      userIds: repeated(z.string()),
      ...pageQuery('name'),
    }),
    response: z.object({ users: z.array(userSchema), pagination: paginationSchema }),
  }),
  listMembers: defineCall({
    method: 'GET',
    path: '/v1/auth/members',
    summary: 'Users as administrators see them: status, roles, last sign-in.',
    access: admin,
    query: z.strictObject(pageQuery('name')),
    response: z.object({ members: z.array(memberSchema), pagination: paginationSchema }),
  }),
  listUserNames: defineCall({
    method: 'GET',
    path: '/v1/auth/user-names',
    summary: 'Ids, names and emails of users.',
    access: { kind: 'session' },
    query: z.strictObject({
      userEmails: repeated(z.string()),
      userIds: repeated(z.string()),
      userNames: repeated(z.string()),
    }),
    response: z.object({
      userNames: z.array(z.object({ id: idSchema('user'), name: z.string(), email: z.string() })),
    }),
  }),
  getUserPicture: defineCall({
    method: 'GET',
    path: '/v1/auth/user/{userId}/picture',
    summary: 'The picture of a user.',
    access: { kind: 'session' },
    pathParameters: z.strictObject({ userId: idSchema('user') }),
    /** Changes with the picture, so that browsers can cache it. */
    query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({}),
    download: true,
  }),
  createUser: defineCall({
    method: 'POST',
    path: '/v1/auth/user',
    summary: 'Invite someone: the roles apply from the first sign-in with that verified email on.',
    access: admin,
    body: z.strictObject({ user: newMemberSchema }),
    response: z.object({ id: idSchema('user') }),
    idempotent: true,
  }),
  updateUser: defineCall({
    method: 'PUT',
    path: '/v1/auth/user',
    summary: "Change a user's name and roles, or whether they may sign in.",
    access: admin,
    body: z.strictObject({ user: memberPatchSchema }),
    response: z.object({ member: memberSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteUser: defineCall({
    method: 'DELETE',
    path: '/v1/auth/user/{userId}',
    summary: 'Remove a user with their API keys.',
    access: admin,
    pathParameters: z.strictObject({ userId: idSchema('user') }),
    response: empty,
    ifMatch: 'revision',
  }),
};

export const apiKeyCalls = {
  listApiKeys: defineCall({
    method: 'GET',
    path: '/v1/auth/api-keys',
    summary: 'API keys without their secrets.',
    access: admin,
    query: z.strictObject(pageQuery('created_at')),
    response: z.object({ apiKeys: z.array(apiKeySchema), pagination: paginationSchema }),
  }),
  createApiKey: defineCall({
    method: 'POST',
    path: '/v1/auth/api-key',
    summary: 'Create an API key. Only this answer contains it.',
    access: admin,
    body: z.strictObject({ apiKey: newApiKeySchema }),
    response: z.object({ id: z.string(), key: z.string() }),
  }),
  rotateApiKey: defineCall({
    method: 'POST',
    path: '/v1/auth/api-key/{keyId}/rotate',
    summary: 'Give an API key a new secret; the old one stops working at once.',
    access: admin,
    pathParameters: keyParameters,
    body: z.strictObject({}),
    response: z.object({ id: z.string(), key: z.string() }),
  }),
  deleteApiKey: defineCall({
    method: 'DELETE',
    path: '/v1/auth/api-key/{keyId}',
    summary: 'Revoke an API key: requests that use it are refused from now on.',
    access: admin,
    pathParameters: keyParameters,
    response: empty,
  }),
};
