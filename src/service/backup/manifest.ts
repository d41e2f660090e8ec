import { z } from 'zod';

export const BACKUP_FORMAT = 'penstock-backup/1';
/** Last entry: without it the backup is incomplete. */
export const MANIFEST = 'manifest.json';

export const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.string(),
  createdAt: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;
