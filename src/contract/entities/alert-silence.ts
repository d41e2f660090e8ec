import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { alertScopeSchema } from './alert.ts';
import { revisionSchema, timeSchema } from './common.ts';

export const SILENCE_STATES = ['PLANNED', 'ACTIVE', 'ENDED'] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

const RULES_MAX = 100;
const REASON_MAX_LENGTH = 500;
const seconds = z.int().check(z.minimum(0), z.maximum(4_102_444_800));

const choice = {
  siteId: idSchema('site'),
  /** Empty: all rules of the site, later ones included. */
  ruleIds: z.array(idSchema('alert')).check(z.maxLength(RULES_MAX)),
  /** Selecting a pipeline covers all in it. */
  scope: alertScopeSchema,
};

export const silenceChoiceSchema = z.strictObject(choice);
export type SilenceChoice = z.infer<typeof silenceChoiceSchema>;

const times = {
  /** Now when omitted or in the past. */
  startUnixTimeSeconds: z.optional(seconds),
  endUnixTimeSeconds: seconds,
};
const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'A reason is required: others see why nothing is sent'),
    z.maxLength(REASON_MAX_LENGTH, `at most ${REASON_MAX_LENGTH} characters`),
  );

export const newAlertSilenceSchema = z.strictObject({ ...choice, ...times, reason });

const { siteId: _site, ...editableChoice } = choice;
/** Complete, so that what is saved is what was seen. An active silence keeps its start. */
export const alertSilencePatchSchema = z.strictObject({
  ...editableChoice,
  ...times,
  reason,
});

export const alertSilenceSchema = z.object({
  id: idSchema('alert'),
  ...choice,
  state: z.enum(SILENCE_STATES),
  startsAt: timeSchema,
  endsAt: timeSchema,
  reason: z.string(),
  createdBy: z.string(),
  createdAt: timeSchema,
  endedBy: z.string(),
  firingCount: z.int(),
  revision: revisionSchema,
});
export type AlertSilence = z.infer<typeof alertSilenceSchema>;
