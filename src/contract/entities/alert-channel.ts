import * as z from 'zod/mini';
import { CHANNEL_TYPES, DELIVERY_STATES, MESSAGE_KINDS } from '../alerts/channels.ts';
import { configFormatSchema } from '../config-format.ts';
import { idSchema } from '../ids.ts';
import { configSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';

const channelName = nameSchema('Name');

export const alertChannelTypeSchema = z.object({
  type: z.enum(CHANNEL_TYPES),
  name: z.string(),
  description: z.string(),
  configFormat: configFormatSchema,
});
export type AlertChannelType = z.infer<typeof alertChannelTypeSchema>;

export const newAlertChannelSchema = z.strictObject({
  name: channelName,
  type: z.enum(CHANNEL_TYPES),
  config: configSchema,
  enabled: z._default(z.boolean(), true),
});

/** Omitted fields stay. The type is fixed. */
export const alertChannelPatchSchema = z.strictObject({
  id: idSchema('alert'),
  name: z.optional(channelName),
  config: z.optional(configSchema),
  enabled: z.optional(z.boolean()),
});

export const alertChannelSchema = z.object({
  id: idSchema('alert'),
  name: z.string(),
  type: z.enum(CHANNEL_TYPES),
  enabled: z.boolean(),
  /** Administrators only; secrets read `{set: true}`. */
  config: z.optional(configSchema),
  /** Host or recipients, for administrators. */
  address: z.optional(z.string()),
  ruleCount: z.int(),
  lastSentAt: timeSchema,
  lastFailedAt: timeSchema,
  /** Why the newest attempt failed, for administrators; empty after a success. */
  problem: z.optional(z.string()),
  isFailing: z.boolean(),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type AlertChannel = z.infer<typeof alertChannelSchema>;

export const alertDeliverySchema = z.object({
  id: idSchema('alert'),
  /** Name at the time of the message. */
  channelName: z.string(),
  channelType: z.enum(CHANNEL_TYPES),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: timeSchema,
  lastAttemptAt: timeSchema,
  nextAttemptAt: timeSchema,
  sentAt: timeSchema,
  /** Result of the newest attempt (for administrators), or why it will not be sent. */
  problem: z.string(),
  advice: z.string(),
});
export type AlertDelivery = z.infer<typeof alertDeliverySchema>;

export const channelTestSchema = z.object({
  isAccepted: z.boolean(),
  problem: z.string(),
  advice: z.string(),
  elapsedMilliseconds: z.number(),
});
export type ChannelTest = z.infer<typeof channelTestSchema>;
