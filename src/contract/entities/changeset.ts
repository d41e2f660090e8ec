import * as z from 'zod/mini';
import { definedPipelineSchema } from '../calls/exchange.ts';
import { CHANGESET_STATUSES, NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { GRAPH_MAX_NODES } from '../limits.ts';
import { configSchema, descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { REQUEST_PROVIDERS } from './git-providers.ts';
import { edgesSchema, metaInfoSchema } from './pipeline.ts';

export const COMMENT_MAX_LENGTH = 2000;
/**
 * Pipelines in one request, and as many sources and destinations: one transaction stores a merge, and others
 * wait for it.
 */
export const REQUESTED_PIPELINES_MAX = 200;
/** Their whole content is in the request. */
export const REQUESTED_LOOKUPS_MAX = 50;
const REQUESTED_NODES_MAX = 4 * GRAPH_MAX_NODES;

export const REQUESTED_CHANGES = ['create', 'update', 'delete'] as const;
export type RequestedChangeKind = (typeof REQUESTED_CHANGES)[number];

export const PROVIDER_STATES = ['open', 'merged', 'closed'] as const;

export const CONNECTION_KINDS = ['SOURCE', 'SINK'] as const;
/** Lookup tables are identified by name and `config.content`. */
export const REQUESTED_KINDS = [...CONNECTION_KINDS, 'LOOKUP'] as const;
export type RequestedKind = (typeof REQUESTED_KINDS)[number];
const requestedIdSchema = z.union([idSchema('node'), idSchema('asset')]);

export const changesetSchema = z.object({
  id: idSchema('changeset'),
  siteId: idSchema('site'),
  description: z.string(),
  status: z.enum(CHANGESET_STATUSES),
  /** Why it cannot be merged, or did not run after the merge; else empty. */
  reason: z.string(),
  hasConflict: z.boolean(),
  needsApproval: z.boolean(),
  approvedBy: z.string(),
  approvedAt: timeSchema,
  isApprover: z.boolean(),
  /** The caller helped to make it. */
  isOwn: z.boolean(),
  commit: z.string(),
  url: z.optional(z.string()),
  atProvider: z.optional(
    z.object({
      provider: z.enum(REQUEST_PROVIDERS),
      number: z.int(),
      state: z.enum(PROVIDER_STATES),
      comments: z.int(),
    }),
  ),
  /** A new one has its id after the merge. */
  pipelines: z.array(
    z.object({ id: idSchema('pipeline'), name: z.string(), change: z.enum(REQUESTED_CHANGES) }),
  ),
  connections: z.array(
    z.object({
      id: requestedIdSchema,
      kind: z.enum(REQUESTED_KINDS),
      name: z.string(),
      change: z.enum(REQUESTED_CHANGES),
    }),
  ),
  createdBy: z.string(),
  endedBy: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Changeset = z.infer<typeof changesetSchema>;

/** An empty text and a pipeline without nodes stand for a missing file. */
const changedFileSchema = z.object({
  pipelineId: idSchema('pipeline'),
  change: z.enum(REQUESTED_CHANGES),
  path: z.string(),
  before: z.string(),
  after: z.string(),
  beforePipeline: definedPipelineSchema,
  afterPipeline: definedPipelineSchema,
  graphVersion: z.int(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

const definedConnectionSchema = z.object({
  name: z.string(),
  templateId: z.string(),
  description: z.string(),
  /** Secrets read `{set: true}`. Lookup tables: `rows` and `bytes`, with the content in the text. */
  config: configSchema,
});
export type DefinedConnection = z.infer<typeof definedConnectionSchema>;

/** An empty text and name stand for a missing file. */
const changedConnectionSchema = z.object({
  nodeId: requestedIdSchema,
  kind: z.enum(REQUESTED_KINDS),
  change: z.enum(REQUESTED_CHANGES),
  path: z.string(),
  before: z.string(),
  after: z.string(),
  beforeConnection: definedConnectionSchema,
  afterConnection: definedConnectionSchema,
  /** Fields with a new secret: sealed in the database, in no file. */
  newSecrets: z.array(z.string()),
});
export type ChangedConnection = z.infer<typeof changedConnectionSchema>;

export const REBASE_SIDES = ['mine', 'theirs'] as const;

const changedIdSchema = z.union([idSchema('pipeline'), requestedIdSchema]);

/** Conflicting changes since the base; `mine` is the request's. Absent values are omitted. */
const requestConflictSchema = z.object({
  pipelineId: changedIdSchema,
  key: z.string(),
  /** Fingerprint of the three values: a choice names it, so that none is made unseen. */
  seen: z.int(),
  /** Node, source or destination; empty for the pipeline itself. */
  node: z.string(),
  /** `name`, `description`, `disabled`, `notes`, `config.…`, `to …` (a connection), or `node` (all of it). */
  field: z.string(),
  base: z.optional(z.unknown()),
  mine: z.optional(z.unknown()),
  theirs: z.optional(z.unknown()),
});
export type RequestConflict = z.infer<typeof requestConflictSchema>;

const CONFLICTS_MAX = 1000;

export const rebaseSchema = z.strictObject({
  choices: z._default(
    z
      .array(
        z.strictObject({
          pipelineId: changedIdSchema,
          key: z.string().check(z.maxLength(1000)),
          seen: z.int(),
          take: z.enum(REBASE_SIDES),
        }),
      )
      .check(z.maxLength(CONFLICTS_MAX)),
    [],
  ),
});
export type Rebase = z.infer<typeof rebaseSchema>;

export const pullRequestSchema = z.object({
  ...changesetSchema.shape,
  branch: z.string(),
  baseCommit: z.string(),
  mergeCommit: z.string(),
  files: z.array(changedFileSchema),
  connectionFiles: z.array(changedConnectionSchema),
  /** Only of an open request whose base moved. */
  conflicts: z.array(requestConflictSchema),
});
export type PullRequest = z.infer<typeof pullRequestSchema>;

export const requestedNodeSchema = z.strictObject({
  /** Stored, or temporary (`new-1`). */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  nodeType: z.enum(NODE_TYPES),
  name: nameSchema('Node name'),
  description: z._default(descriptionSchema, ''),
  templateId: z.string(),
  config: z._default(configSchema, {}),
});
export type RequestedNode = z.infer<typeof requestedNodeSchema>;

export const requestedPipelineSchema = z.strictObject({
  pipeline: z.strictObject({
    /** Stored, or temporary (`new-1`). */
    id: z
      .string()
      .check(
        z.regex(/^(3\d{17}|new-\d{1,9})$/, 'must be 18 digits that begin with 3, or new-1 of a new one'),
      ),
    name: nameSchema('Pipeline name'),
    description: z._default(descriptionSchema, ''),
    /** Requests deletion; name, description and graph are ignored. */
    isDeleted: z._default(z.boolean(), false),
  }),
  graph: z.strictObject({
    /** Base version; 0 for a new pipeline. */
    version: z.int().check(z.minimum(0)),
    edges: edgesSchema,
    metaInfo: z._default(metaInfoSchema, {}),
  }),
});
export type RequestedPipeline = z.infer<typeof requestedPipelineSchema>;

export const requestedConnectionSchema = z.strictObject({
  kind: z.enum(REQUESTED_KINDS),
  id: z
    .string()
    .check(
      z.regex(
        /^([29]\d{17}|new-\d{1,9})$/,
        'must be 18 digits that begin with 2, with 9 of a lookup table, or new-1 of a new one',
      ),
    ),
  /** Base revision; 0 for a new one. */
  revision: z.union([revisionSchema, z.literal(0)]),
  name: nameSchema('Name'),
  description: z._default(descriptionSchema, ''),
  /** New ones only; the type is fixed. */
  templateId: z._default(z.string(), ''),
  /** Unchanged when omitted; secrets of `{set: true}` are kept. Lookup tables: `content`. */
  config: z.optional(configSchema),
  /** Requests deletion; only the revision is read. */
  isDeleted: z._default(z.boolean(), false),
});
export type RequestedConnection = z.infer<typeof requestedConnectionSchema>;

type Parts = {
  pipelines: unknown[];
  connections: unknown[];
  definition?: unknown;
  withDraft?: boolean | undefined;
  withDrift?: boolean | undefined;
};
const hasParts = ({ pipelines, connections, definition }: Parts) =>
  definition !== undefined || pipelines.length + connections.length > 0;
const requestsSomething = (parts: Parts) =>
  parts.withDraft === true || parts.withDrift === true || hasParts(parts);
const requestsOne = (parts: Parts) =>
  parts.withDrift !== true || (parts.withDraft !== true && !hasParts(parts));
const isOneWay = ({ pipelines, connections, definition }: Parts) =>
  definition === undefined || pipelines.length + connections.length === 0;

/** Nodes may use temporary ids of `connections`. */
const requestedParts = {
  pipelines: z._default(z.array(requestedPipelineSchema).check(z.maxLength(REQUESTED_PIPELINES_MAX)), []),
  connections: z._default(z.array(requestedConnectionSchema).check(z.maxLength(REQUESTED_PIPELINES_MAX)), []),
  nodes: z._default(z.array(requestedNodeSchema).check(z.maxLength(REQUESTED_NODES_MAX)), []),
  /** Instead of the parts: a definition, read as by an import. */
  definition: z.optional(
    z.strictObject({
      text: z.string().check(z.minLength(1, 'A definition is required')),
      pipelineId: z.optional(idSchema('pipeline')),
      /** Tag of the displayed plan; refused when that is stale. */
      tag: z.optional(z.int()),
    }),
  ),
};
const NOTHING_ASKED = 'A pull request needs a pipeline, source or destination that it changes';
const TWO_WAYS = 'Give either a definition, or pipelines and connections';

export const newChangesetSchema = z
  .strictObject({
    changeSet: z.strictObject({
      siteId: idSchema('site'),
      description: z._default(
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(COMMENT_MAX_LENGTH, `Comment must be at most ${COMMENT_MAX_LENGTH} characters`),
          ),
        '',
      ),
    }),
    ...requestedParts,
    withDraft: z._default(z.boolean(), false),
    /** Only the changes made past the followed branch. */
    withDrift: z._default(z.boolean(), false),
  })
  .check(
    z.refine(requestsSomething, NOTHING_ASKED),
    z.refine(requestsOne, 'A pull request with withDrift holds nothing else'),
    z.refine(isOneWay, TWO_WAYS),
  );
export type NewChangeset = z.infer<typeof newChangesetSchema>;

export const newDraftChangesSchema = z
  .strictObject({ siteId: idSchema('site'), ...requestedParts })
  .check(z.refine(requestsSomething, NOTHING_ASKED), z.refine(isOneWay, TWO_WAYS));
export type NewDraftChanges = z.infer<typeof newDraftChangesSchema>;

export const draftChangeSchema = z.object({
  /** Stored, or reserved for the merge. */
  id: changedIdSchema,
  kind: z.enum(['PIPELINE', ...REQUESTED_KINDS]),
  change: z.enum(REQUESTED_CHANGES),
  name: z.string(),
  /** New sources and destinations only. */
  templateId: z.string(),
  updatedAt: timeSchema,
});
export type DraftChange = z.infer<typeof draftChangeSchema>;

export const draftContentSchema = z.object({
  ...draftChangeSchema.shape,
  /** With the nodes of its graph. */
  pipeline: z.optional(z.object({ ...requestedPipelineSchema.shape, nodes: z.array(requestedNodeSchema) })),
  connection: z.optional(requestedConnectionSchema),
});
export type DraftContent = z.infer<typeof draftContentSchema>;

export const siteRepositorySchema = z.object({
  branch: z.string(),
  /** Head of the branch; empty before the first pull request. */
  commit: z.string(),
  committedAt: timeSchema,
  openPullRequests: z.int(),
});
export type SiteRepository = z.infer<typeof siteRepositorySchema>;
