import * as z from 'zod/mini';
import { timeSchema } from '../entities/common.ts';
import {
  newReportSchema,
  reportDraftSchema,
  reportPatchSchema,
  reportRunSchema,
  reportSchema,
} from '../entities/report.ts';
import { reportDocumentSchema } from '../entities/report-document.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { REPORT_FORMATS } from '../reports/kinds.ts';
import { defineCall, deletes, reads, writes } from './define.ts';

/** Reports show costs, which need the site's price. */
const also = [reads('SITES')];
const readsReports = { ...reads('PIPELINES'), also };
const writesReports = { ...writes('PIPELINES'), also };
const reportPath = z.strictObject({ reportId: idSchema('alert') });
const runPath = z.strictObject({ reportRunId: idSchema('alert') });

/** Contents and schedules: src/docs/reports.md. */
export const reportCalls = {
  listReports: defineCall({
    method: 'GET',
    path: '/v1/reports',
    summary: 'Reports with when each is due next, and its newest run.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('updated_at') }),
    response: z.object({ reports: z.array(reportSchema), pagination: paginationSchema }),
  }),
  createReport: defineCall({
    method: 'POST',
    path: '/v1/report',
    summary:
      'Create a report. It is made by itself whenever its period is over, and mailed to its recipients.',
    access: writesReports,
    body: z.strictObject({ report: newReportSchema }),
    response: z.object({ id: idSchema('alert') }),
    idempotent: true,
  }),
  updateReport: defineCall({
    method: 'PATCH',
    path: '/v1/report',
    summary: 'Change a report, or pause it. What it made before stays as it is.',
    access: writesReports,
    body: z.strictObject({ report: reportPatchSchema }),
    response: z.object({ report: reportSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteReport: defineCall({
    method: 'DELETE',
    path: '/v1/report/{reportId}',
    summary: 'Delete a report with all that it made. Mails that wait are not sent.',
    access: deletes('PIPELINES'),
    pathParameters: reportPath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
  runReport: defineCall({
    method: 'POST',
    path: '/v1/report/{reportId}/run',
    summary: 'Make a report now, of the time up to now, and mail it to its recipients.',
    access: writesReports,
    pathParameters: reportPath,
    response: z.object({ id: idSchema('alert') }),
    idempotent: true,
  }),
  previewReport: defineCall({
    method: 'POST',
    path: '/v1/report/preview',
    summary:
      'A report of the time up to now, saved or not, and when it would be due next; nothing is stored or sent.',
    access: readsReports,
    changesNothing: true,
    body: z.strictObject({ report: reportDraftSchema }),
    response: z.object({ document: reportDocumentSchema, nextRunsAt: z.array(timeSchema) }),
  }),
  listReportRuns: defineCall({
    method: 'GET',
    path: '/v1/report/{reportId}/runs',
    summary: 'What a report made, the newest first; kept for a year.',
    access: reads('PIPELINES'),
    pathParameters: reportPath,
    query: z.strictObject(pageQuery('due_at')),
    response: z.object({ runs: z.array(reportRunSchema), pagination: paginationSchema }),
  }),
  getReportRun: defineCall({
    method: 'GET',
    path: '/v1/report-run/{reportRunId}',
    summary: 'One run of a report, with what it made; null until it is made.',
    access: readsReports,
    pathParameters: runPath,
    response: z.object({ run: reportRunSchema, document: z.nullable(reportDocumentSchema) }),
  }),
  downloadReportRun: defineCall({
    method: 'GET',
    path: '/v1/report-run/{reportRunId}/file',
    summary: 'What a run made, as a file in any of the formats.',
    access: readsReports,
    pathParameters: runPath,
    query: z.strictObject({ format: z._default(z.enum(REPORT_FORMATS), 'PDF') }),
    response: z.object({}),
    download: true,
  }),
};
