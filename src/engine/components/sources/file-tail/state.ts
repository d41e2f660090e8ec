import { z } from 'zod';

/** What a restart needs to know of a file. */
const savedFileSchema = z.object({
  path: z.string(),
  dev: z.number(),
  ino: z.number(),
  offset: z.number().min(0),
  head: z.object({ bytes: z.number(), hash: z.string() }),
  /** What ids of its events begin with (R4); earlier releases did not write it. */
  name: z.string().optional(),
});
export type SavedFile = z.output<typeof savedFileSchema>;

const stateSchema = z.object({ version: z.literal(1), files: z.array(savedFileSchema) });

/** Null when nothing was saved, or what was saved cannot be read. */
export function readState(text: string | null): SavedFile[] | null {
  if (text === null) return null;
  try {
    return stateSchema.parse(JSON.parse(text)).files;
  } catch {
    return null;
  }
}

export const writeState = (files: SavedFile[]): string => JSON.stringify({ version: 1, files });
