import * as z from 'zod/mini';
import {
  dashboardAnswerSchema,
  dashboardPatchSchema,
  dashboardSchema,
  newDashboardSchema,
} from '../entities/dashboard.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';

const dashboardPath = z.strictObject({ dashboardId: idSchema('dashboard') });

/** Panels load their data with `runQuery`. */
export const dashboardCalls = {
  listDashboards: defineCall({
    method: 'GET',
    path: '/v1/dashboards',
    summary: 'Dashboards of queries, the newest change first.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('updated_at') }),
    response: z.object({ dashboards: z.array(dashboardSchema), pagination: paginationSchema }),
  }),
  getDashboard: defineCall({
    method: 'GET',
    path: '/v1/dashboards/{dashboardId}',
    summary: 'One dashboard, and the saved queries that it shows.',
    access: reads('PIPELINES'),
    pathParameters: dashboardPath,
    response: dashboardAnswerSchema,
    etag: true,
  }),
  createDashboard: defineCall({
    method: 'POST',
    path: '/v1/dashboards',
    summary: 'Save a dashboard for everyone on the site.',
    access: writes('PIPELINES'),
    body: z.strictObject({ dashboard: newDashboardSchema }),
    response: z.object({ id: idSchema('dashboard') }),
    idempotent: true,
  }),
  updateDashboard: defineCall({
    method: 'PUT',
    path: '/v1/dashboards/{dashboardId}',
    summary: 'Change a dashboard.',
    access: writes('PIPELINES'),
    pathParameters: dashboardPath,
    body: z.strictObject({ dashboard: dashboardPatchSchema }),
    response: z.object({ revision: z.int() }),
    ifMatch: 'revision',
  }),
  deleteDashboard: defineCall({
    method: 'DELETE',
    path: '/v1/dashboards/{dashboardId}',
    summary: 'Delete a dashboard. The queries that it shows stay.',
    access: deletes('PIPELINES'),
    pathParameters: dashboardPath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
};
