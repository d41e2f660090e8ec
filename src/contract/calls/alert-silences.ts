import * as z from 'zod/mini';
import {
  alertSilencePatchSchema,
  alertSilenceSchema,
  newAlertSilenceSchema,
  silenceChoiceSchema,
} from '../entities/alert-silence.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

/** Silenced alerts are evaluated and listed, but not sent (src/docs/alerts.md). */
export const alertSilenceCalls = {
  listAlertSilences: defineCall({
    method: 'GET',
    path: '/v1/alert-silences',
    summary: 'Silences that are active, planned or have ended, the one that ends last first.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('ends_at') }),
    response: z.object({ alertSilences: z.array(alertSilenceSchema), pagination: paginationSchema }),
  }),
  createAlertSilence: defineCall({
    method: 'POST',
    path: '/v1/alert-silence',
    summary:
      'Silence some alerts for a while, from now or from a later time. What fires after it ends is told then.',
    access: writes('PIPELINES'),
    body: z.strictObject({ alertSilence: newAlertSilenceSchema }),
    response: z.object({ id: idSchema('alert') }),
    idempotent: true,
  }),
  updateAlertSilence: defineCall({
    method: 'PUT',
    path: '/v1/alert-silence/{alertSilenceId}',
    summary:
      'Change a silence that has not ended: what it covers, its end, its reason, and its start while it is planned. What it covers no longer and still fires is told at once.',
    access: writes('PIPELINES'),
    pathParameters: z.strictObject({ alertSilenceId: idSchema('alert') }),
    body: z.strictObject({ alertSilence: alertSilencePatchSchema }),
    response: z.object({ alertSilence: alertSilenceSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  endAlertSilence: defineCall({
    method: 'POST',
    path: '/v1/alert-silence/{alertSilenceId}/end',
    summary: 'End a silence now. One that is planned does not begin.',
    access: writes('PIPELINES'),
    pathParameters: z.strictObject({ alertSilenceId: idSchema('alert') }),
    response: z.object({}),
  }),
  tryAlertSilence: defineCall({
    method: 'POST',
    path: '/v1/alert-silence/trial',
    summary: 'How many alerts a silence would cover: those that fire now, and those of the last seven days.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({ alertSilence: silenceChoiceSchema }),
    response: z.object({
      firingCount: z.int(),
      recentCount: z.int(),
    }),
  }),
};
