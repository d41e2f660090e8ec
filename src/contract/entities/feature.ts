import * as z from 'zod/mini';
import { FLAGS } from '../flags.ts';

/** Where a flag comes from. `off` in the environment wins; else it is on when either turns it on. */
export const featureSettingSchema = z.object({
  feature: z.enum(FLAGS),
  isOn: z.boolean(),
  environment: z.enum(['on', 'off', 'unset']),
  organization: z.enum(['on', 'unset']),
});
export type FeatureSetting = z.infer<typeof featureSettingSchema>;
