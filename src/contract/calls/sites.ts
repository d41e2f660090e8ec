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
    summary: 'One site with its engine, its limits and how much it has.',
    access: reads('SITES'),
    pathParameters: siteParameters,
    response: z.object({ site: siteDetailSchema }),
    etag: true,
  }),
  createSite: defineCall({
    method: 'POST',
    path: '/v1/site',
    summary:
      'Make a site. Its engine starts at once, a process of its own on this machine; that of a remote site joins from another one.',
    access: writes('SITES'),
    body: z.strictObject({ site: newSiteSchema }),
    response: z.object({ id: idSchema('site') }),
    idempotent: true,
  }),
  updateSite: defineCall({
    method: 'PATCH',
    path: '/v1/site',
    summary: 'Change a site. One that is made inactive ends its engine; it is refused while pipelines run.',
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
    summary: 'Make the token with which an engine joins a remote site, once. It is shown here alone.',
    access: { kind: 'admin' },
    pathParameters: siteParameters,
    response: z.object({ token: z.string(), expiresAt: timeSchema }),
  }),
  disconnectEngine: defineCall({
    method: 'DELETE',
    path: '/v1/site/{siteId}/engine',
    summary:
      'Disconnect the engine of a remote site for good: it ends what it runs, and its credential is worth nothing.',
    access: { kind: 'admin' },
    pathParameters: siteParameters,
    response: z.object({}),
  }),
};
