import * as z from 'zod/mini';
import { timeSchema } from '../entities/common.ts';
import { newSiteSchema, siteDetailSchema, sitePatchSchema } from '../entities/site-form.ts';
import { idSchema } from '../ids.ts';
import { booleanParameter } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';

const siteParameters = z.strictObject({ siteId: idSchema('site') });

export const siteCalls = {
  getSite: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}',
    summary:
      'One site with its engine, its limits and the number of its pipelines, sources and destinations.',
    access: reads('SITES'),
    pathParameters: siteParameters,
    response: z.object({ site: siteDetailSchema }),
    etag: true,
  }),
  createSite: defineCall({
    method: 'POST',
    path: '/v1/site',
    summary:
      'Create a site. Its engine starts at once as a separate process on this machine; the engine of a remote site joins from another machine, and the Collectors of another site enroll in its fleet.',
    access: writes('SITES'),
    body: z.strictObject({ site: newSiteSchema }),
    response: z.object({ id: idSchema('site') }),
    idempotent: true,
  }),
  updateSite: defineCall({
    method: 'PATCH',
    path: '/v1/site',
    summary: 'Change a site. Deactivating it stops its engine; refused while pipelines run.',
    access: writes('SITES'),
    body: z.strictObject({ site: sitePatchSchema }),
    response: z.object({ site: siteDetailSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteSite: defineCall({
    method: 'DELETE',
    path: '/v1/site/{siteId}',
    summary:
      'Delete a site with its pipelines, sources and destinations, its engine and that folder; refused while pipelines run, and while events wait in its buffers unless they are discarded.',
    access: {
      ...deletes('SITES'),
      also: [deletes('PIPELINES'), deletes('SOURCES'), deletes('SINKS')],
    },
    pathParameters: siteParameters,
    query: z.strictObject({ discardEvents: z._default(booleanParameter, false) }),
    response: z.object({}),
    ifMatch: 'revision',
  }),
  createJoinToken: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/join-token',
    summary:
      'Create the one-time token with which an engine joins a remote site. Only this answer contains it.',
    access: { kind: 'admin' },
    pathParameters: siteParameters,
    response: z.object({ token: z.string(), expiresAt: timeSchema }),
  }),
  disconnectEngine: defineCall({
    method: 'DELETE',
    path: '/v1/site/{siteId}/engine',
    summary:
      'Disconnect the engine of a remote site permanently: it stops its pipelines, and its credential is revoked.',
    access: { kind: 'admin' },
    pathParameters: siteParameters,
    response: z.object({}),
  }),
};
