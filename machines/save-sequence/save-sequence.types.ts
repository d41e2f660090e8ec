import { counted } from '../../src/contract/values.ts';
import type { Draft, DraftNode, NodeMeta } from '../../src/graph/draft.ts';

/** `force` deploys the saved version again. */
export type SaveKind = 'draft' | 'deploy' | 'force';

/**
 * What the service already accepted, so that a retry creates no second pipeline and no orphaned transforms.
 */
export type SaveProgress = {
  pipelineId?: string;
  details?: { name: string; description: string };
  revision?: number;
  /** By draft node id: the received id and the accepted content. */
  transforms: Record<string, { id: string; content: TransformContent }>;
  saved?: { graphVersion: number; draft: Draft };
};

export const createEmptyProgress = (): SaveProgress => ({ transforms: {} });

export type TransformContent = Omit<DraftNode, 'id' | 'formProblems'>;

/** An edited transform names its lineage, to keep its metrics and errors; a disabled one may be unfinished. */
export type NewTransform = TransformContent & { lineageId?: string; disabled?: true };

export type SaveInput = {
  kind: SaveKind;
  siteId: string;
  pipelineId?: string | undefined;
  revision?: number | undefined;
  draft: Draft;
  base: Draft;
  /** Version of `base`, 0 when unsaved; deployed as it is when nothing changed. */
  shownVersion: number;
  /** Latest version when editing began; If-Match of the graph. */
  baseLatestVersion: number;
  /** Save even without changes, e.g. to make an older version the latest. */
  saveUnchanged: boolean;
  progress: SaveProgress;
};

/** `value` is the refused value. */
export type RefusedField = { nodeId: string; field: string; message: string; value: unknown };

/** What someone else stored; If-Match of a save that overwrites it. */
export type Theirs = { revision?: number; graphVersion?: number };

export type SaveFailure = { message: string; code?: string; refused?: RefusedField[]; theirs?: Theirs };

export type SaveOutcome =
  | { ok: true; pipelineId: string; graphVersion: number; draft: Draft; progress: SaveProgress; ids: IdMap }
  | { ok: false; failure: SaveFailure; progress: SaveProgress; ids: IdMap };

/** Saved ids by draft node id. */
export type IdMap = Record<string, string>;

/** An error by its path in the body: `transforms.0.config.pattern`. */
export type BodyDetail = { field: string; message: string };

/** Each call rejects with an Error for the user; `details` lists refused fields. */
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

const readBodyDetails = (error: unknown): BodyDetail[] => {
  const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : [];
  return (Array.isArray(details) ? details : []).flatMap((detail) =>
    typeof detail?.field === 'string' && typeof detail.message === 'string'
      ? [{ field: detail.field, message: detail.message }]
      : [],
  );
};

const FIELD_OF_TRANSFORM = /^transforms\.(\d+)\.((config\.)?([^.]+).*)$/;

function findRefusedField({ field, message }: BodyDetail, sent: readonly DraftNode[]): RefusedField[] {
  const [, index = '', path = '', inConfig, property = ''] = FIELD_OF_TRANSFORM.exec(field) ?? [];
  const node = index === '' ? undefined : sent[Number(index)];
  if (!node || (inConfig === undefined && property !== 'name')) return [];
  return [{ nodeId: node.id, field: path, message, value: inConfig ? node.config[property] : node.name }];
}

export function toRefusal(error: unknown, sent: readonly DraftNode[]): SaveFailure {
  const failure = toSaveFailure(error);
  const refused = readBodyDetails(error).flatMap((detail) => findRefusedField(detail, sent));
  const [first] = refused;
  if (!first) return failure;
  const name = sent.find((node) => node.id === first.nodeId)?.name ?? '';
  const what = counted(refused.length, 'problem');
  return { ...failure, message: `The pipeline was not saved: '${name}' has ${what}`, refused };
}

/** `current` of a conflict response: a pipeline, or one graph version. */
function readTheirs(current: unknown): Theirs | undefined {
  if (typeof current !== 'object' || current === null) return undefined;
  const readNumber = (key: string): number | undefined => {
    const value: unknown = Reflect.get(current, key);
    return typeof value === 'number' ? value : undefined;
  };
  const [revision, graphVersion] = [
    readNumber('revision'),
    readNumber('latestGraphVersion') ?? readNumber('version'),
  ];
  return {
    ...(revision === undefined ? {} : { revision }),
    ...(graphVersion === undefined ? {} : { graphVersion }),
  };
}

export function toSaveFailure(error: unknown): SaveFailure {
  const message = error instanceof Error && error.message !== '' ? error.message : GENERIC_ERROR;
  const { code, current } = Object(error) as { code?: unknown; current?: unknown };
  if (typeof code !== 'string') return { message };
  const theirs = code === 'STALE_VERSION' ? readTheirs(current) : undefined;
  return { message, code, ...(theirs ? { theirs } : {}) };
}
