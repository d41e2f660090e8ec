import * as z from 'zod/mini';
import { PIPELINE_STATUSES, SITE_STATUSES, VENDORS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, timeSchema } from './common.ts';
import { siteSchema } from './site.ts';

/** R3-39. */
export const GIT_PROVIDERS = ['GITHUB', 'GITLAB'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

export const SITE_ENGINES = ['embedded', 'remote'] as const;
export type SiteEngine = (typeof SITE_ENGINES)[number];

/** R9-09, R5-28. */
export const SITE_NAME_MIN_LENGTH = 3;
export const GIT_REPO_MIN_LENGTH = 3;

/** What the fields of the site form are called (R3-34 … R3-47); `{Label} is required` is made of it (R5-39). */
export const SITE_LABELS = {
  name: 'Name',
  description: 'Description',
  vendor: 'Vendor',
  engine: 'Engine',
  managedByGit: 'Managed by Git',
  gitProvider: 'Git Provider',
  gitRepo: 'Repository URL',
  gitBranch: 'Branch',
  gitAccessToken: 'SSH Key',
  gitRepoPath: 'Path',
} as const;

const shortest = (label: string, length: number) => `${label} must be at least ${length} characters`;
const longest = (label: string, length: number) => `${label} must be at most ${length} characters`;
const required = (label: string) => `${label} is required`;

const GIT_TEXT_MAX_LENGTH = 1000;
const SSH_KEY_MAX_LENGTH = 20_000;

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
  /** Empty while none is chosen. */
  gitProvider: z.optional(z.enum([...GIT_PROVIDERS, ''], required(SITE_LABELS.gitProvider))),
  gitRepo: z.optional(
    gitText(SITE_LABELS.gitRepo).check(
      z.refine((text) => text === '' || text.length >= GIT_REPO_MIN_LENGTH, {
        error: shortest(SITE_LABELS.gitRepo, GIT_REPO_MIN_LENGTH),
      }),
    ),
  ),
  gitBranch: z.optional(gitText(SITE_LABELS.gitBranch)),
  gitRepoPath: z.optional(gitText(SITE_LABELS.gitRepoPath)),
};

const MANAGED_NEEDS = ['gitProvider', 'gitRepo', 'gitBranch', 'gitAccessToken'] as const;
type GitNeed = (typeof MANAGED_NEEDS)[number];

/** A site that is made: a git-managed one needs four fields (R5-29 … R5-33). */
export const newSiteSchema = z
  .strictObject({
    name: siteNameSchema,
    description: z._default(descriptionSchema, ''),
    vendor: vendorSchema,
    /** On this machine, or on another one that joins with a token; it stays as it was made. */
    engine: z._default(z.enum(SITE_ENGINES), 'embedded'),
    ...gitFields,
    /** Written, never read (R3-44). */
    gitAccessToken: z.optional(gitText(SITE_LABELS.gitAccessToken, SSH_KEY_MAX_LENGTH)),
  })
  .check(
    z.check<{ managedByGit?: boolean | undefined } & Partial<Record<GitNeed, string | undefined>>>(
      ({ value, issues }) => {
        if (!value.managedByGit) return;
        for (const field of MANAGED_NEEDS) {
          if (value[field]) continue;
          const message = required(SITE_LABELS[field]);
          issues.push({ code: 'custom', path: [field], message, input: value[field] });
        }
      },
      // Also beside other faults, so that all of a form are told at once.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );
export type NewSite = z.infer<typeof newSiteSchema>;

/** In any letter case (R3-33). */
const siteStatusSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.toUpperCase()),
  ),
  z.enum(SITE_STATUSES),
);

/** A site that is changed: it has no SSH key and its git fields require nothing (R5-37, R5-38). */
export const sitePatchSchema = z.strictObject({
  id: idSchema('site'),
  name: z.optional(siteNameSchema),
  description: z.optional(descriptionSchema),
  vendor: z.optional(vendorSchema),
  /** An inactive site runs nothing; it keeps all it has. */
  status: z.optional(siteStatusSchema),
  ...gitFields,
});
export type SitePatch = z.infer<typeof sitePatchSchema>;

/** The engine of a remote site. Times are empty, and texts, where there is nothing to tell. */
const remoteEngineSchema = z.object({
  isJoined: z.boolean(),
  joinedAt: timeSchema,
  lastSeenAt: timeSchema,
  /** Its machine, as it calls itself. */
  host: z.string(),
  platform: z.string(),
  /** Of a join token that can still be used. */
  tokenExpiresAt: timeSchema,
});

/** One site with what its screen tells beside its name. */
export const siteDetailSchema = z.object({
  ...siteSchema.shape,
  createdAt: timeSchema,
  /** Last sign of life of its engine since the service started; the empty time when there was none. */
  lastHeartbeatAt: timeSchema,
  counts: z.object({
    pipelines: z.int(),
    sources: z.int(),
    destinations: z.int(),
  }),
  /** Pipelines that take events in, or about which something is under way: they keep the site. */
  running: z.array(
    z.object({ id: idSchema('pipeline'), name: z.string(), status: z.enum(PIPELINE_STATUSES) }),
  ),
  /** Events that wait in buffers; null where that is not known: of a remote engine that is away. */
  waitingEvents: z.nullable(z.int()),
  /** Null for a site whose engine runs on this machine. */
  remote: z.nullable(remoteEngineSchema),
  limits: z.object({
    /** So long may the engine be silent before it is started again. */
    silenceSeconds: z.number(),
    /** A deployment that did not end by then is taken back. */
    deploymentSeconds: z.number(),
  }),
});
export type SiteDetail = z.infer<typeof siteDetailSchema>;
