import * as z from 'zod/mini';
import { FLAGS } from '../flags.ts';

/** `off` in the environment wins; else a flag is on when either source turns it on. */
export const featureSettingSchema = z.object({
  feature: z.enum(FLAGS),
  isOn: z.boolean(),
  environment: z.enum(['on', 'off', 'unset']),
  organization: z.enum(['on', 'unset']),
});
export type FeatureSetting = z.infer<typeof featureSettingSchema>;
