import * as z from 'zod/mini';
import { siteSchema } from '../entities/site.ts';
import { sessionSchema, userSchema } from '../entities/user.ts';
import { FLAGS } from '../flags.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

export const sessionCalls = {
  getSession: defineCall({
    method: 'GET',
    path: '/v1/auth/session',
    summary: 'Who is signed in, and through which provider type.',
    access: { kind: 'session' },
    response: sessionSchema,
  }),
  createSocketTicket: defineCall({
    method: 'POST',
    path: '/v1/auth/socket-ticket',
    summary: 'A single-use ticket of 30 s for the `authorization` parameter of a WebSocket.',
    access: { kind: 'session' },
    changesNothing: true,
    body: z.strictObject({}),
    response: z.object({ ticket: z.string(), expiresInSeconds: z.number() }),
  }),
  listFeatures: defineCall({
    method: 'GET',
    path: '/v1/auth/orgs/features',
    summary: 'The enabled feature flags (R7-22).',
    access: { kind: 'session' },
    response: z.object({ features: z.array(z.enum(FLAGS)) }),
  }),
  listUsers: defineCall({
    method: 'GET',
    path: '/v1/auth/users',
    summary: 'Users with their roles (R7-69).',
    access: { kind: 'session' },
    query: z.strictObject({
      userEmails: repeated(z.string()),
      userIds: repeated(z.string()),
      ...pageQuery('name'),
    }),
    response: z.object({ users: z.array(userSchema), pagination: paginationSchema }),
  }),
  listSites: defineCall({
    method: 'GET',
    path: '/v1/sites',
    summary: 'Sites, newest change first (R7-24).',
    access: reads('SITES'),
    query: z.strictObject(pageQuery('updated_at')),
    response: z.object({ sites: z.array(siteSchema), pagination: paginationSchema }),
  }),
};
