import * as z from 'zod/mini';

/** The component's schema checks its configuration. */
const startingStepSchema = z.object({
  name: z.string(),
  description: z.string(),
  templateId: z.string(),
  config: z.record(z.string(), z.unknown()),
});

export const startingPointSchema = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Source types with events like the sample. */
  sourceKinds: z.array(z.string()),
  transforms: z.array(startingStepSchema),
  sample: z.array(z.string()),
});

export type StartingPoint = z.infer<typeof startingPointSchema>;
