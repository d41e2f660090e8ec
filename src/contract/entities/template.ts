import * as z from 'zod/mini';
import { configFormatSchema } from '../config-format.ts';
import { NODE_TYPES, TEMPLATE_TYPES } from '../enums.ts';

export const templateSchema = z.object({
  id: z.string(),
  nodeType: z.enum(NODE_TYPES),
  name: z.string(),
  version: z.string(),
  category: z.enum(TEMPLATE_TYPES),
  /** In the type picker: `Push`, `System`. */
  group: z.string(),
  description: z.string(),
  icon: z.string(),
  /** Such as senders that do not learn of failures. */
  warnings: z.array(z.string()),
  eventFields: z.optional(z.array(z.string())),
  holdsArchive: z.optional(z.boolean()),
  /** Why the site's engine cannot run it, and advice. */
  unavailable: z.optional(z.string()),
  configFormat: z.optional(configFormatSchema),
});
export type Template = z.infer<typeof templateSchema>;
