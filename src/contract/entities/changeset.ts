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
 * Pipelines in one pull request, and as many sources and destinations: one transaction stores a merge, and others wait
 * for it.
 */
export const REQUESTED_PIPELINES_MAX = 200;
/** Their whole content is in the request. */
export const REQUESTED_LOOKUPS_MAX = 50;
const REQUESTED_NODES_MAX = 4 * GRAPH_MAX_NODES;

export const REQUESTED_CHANGES = ['create', 'update', 'delete'] as const;
export type RequestedChangeKind = (typeof REQUESTED_CHANGES)[number];

export const PROVIDER_STATES = ['open', 'merged', 'closed'] as const;

export const CONNECTION_KINDS = ['SOURCE', 'SINK'] as const;
/** What a request changes beside pipelines: a lookup table goes by its name and `config.content`. */
export const REQUESTED_KINDS = [...CONNECTION_KINDS, 'LOOKUP'] as const;
export type RequestedKind = (typeof REQUESTED_KINDS)[number];
/** Of a source or destination, or of a lookup table. */
const requestedIdSchema = z.union([idSchema('node'), idSchema('asset')]);

/** A pull request: changes of pipelines, sources and destinations on a branch of the site's repository. */
export const changesetSchema = z.object({
  id: idSchema('changeset'),
  siteId: idSchema('site'),
  /** The comment, or empty. */
  description: z.string(),
  status: z.enum(CHANGESET_STATUSES),
  /** Why an open one cannot be merged any more, or why a merged one did not come to run; else empty. */
  reason: z.string(),
  /** An open one whose pipelines were changed since. */
  hasConflict: z.boolean(),
  /** The site asks for the approval of someone else. */
  needsApproval: z.boolean(),
  /** Who approved what is on its branch, or empty. */
  approvedBy: z.string(),
  approvedAt: timeSchema,
  /** That approval is the caller's. */
  isApprover: z.boolean(),
  /** The caller took part in making it. */
  isOwn: z.boolean(),
  /** Of its branch. */
  commit: z.string(),
  /** Of the provider; absent while it has none, as for a repository that is kept here. */
  url: z.optional(z.string()),
  /** As the provider had it when it was seen last. */
  atProvider: z.optional(
    z.object({
      provider: z.enum(REQUEST_PROVIDERS),
      number: z.int(),
      state: z.enum(PROVIDER_STATES),
      comments: z.int(),
    }),
  ),
  /** A new one is found under its id once it is merged. */
  pipelines: z.array(
    z.object({ id: idSchema('pipeline'), name: z.string(), change: z.enum(REQUESTED_CHANGES) }),
  ),
  /** Sources, destinations and lookup tables, without those that the caller may not read. */
  connections: z.array(
    z.object({
      id: requestedIdSchema,
      kind: z.enum(REQUESTED_KINDS),
      name: z.string(),
      change: z.enum(REQUESTED_CHANGES),
    }),
  ),
  createdBy: z.string(),
  /** Who merged or withdrew it, or empty. */
  endedBy: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Changeset = z.infer<typeof changesetSchema>;

/** One file before and after; an empty text, and a pipeline without nodes, stand for a file that is not there. */
const changedFileSchema = z.object({
  pipelineId: idSchema('pipeline'),
  change: z.enum(REQUESTED_CHANGES),
  path: z.string(),
  before: z.string(),
  after: z.string(),
  beforePipeline: definedPipelineSchema,
  afterPipeline: definedPipelineSchema,
  /** The version that the merge saved, or 0. */
  graphVersion: z.int(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

const definedConnectionSchema = z.object({
  name: z.string(),
  templateId: z.string(),
  description: z.string(),
  /** Secrets read `{set: true}`. Of a lookup table its `rows` and `bytes`: the content is in the text. */
  config: configSchema,
});
export type DefinedConnection = z.infer<typeof definedConnectionSchema>;

/** The file of a source, destination or lookup table before and after; an empty text and name where there is none. */
const changedConnectionSchema = z.object({
  nodeId: requestedIdSchema,
  kind: z.enum(REQUESTED_KINDS),
  change: z.enum(REQUESTED_CHANGES),
  path: z.string(),
  before: z.string(),
  after: z.string(),
  beforeConnection: definedConnectionSchema,
  afterConnection: definedConnectionSchema,
  /** Fields whose secret is given anew: it waits sealed in the database and is in no file. */
  newSecrets: z.array(z.string()),
});
export type ChangedConnection = z.infer<typeof changedConnectionSchema>;

export const REBASE_SIDES = ['mine', 'theirs'] as const;

/** Of a pipeline, source, destination or lookup table. */
const changedIdSchema = z.union([idSchema('pipeline'), requestedIdSchema]);

/**
 * What the request and what is stored changed differently since its base: `mine` is of the request. An absent value
 * is left out.
 */
const requestConflictSchema = z.object({
  pipelineId: changedIdSchema,
  key: z.string(),
  /** Fingerprint of the three values: a choice names it, so that none is taken unseen. */
  seen: z.int(),
  /** Name of the node, source or destination, or empty for the pipeline itself. */
  node: z.string(),
  /** `name`, `description`, `disabled`, `notes`, `config.…`, `to …` (a connection), or `node` for the whole node. */
  field: z.string(),
  base: z.optional(z.unknown()),
  mine: z.optional(z.unknown()),
  theirs: z.optional(z.unknown()),
});
export type RequestConflict = z.infer<typeof requestConflictSchema>;

const CONFLICTS_MAX = 1000;

export const rebaseSchema = z.strictObject({
  /** One for each conflict; none are needed where both changes fit together. */
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
  /** The commit that its branch began from. */
  baseCommit: z.string(),
  /** Empty until it is merged. */
  mergeCommit: z.string(),
  files: z.array(changedFileSchema),
  connectionFiles: z.array(changedConnectionSchema),
  /** Of an open one whose base has moved; empty where both changes fit together. */
  conflicts: z.array(requestConflictSchema),
});
export type PullRequest = z.infer<typeof pullRequestSchema>;

export const requestedNodeSchema = z.strictObject({
  /** Of what is stored, or a temporary one (`new-1`). */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  nodeType: z.enum(NODE_TYPES),
  name: nameSchema('Node name'),
  description: z._default(descriptionSchema, ''),
  templateId: z.string(),
  /** Only of transforms. */
  config: z._default(configSchema, {}),
});
export type RequestedNode = z.infer<typeof requestedNodeSchema>;

export const requestedPipelineSchema = z.strictObject({
  pipeline: z.strictObject({
    /** Of what is stored, or a temporary one (`new-1`) of a pipeline to create. */
    id: z
      .string()
      .check(
        z.regex(/^(3\d{17}|new-\d{1,9})$/, 'must be 18 digits that begin with 3, or new-1 of a new one'),
      ),
    name: nameSchema('Pipeline name'),
    description: z._default(descriptionSchema, ''),
    /** Asks for its deletion; name, description and graph are not read then. */
    isDeleted: z._default(z.boolean(), false),
  }),
  graph: z.strictObject({
    /** The newest version that the change was made from; 0 of a pipeline to create. */
    version: z.int().check(z.minimum(0)),
    edges: edgesSchema,
    metaInfo: z._default(metaInfoSchema, {}),
  }),
});
export type RequestedPipeline = z.infer<typeof requestedPipelineSchema>;

export const requestedConnectionSchema = z.strictObject({
  kind: z.enum(REQUESTED_KINDS),
  /** Of what is stored, or a temporary one (`new-1`) of one to create. */
  id: z
    .string()
    .check(
      z.regex(
        /^([29]\d{17}|new-\d{1,9})$/,
        'must be 18 digits that begin with 2, with 9 of a lookup table, or new-1 of a new one',
      ),
    ),
  /** The revision that the change was made from; 0 of one to create. */
  revision: z.union([revisionSchema, z.literal(0)]),
  name: nameSchema('Name'),
  description: z._default(descriptionSchema, ''),
  /** Read of one to create; the type of what is stored never changes. */
  templateId: z._default(z.string(), ''),
  /** Left out, it stays as it is. A secret of `{set: true}` is kept. Of a lookup table, its `content`. */
  config: z.optional(configSchema),
  /** Asks for its deletion; all but the revision is not read then. */
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

/** Nodes name a source or destination of `connections` by its temporary id as well. */
const requestedParts = {
  pipelines: z._default(z.array(requestedPipelineSchema).check(z.maxLength(REQUESTED_PIPELINES_MAX)), []),
  connections: z._default(z.array(requestedConnectionSchema).check(z.maxLength(REQUESTED_PIPELINES_MAX)), []),
  nodes: z._default(z.array(requestedNodeSchema).check(z.maxLength(REQUESTED_NODES_MAX)), []),
  /** In their place: what this text would create and change, as an import reads it. */
  definition: z.optional(
    z.strictObject({
      text: z.string().check(z.minLength(1, 'A definition is required')),
      /** The one pipeline that it is about, whatever its name there. */
      pipelineId: z.optional(idSchema('pipeline')),
      /** Of the plan that was read; a change of what it names since is refused. */
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
    /** With what the caller has collected, which is then raised and no longer in the draft. */
    withDraft: z._default(z.boolean(), false),
    /** What was changed past the branch that the site follows, and nothing else. */
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

/** One change that a person has collected for their next pull request. */
export const draftChangeSchema = z.object({
  /** Of what is stored; of a new one as it will have once it is merged. */
  id: changedIdSchema,
  kind: z.enum(['PIPELINE', ...REQUESTED_KINDS]),
  change: z.enum(REQUESTED_CHANGES),
  name: z.string(),
  /** Of a new source or destination, else empty. */
  templateId: z.string(),
  updatedAt: timeSchema,
});
export type DraftChange = z.infer<typeof draftChangeSchema>;

/** What was collected of one pipeline, source or destination, to be changed further. */
export const draftContentSchema = z.object({
  ...draftChangeSchema.shape,
  /** Of a pipeline, with the nodes of its graph. */
  pipeline: z.optional(z.object({ ...requestedPipelineSchema.shape, nodes: z.array(requestedNodeSchema) })),
  /** Secrets read `{set: true}`. */
  connection: z.optional(requestedConnectionSchema),
});
export type DraftContent = z.infer<typeof draftContentSchema>;

/** Of the repository that the service keeps for a site. */
export const siteRepositorySchema = z.object({
  branch: z.string(),
  /** The newest commit of the branch; empty before the first pull request. */
  commit: z.string(),
  committedAt: timeSchema,
  openPullRequests: z.int(),
});
export type SiteRepository = z.infer<typeof siteRepositorySchema>;
