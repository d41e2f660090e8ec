import type { Draft, DraftNode, NodeMeta } from '../pipeline-editor/draft.ts';

/** `draft`: save only; `deploy`: save what changed, then deploy; `force`: deploy again what is saved. */
export type SaveKind = 'draft' | 'deploy' | 'force';

/**
 * What the service has already accepted. It is handed to the next try, so that a retry creates neither a
 * second pipeline nor orphaned transforms (R4-85).
 */
export type SaveProgress = {
  pipelineId?: string;
  /** Name and description as last accepted. */
  details?: { name: string; description: string };
  revision?: number;
  /** By node id of the draft: the id received and the content it was received for. */
  transforms: Record<string, { id: string; content: TransformContent }>;
  /** The graph version received, and the draft it holds with the service's ids. */
  saved?: { graphVersion: number; draft: Draft };
};

export const emptyProgress = (): SaveProgress => ({ transforms: {} });

export type TransformContent = Omit<DraftNode, 'id' | 'formProblems'>;

/** A transform to create; an edited one names its lineage, so that its counters and errors go on. */
export type NewTransform = TransformContent & { lineageId?: string };

export type SaveInput = {
  kind: SaveKind;
  siteId: string;
  /** Left out for a pipeline that does not exist yet. */
  pipelineId?: string | undefined;
  revision?: number | undefined;
  draft: Draft;
  /** The graph as last saved or loaded; what differs from it is written. */
  base: Draft;
  /** Version that holds `base`, 0 when none does; deployed as it is when nothing changed. */
  shownVersion: number;
  /** Latest version when editing began: the If-Match of the graph. */
  baseLatestVersion: number;
  /** Save even when nothing differs from `base` (an older version becomes the latest, R4-132). */
  saveUnchanged: boolean;
  progress: SaveProgress;
};

/** A field of a node (`config.pattern`, `name`) that the service refused, and the value it refused there. */
export type RefusedField = { nodeId: string; field: string; message: string; value: unknown };

/** What someone else has stored meanwhile: the If-Match of a save that knowingly follows it. */
export type Theirs = { revision?: number; graphVersion?: number };

export type SaveFailure = { message: string; code?: string; refused?: RefusedField[]; theirs?: Theirs };

export type SaveOutcome =
  | { ok: true; pipelineId: string; graphVersion: number; draft: Draft; progress: SaveProgress; ids: IdMap }
  | { ok: false; failure: SaveFailure; progress: SaveProgress; ids: IdMap };

/** Node ids of the draft to the ids they are saved under. */
export type IdMap = Record<string, string>;

/** What is wrong with what was sent, by its place in the body: `transforms.0.config.pattern`. */
export type BodyDetail = { field: string; message: string };

/**
 * The five calls of a save; each rejects with an Error whose message is for people, and with `details` where
 * the service named fields.
 */
export type SaveCalls = {
  createPipeline: (
    call: { siteId: string; name: string; description: string },
    signal: AbortSignal,
  ) => Promise<{ id?: string; revision?: number }>;
  patchPipeline: (
    call: {
      id: string;
      siteId: string;
      name: string;
      description: string;
      revision?: number | undefined;
    },
    signal: AbortSignal,
  ) => Promise<{ revision?: number }>;
  createTransforms: (
    call: { siteId: string; pipelineId: string; transforms: NewTransform[] },
    signal: AbortSignal,
  ) => Promise<{ transformIds: string[] }>;
  putGraph: (
    call: {
      siteId: string;
      pipelineId: string;
      edges: Draft['edges'];
      metaInfo: Record<string, NodeMeta>;
      versionName: string;
      baseVersion: number;
    },
    signal: AbortSignal,
  ) => Promise<{ version?: number }>;
  deploy: (
    call: { siteId: string; pipelineId: string; graphVersion: number; force: boolean },
    signal: AbortSignal,
  ) => Promise<void>;
};

export const NO_PIPELINE_ID = 'No pipeline ID received';
export const INVALID_VERSION_OR_ID = 'Invalid Graph version received or invalid pipeline id';
export const GENERIC_ERROR = 'Something went wrong!';

const detailsOf = (error: unknown): BodyDetail[] => {
  const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : [];
  return (Array.isArray(details) ? details : []).flatMap((detail) =>
    typeof detail?.field === 'string' && typeof detail.message === 'string'
      ? [{ field: detail.field, message: detail.message }]
      : [],
  );
};

const FIELD_OF_TRANSFORM = /^transforms\.(\d+)\.((config\.)?([^.]+).*)$/;

function refusedField({ field, message }: BodyDetail, sent: readonly DraftNode[]): RefusedField[] {
  const [, index = '', path = '', inConfig, property = ''] = FIELD_OF_TRANSFORM.exec(field) ?? [];
  const node = index === '' ? undefined : sent[Number(index)];
  if (!node || (inConfig === undefined && property !== 'name')) return [];
  return [{ nodeId: node.id, field: path, message, value: inConfig ? node.config[property] : node.name }];
}

/** What the service refused of the transforms sent to it: which fields of which nodes. */
export function refusalOf(error: unknown, sent: readonly DraftNode[]): SaveFailure {
  const failure = failureOf(error);
  const refused = detailsOf(error).flatMap((detail) => refusedField(detail, sent));
  const [first] = refused;
  if (!first) return failure;
  const name = sent.find((node) => node.id === first.nodeId)?.name ?? '';
  const what = refused.length === 1 ? 'a field that needs another value' : 'fields that need other values';
  return { ...failure, message: `The pipeline was not saved: '${name}' has ${what}`, refused };
}

/** Reads `current` of a refused write: a pipeline, or one version of its graph. */
function theirsOf(current: unknown): Theirs | undefined {
  if (typeof current !== 'object' || current === null) return undefined;
  const numberAt = (key: string): number | undefined => {
    const value: unknown = Reflect.get(current, key);
    return typeof value === 'number' ? value : undefined;
  };
  const [revision, graphVersion] = [
    numberAt('revision'),
    numberAt('latestGraphVersion') ?? numberAt('version'),
  ];
  return {
    ...(revision === undefined ? {} : { revision }),
    ...(graphVersion === undefined ? {} : { graphVersion }),
  };
}

/** Message and code of whatever was thrown (R8-49), and what is stored where a write came too late. */
export function failureOf(error: unknown): SaveFailure {
  const message = error instanceof Error && error.message !== '' ? error.message : GENERIC_ERROR;
  const { code, current } = Object(error) as { code?: unknown; current?: unknown };
  if (typeof code !== 'string') return { message };
  const theirs = code === 'STALE_VERSION' ? theirsOf(current) : undefined;
  return { message, code, ...(theirs ? { theirs } : {}) };
}
