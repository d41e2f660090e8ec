import * as z from 'zod/mini';
import { CHANNEL_TYPES, DELIVERY_STATES, MESSAGE_KINDS } from '../alerts/channels.ts';
import { configFormatSchema } from '../config-format.ts';
import { idSchema } from '../ids.ts';
import { configSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';

const channelName = nameSchema('Name');

/** What a form asks for, by type. */
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
  /** Checked by the type's own schema. */
  config: configSchema,
  enabled: z._default(z.boolean(), true),
});

/** What is left out stays; the type cannot be changed. */
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
  /** For administrators; secrets read `{set: true}`. */
  config: z.optional(configSchema),
  /** Where it leads, for administrators: a host or recipients, no secret. */
  address: z.optional(z.string()),
  /** How many rules of the named sites send to it. */
  ruleCount: z.int(),
  /** The empty time before the first. */
  lastSentAt: timeSchema,
  lastFailedAt: timeSchema,
  /** Why the newest try failed, for administrators; empty once one succeeds. */
  problem: z.optional(z.string()),
  /** The newest try failed. */
  isFailing: z.boolean(),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type AlertChannel = z.infer<typeof alertChannelSchema>;

/** A message about an alert, to one channel. */
export const alertDeliverySchema = z.object({
  id: idSchema('alert'),
  /** As it was called when the message was made. */
  channelName: z.string(),
  channelType: z.enum(CHANNEL_TYPES),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: timeSchema,
  /** The empty time before the first try. */
  lastAttemptAt: timeSchema,
  /** While it waits. */
  nextAttemptAt: timeSchema,
  /** The empty time until it is sent. */
  sentAt: timeSchema,
  /**
   * What happened at the newest try (shown to administrators only), or why it will not be sent; empty when
   * nothing is wrong.
   */
  problem: z.string(),
  advice: z.string(),
});
export type AlertDelivery = z.infer<typeof alertDeliverySchema>;

export const channelTestSchema = z.object({
  isAccepted: z.boolean(),
  /** Empty when it was accepted. */
  problem: z.string(),
  advice: z.string(),
  elapsedMilliseconds: z.number(),
});
export type ChannelTest = z.infer<typeof channelTestSchema>;
