import * as z from 'zod/mini';
import { CHANNEL_TYPES } from '../alerts/channels.ts';
import {
  alertChannelPatchSchema,
  alertChannelSchema,
  alertChannelTypeSchema,
  channelTestSchema,
  newAlertChannelSchema,
} from '../entities/alert-channel.ts';
import { configSchema } from '../entities/common.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

/** Shared by the whole organization (src/docs/alerts.md). */
export const alertChannelCalls = {
  listAlertChannelTypes: defineCall({
    method: 'GET',
    path: '/v1/alert-channel-types',
    summary: 'The types of channels, with what each asks for.',
    access: { kind: 'session' },
    response: z.object({ types: z.array(alertChannelTypeSchema) }),
  }),
  listAlertChannels: defineCall({
    method: 'GET',
    path: '/v1/alert-channels',
    summary: 'Channels of the organization. Where they lead is shown to administrators alone.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds: repeated(idSchema('site')),
      ...pageQuery('updated_at'),
    }),
    response: z.object({ alertChannels: z.array(alertChannelSchema), pagination: paginationSchema }),
  }),
  createAlertChannel: defineCall({
    method: 'POST',
    path: '/v1/alert-channel',
    summary: 'Create a channel, to which rules can send.',
    access: { kind: 'admin' },
    body: z.strictObject({ alertChannel: newAlertChannelSchema }),
    response: z.object({ id: idSchema('alert') }),
    idempotent: true,
  }),
  updateAlertChannel: defineCall({
    method: 'PATCH',
    path: '/v1/alert-channel',
    summary: 'Change a channel. What waits for it is tried again at once; pausing it cancels what waits.',
    access: { kind: 'admin' },
    body: z.strictObject({ alertChannel: alertChannelPatchSchema }),
    response: z.object({ alertChannel: alertChannelSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteAlertChannel: defineCall({
    method: 'DELETE',
    path: '/v1/alert-channel/{alertChannelId}',
    summary: 'Delete a channel that no rule sends to. What waits for it is canceled.',
    access: { kind: 'admin' },
    pathParameters: z.strictObject({ alertChannelId: idSchema('alert') }),
    response: z.object({}),
    ifMatch: 'revision',
  }),
  testAlertChannel: defineCall({
    method: 'POST',
    path: '/v1/alert-channel/test',
    summary: 'Send one test message by a channel, saved or not, and say what the receiver answered.',
    access: { kind: 'admin' },
    changesNothing: true,
    body: z.strictObject({
      alertChannel: z.strictObject({
        /** The saved channel supplies secrets not typed again. */
        id: z.optional(idSchema('alert')),
        name: z._default(z.string(), ''),
        type: z.enum(CHANNEL_TYPES),
        config: configSchema,
      }),
    }),
    response: z.object({ result: channelTestSchema }),
  }),
};
