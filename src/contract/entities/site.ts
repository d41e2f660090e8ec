import * as z from 'zod/mini';
import { SITE_STATUSES, VENDORS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { revisionSchema, timeSchema } from './common.ts';

export const siteSchema = z.object({
  id: idSchema('site'),
  name: z.string(),
  description: z.string(),
  status: z.enum(SITE_STATUSES),
  vendor: z.enum(VENDORS),
  managedByGit: z.boolean(),
  /** Pull requests need someone else's approval. */
  needsApproval: z.boolean(),
  git: z.nullable(
    z.object({
      provider: z.string(),
      repo: z.string(),
      branch: z.string(),
      path: z.string(),
      isKeySet: z.boolean(),
      /** The service applies the branch to the site. */
      isFollowed: z.optional(z.boolean()),
      isTokenSet: z.optional(z.boolean()),
      isWebhookSecretSet: z.optional(z.boolean()),
      /** Public SSH key, to be added at the provider; or empty. */
      publicKey: z.optional(z.string()),
      hostKey: z.optional(z.string()),
      /** REST API of the provider; empty for its usual place. */
      api: z.optional(z.string()),
      /** Public key that commits are signed with, or empty. */
      signingKey: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
  version: z.string(),
  engine: z.enum(['embedded', 'remote', 'collectors']),
  engineState: z.enum(['starting', 'running', 'restarting', 'stopped', 'disconnected']),
  supportsFullMenu: z.boolean(),
  revision: revisionSchema,
  updatedAt: timeSchema,
});
export type Site = z.infer<typeof siteSchema>;
