import * as z from 'zod/mini';
import { timeSchema } from './common.ts';

/** Sunday first, as in `Intl` and cron. */
export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const ZONE_MAX_LENGTH = 60;
const timeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 22:00'));

const windowShape = {
  days: z
    .array(z.enum(WEEKDAYS))
    .check(z.minLength(1, 'at least one day'), z.maxLength(WEEKDAYS.length, 'each day once')),
  from: timeOfDay,
  /** On the next day unless after `from`. */
  to: timeOfDay,
  /** IANA name, such as `Europe/Berlin`; checked by the service. */
  timeZone: z.string().check(z.trim(), z.minLength(1, 'is required'), z.maxLength(ZONE_MAX_LENGTH)),
};

export const maintenanceWindowSchema = z.strictObject(windowShape);
export type MaintenanceWindow = z.infer<typeof maintenanceWindowSchema>;

export const shownWindowSchema = z.object({
  ...windowShape,
  isOpen: z.boolean(),
  changesAt: timeSchema,
});
export type ShownWindow = z.infer<typeof shownWindowSchema>;
