import * as z from 'zod/mini';
import { PIPELINE_STATUSES, SITE_STATUSES, VENDORS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { siteRepositorySchema } from './changeset.ts';
import { descriptionSchema, nameSchema, timeSchema } from './common.ts';
import { gitFollowSchema } from './git-follow.ts';
import { REQUEST_PROVIDERS } from './git-providers.ts';
import { siteSchema } from './site.ts';

export { GIT_PROVIDERS, type GitProvider, REQUEST_PROVIDERS, type RequestProvider } from './git-providers.ts';

export const SITE_ENGINES = ['embedded', 'remote', 'collectors'] as const;
export type SiteEngine = (typeof SITE_ENGINES)[number];

export const SITE_NAME_MIN_LENGTH = 3;
export const GIT_REPO_MIN_LENGTH = 3;

export const SITE_LABELS = {
  name: 'Name',
  description: 'Description',
  vendor: 'Vendor',
  engine: 'Engine',
  managedByGit: 'Managed by Git',
  needsApproval: 'Needs two people',
  gitProvider: 'Git Provider',
  gitRepo: 'Repository URL',
  gitBranch: 'Branch',
  gitAccessToken: 'SSH Key',
  gitRepoPath: 'Path',
  gitToken: 'Access token',
  gitWebhookSecret: 'Webhook secret',
  gitSshKey: 'Private SSH key',
  gitHostKey: 'Host key',
  gitApi: 'API address',
  gitSigned: 'Sign commits',
  gitMessage: 'Commit message',
} as const;

const shortest = (label: string, length: number) => `${label} must be at least ${length} characters`;
const longest = (label: string, length: number) => `${label} must be at most ${length} characters`;
const required = (label: string) => `${label} is required`;

const GIT_TEXT_MAX_LENGTH = 1000;
/** Long, since anyone who reaches the address may guess. */
const WEBHOOK_SECRET_MIN_LENGTH = 16;
const SSH_KEY_MAX_LENGTH = 20_000;
const HOST_KEY_MAX_LENGTH = 4000;

const siteNameSchema = nameSchema(SITE_LABELS.name).check(
  z.refine((name) => name === '' || name.length >= SITE_NAME_MIN_LENGTH, {
    error: shortest(SITE_LABELS.name, SITE_NAME_MIN_LENGTH),
  }),
);

const vendorSchema = z.enum(VENDORS, required(SITE_LABELS.vendor));

const gitText = (label: string, max = GIT_TEXT_MAX_LENGTH) =>
  z.string().check(z.trim(), z.maxLength(max, longest(label, max)));

const gitFields = {
  managedByGit: z.optional(z.boolean()),
  /** Pull requests of an embedded repository need someone else's approval. */
  needsApproval: z.optional(z.boolean()),
  gitProvider: z.optional(z.enum([...REQUEST_PROVIDERS, ''], required(SITE_LABELS.gitProvider))),
  gitRepo: z.optional(
    gitText(SITE_LABELS.gitRepo).check(
      z.refine((text) => text === '' || text.length >= GIT_REPO_MIN_LENGTH, {
        error: shortest(SITE_LABELS.gitRepo, GIT_REPO_MIN_LENGTH),
      }),
    ),
  ),
  gitBranch: z.optional(gitText(SITE_LABELS.gitBranch)),
  gitRepoPath: z.optional(gitText(SITE_LABELS.gitRepoPath)),
  gitFollowed: z.optional(z.boolean()),
  /** Write-only. */
  gitToken: z.optional(gitText(SITE_LABELS.gitToken)),
  /** Write-only, for SSH; generated when omitted. */
  gitSshKey: z.optional(gitText(SITE_LABELS.gitSshKey, SSH_KEY_MAX_LENGTH)),
  /** REST API of the provider, when not at its usual place. */
  gitApi: z.optional(gitText(SITE_LABELS.gitApi)),
  /** Signs commits made here with a key of the site. */
  gitSigned: z.optional(z.boolean()),
  /** Commit message with `{title}`, and `{text}`, `{author}`, `{site}`. */
  gitMessage: z.optional(
    gitText(SITE_LABELS.gitMessage).check(
      z.refine((text) => text === '' || text.includes('{title}'), {
        error: 'Commit message must hold {title}, the first line of the comment',
      }),
    ),
  ),
  /** Confirmed SSH host key: `ssh-ed25519 AAAA…`. */
  gitHostKey: z.optional(gitText(SITE_LABELS.gitHostKey, HOST_KEY_MAX_LENGTH)),
  /** Write-only; the provider signs its webhook with it. */
  gitWebhookSecret: z.optional(
    gitText(SITE_LABELS.gitWebhookSecret).check(
      z.refine((text) => text === '' || text.length >= WEBHOOK_SECRET_MIN_LENGTH, {
        error: shortest(SITE_LABELS.gitWebhookSecret, WEBHOOK_SECRET_MIN_LENGTH),
      }),
    ),
  ),
};

const MANAGED_NEEDS = ['gitProvider', 'gitRepo', 'gitBranch', 'gitAccessToken'] as const;
const FOLLOWED_NEEDS = ['gitRepo', 'gitBranch'] as const;
type GitNeed = (typeof MANAGED_NEEDS)[number];

/** Git-managed sites require four more fields. */
export const newSiteSchema = z
  .strictObject({
    name: siteNameSchema,
    description: z._default(descriptionSchema, ''),
    vendor: vendorSchema,
    /** This machine, a remote one that joins with a token, or a fleet of Collectors. Fixed after creation. */
    engine: z._default(z.enum(SITE_ENGINES), 'embedded'),
    ...gitFields,
    /** The service keeps the repository; no other Git field is needed. */
    gitEmbedded: z.optional(z.boolean()),
    /** Write-only. */
    gitAccessToken: z.optional(gitText(SITE_LABELS.gitAccessToken, SSH_KEY_MAX_LENGTH)),
  })
  .check(
    z.check<
      {
        managedByGit?: boolean | undefined;
        gitEmbedded?: boolean | undefined;
        gitFollowed?: boolean | undefined;
      } & Partial<Record<GitNeed, string | undefined>>
    >(
      ({ value, issues }) => {
        if (!value.managedByGit || value.gitEmbedded) return;
        for (const field of value.gitFollowed ? FOLLOWED_NEEDS : MANAGED_NEEDS) {
          if (value[field]) continue;
          const message = required(SITE_LABELS[field]);
          issues.push({ code: 'custom', path: [field], message, input: value[field] });
        }
      },
      // Runs despite other problems, to report all at once.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );

/** Case-insensitive. */
const siteStatusSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.toUpperCase()),
  ),
  z.enum(SITE_STATUSES),
);

