import * as z from 'zod/mini';
import { featureSettingSchema } from '../entities/feature.ts';
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
  listFeatureSettings: defineCall({
    method: 'GET',
    path: '/v1/auth/orgs/feature-settings',
    summary: 'Feature flags of environment and organization.',
    access: { kind: 'admin' },
    response: z.object({ featureSettings: z.array(featureSettingSchema) }),
  }),
  setFeature: defineCall({
    method: 'PUT',
    path: '/v1/auth/orgs/feature-settings/{feature}',
    summary: 'Turn a feature flag on for the organization, or undo that.',
    access: { kind: 'admin' },
    pathParameters: z.strictObject({
      feature: z.enum(FLAGS),
    }),
    body: z.strictObject({ isOn: z.boolean() }),
    response: z.object({ featureSettings: z.array(featureSettingSchema) }),
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
