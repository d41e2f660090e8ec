import * as z from 'zod/mini';
import { configFormatSchema } from '../config-format.ts';
import { NODE_TYPES, TEMPLATE_TYPES } from '../enums.ts';

/** A kind of component (R3-23): what it is, and the form of its configuration. */
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
  /** What a person should know before trusting data to it, e.g. a sender that cannot be told of failures. */
  warnings: z.array(z.string()),
  /** Of a destination: archives of sources can be written to it. */
  holdsArchive: z.optional(z.boolean()),
  configFormat: z.optional(configFormatSchema),
});
export type Template = z.infer<typeof templateSchema>;