/** No SSH key; Git fields are optional. */
export const sitePatchSchema = z.strictObject({
  id: idSchema('site'),
  name: z.optional(siteNameSchema),
  description: z.optional(descriptionSchema),
  vendor: z.optional(vendorSchema),
  /** Inactive sites run nothing and keep their data. */
  status: z.optional(siteStatusSchema),
  ...gitFields,
});
export type SitePatch = z.infer<typeof sitePatchSchema>;

/** Unknown times and texts are empty. */
const remoteEngineSchema = z.object({
  isJoined: z.boolean(),
  joinedAt: timeSchema,
  lastSeenAt: timeSchema,
  host: z.string(),
  platform: z.string(),
  tokenExpiresAt: timeSchema,
});

const siteCollectorsSchema = z.object({
  fleetId: idSchema('fleet'),
  configurationId: idSchema('fleet'),
  configurationVersion: z.int(),
  agents: z.int(),
  connected: z.int(),
  /** Environment variables each Collector needs, by destination. */
  variables: z.array(z.object({ name: z.string(), purpose: z.string(), destination: z.string() })),
});

export const siteDetailSchema = z.object({
  ...siteSchema.shape,
  createdAt: timeSchema,
  /** Since the service started, or the empty time. */
  lastHeartbeatAt: timeSchema,
  counts: z.object({
    pipelines: z.int(),
    sources: z.int(),
    destinations: z.int(),
  }),
  /** Running or changing pipelines, which prevent deletion. */
  running: z.array(
    z.object({ id: idSchema('pipeline'), name: z.string(), status: z.enum(PIPELINE_STATUSES) }),
  ),
  /** Buffered events; null when unknown, as for a disconnected remote engine. */
  waitingEvents: z.nullable(z.int()),
  /** Null unless the service keeps it. */
  repository: z.nullable(siteRepositorySchema),
  /** Set when the site follows a repository elsewhere. */
  follow: z.optional(z.nullable(gitFollowSchema)),
  /** Null for a local engine. */
  remote: z.nullable(remoteEngineSchema),
  /** Set for a fleet of Collectors. */
  collectors: z.optional(z.nullable(siteCollectorsSchema)),
  limits: z.object({
    /** Without a heartbeat for this long, the engine is restarted. */
    silenceSeconds: z.number(),
    /** A deployment is then rolled back. */
    deploymentSeconds: z.number(),
  }),
});
export type SiteDetail = z.infer<typeof siteDetailSchema>;
