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
  /** Someone else has to approve a pull request before it is merged. */
  needsApproval: z.boolean(),
  /** The site's repository, unknown texts empty; null when it has none. */
  git: z.nullable(
    z.object({
      provider: z.string(),
      repo: z.string(),
      branch: z.string(),
      path: z.string(),
      isKeySet: z.boolean(),
      /** The service brings the site to what is on the branch. */
      isFollowed: z.optional(z.boolean()),
      isTokenSet: z.optional(z.boolean()),
      isWebhookSecretSet: z.optional(z.boolean()),
      /** Of the key pair that the service shows a server by SSH, to be added at the provider; or empty. */
      publicKey: z.optional(z.string()),
      /** Fingerprint of the host key that was confirmed, or empty. */
      hostKey: z.optional(z.string()),
      /** Where the REST API of the provider is; empty for its usual place. */
      api: z.optional(z.string()),
      /** Public part of the key that commits are signed with; empty where they are not. */
      signingKey: z.optional(z.string()),
      /** What messages of commits are made from, or empty. */
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
