import * as z from 'zod/mini';

/** A transform; the component's schema checks its configuration. */
const startingStepSchema = z.object({
  name: z.string(),
  description: z.string(),
  templateId: z.string(),
  config: z.record(z.string(), z.unknown()),
});

/** A chain of transforms for one kind of data. */
export const startingPointSchema = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Source types whose events resemble the sample. */
  sourceKinds: z.array(z.string()),
  transforms: z.array(startingStepSchema),
  /** Events as such a source receives them. */
  sample: z.array(z.string()),
});

export type StartingPoint = z.infer<typeof startingPointSchema>;
