import * as z from 'zod/mini';
import { configFormatSchema } from '../config-format.ts';
import { NODE_TYPES, TEMPLATE_TYPES } from '../enums.ts';

export const templateSchema = z.object({
  id: z.string(),
  nodeType: z.enum(NODE_TYPES),
  name: z.string(),
  version: z.string(),
  category: z.enum(TEMPLATE_TYPES),
  /** Group in the type picker, e.g. `Push`, `System`. */
  group: z.string(),
  description: z.string(),
  icon: z.string(),
  /** For example, that senders do not learn of failures. */
  warnings: z.array(z.string()),
  /** Paths that events of this source have whatever is sent. */
  eventFields: z.optional(z.array(z.string())),
  holdsArchive: z.optional(z.boolean()),
  /** Why the engine of the site cannot run it, and what to do; left out where it can. */
  unavailable: z.optional(z.string()),
  configFormat: z.optional(configFormatSchema),
});
export type Template = z.infer<typeof templateSchema>;
