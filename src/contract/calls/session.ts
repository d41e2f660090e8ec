import * as z from 'zod/mini';
import { siteSchema } from '../entities/site.ts';
import { sessionSchema } from '../entities/user.ts';
import { FLAGS } from '../flags.ts';
import { pageQuery, paginationSchema } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

export const sessionCalls = {
  getSession: defineCall({
    method: 'GET',
    path: '/v1/auth/session',
    summary: 'Who is signed in, and through which provider type.',
    access: { kind: 'session' },
    response: sessionSchema,
  }),
  listFeatures: defineCall({
    method: 'GET',
    path: '/v1/auth/orgs/features',
    summary: 'The enabled feature flags.',
    access: { kind: 'session' },
    response: z.object({ features: z.array(z.enum(FLAGS)) }),
  }),
  listSites: defineCall({
    method: 'GET',
    path: '/v1/sites',
    summary: 'Sites, newest change first.',
    access: reads('SITES'),
    query: z.strictObject(pageQuery('updated_at')),
    response: z.object({ sites: z.array(siteSchema), pagination: paginationSchema }),
  }),
};
