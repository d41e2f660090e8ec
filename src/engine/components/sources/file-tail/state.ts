import { z } from 'zod';

const savedFileSchema = z.object({
  path: z.string(),
  dev: z.number(),
  ino: z.number(),
  offset: z.number().min(0),
  head: z.object({ bytes: z.number(), hash: z.string() }),
  /** Prefix of event ids; missing in states of earlier releases. */
  name: z.string().optional(),
});
export type SavedFile = z.output<typeof savedFileSchema>;

const stateSchema = z.object({ version: z.literal(1), files: z.array(savedFileSchema) });

export function readState(text: string | null): SavedFile[] | null {
  if (text === null) return null;
  try {
    return stateSchema.parse(JSON.parse(text)).files;
  } catch {
    return null;
  }
}

export const writeState = (files: SavedFile[]): string => JSON.stringify({ version: 1, files });
