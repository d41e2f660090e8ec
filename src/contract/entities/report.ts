import * as z from 'zod/mini';
import { DELIVERY_STATES } from '../alerts/channels.ts';
import { idSchema } from '../ids.ts';
import {
  MAIL_ADDRESS,
  MAIL_ADDRESS_MAX_LENGTH,
  MAIL_ADDRESS_REFUSAL,
  MAIL_RECIPIENTS_MAX,
} from '../mail-address.ts';
import {
  REPORT_CONTENTS,
  REPORT_FORMATS,
  REPORT_ORIGINS,
  REPORT_PERIODS,
  REPORT_RUN_STATES,
} from '../reports/kinds.ts';
import { nameSchema, revisionSchema, timeSchema } from './common.ts';

const CRON_MAX_LENGTH = 120;
const ZONE_MAX_LENGTH = 60;
const DASHBOARD_MAX_LENGTH = 40;

/** Zones and cron expressions are checked by the service, which knows all zones. */
const scheduleShape = {
  period: z.enum(REPORT_PERIODS),
  /** Time of day at which a finished day, week (Monday) or month (the 1st) is reported. */
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 06:00')),
  /** Five fields, such as `0 7 * * 1-5`; only with `CRON`. */
  cron: z.string().check(z.trim(), z.maxLength(CRON_MAX_LENGTH, `at most ${CRON_MAX_LENGTH} characters`)),
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: z.string().check(z.trim(), z.minLength(1, 'is required'), z.maxLength(ZONE_MAX_LENGTH)),
};

const recipient = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAIL_ADDRESS_MAX_LENGTH, MAIL_ADDRESS_REFUSAL),
    z.regex(MAIL_ADDRESS, MAIL_ADDRESS_REFUSAL),
  );

const reportShape = {
  name: nameSchema('Name'),
  siteId: idSchema('site'),
  content: z.enum(REPORT_CONTENTS),
  /** `DASHBOARD` only: an id, or a built-in one such as `costs`. */
  dashboardId: z.optional(z.string().check(z.trim(), z.maxLength(DASHBOARD_MAX_LENGTH))),
  ...scheduleShape,
  format: z.enum(REPORT_FORMATS),
  /** Empty: stored, not mailed. */
  recipients: z
    .array(recipient)
    .check(
      z.maxLength(
        MAIL_RECIPIENTS_MAX,
        `at most ${MAIL_RECIPIENTS_MAX} recipients: use a list of your mail server for more`,
      ),
    ),
  /** E-mail channel whose server sends it; empty without recipients. */
  channelId: z.union([z.literal(''), idSchema('alert')]),
  enabled: z.boolean(),
};

export const newReportSchema = z.strictObject({
  ...reportShape,
  content: z._default(reportShape.content, 'OPTIMIZATION'),
  at: z._default(reportShape.at, '06:00'),
  cron: z._default(reportShape.cron, ''),
  timeZone: z._default(reportShape.timeZone, 'UTC'),
  format: z._default(reportShape.format, 'PDF'),
  channelId: z._default(reportShape.channelId, ''),
  enabled: z._default(reportShape.enabled, true),
});

const { siteId: _site, ...editable } = reportShape;
/** Omitted fields stay. */
export const reportPatchSchema = z.strictObject({
  id: idSchema('alert'),
  ...z.partial(z.strictObject(editable)).shape,
});

export const reportDraftSchema = z.strictObject({
  name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  siteId: reportShape.siteId,
  content: reportShape.content,
  dashboardId: reportShape.dashboardId,
  period: scheduleShape.period,
  at: z._default(scheduleShape.at, '06:00'),
  cron: z._default(scheduleShape.cron, ''),
  timeZone: scheduleShape.timeZone,
});
export type ReportDraft = z.infer<typeof reportDraftSchema>;

export const reportRunSchema = z.object({
  id: idSchema('alert'),
  reportId: idSchema('alert'),
  name: z.string(),
  content: z.enum(REPORT_CONTENTS),
  origin: z.enum(REPORT_ORIGINS),
  state: z.enum(REPORT_RUN_STATES),
  dueAt: timeSchema,
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  timeZone: z.string(),
  format: z.enum(REPORT_FORMATS),
  recipients: z.array(z.string()),
  /** `NONE`: no recipients. */
  mailState: z.enum(['NONE', ...DELIVERY_STATES]),
  mailAttempts: z.int(),
  /** Empty time unless it will be retried. */
  nextAttemptAt: timeSchema,
  sentAt: timeSchema,
  note: z.string(),
  problem: z.string(),
  advice: z.string(),
  /** Empty when scheduled. */
  requestedBy: z.string(),
  madeAt: timeSchema,
});
export type ReportRun = z.infer<typeof reportRunSchema>;

export const reportSchema = z.object({
  id: idSchema('alert'),
  ...reportShape,
  nextRunAt: timeSchema,
  lastRun: z.nullable(reportRunSchema),
  createdBy: z.string(),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Report = z.infer<typeof reportSchema>;
