import type { SaveCalls } from '../../../../machines/save-sequence/index.ts';
import { ContractError } from '../../../contract/errors.ts';
import { storage } from '../../actors/storage.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { noteRefusedDeploy } from '../../parts/deploy-gate/deploy-gate.ts';
import { archiveChosenSource } from './create/source-archival.ts';

/** A refusal that names fields says them: the first is what a person can correct. */
export function withDetails(error: unknown): Error {
  if (!(error instanceof ApiError) || error.details.length === 0) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const [first] = error.details;
  const message =
    first && !error.message.includes(first.message) ? `${error.message} ${first.message}` : error.message;
  return Object.assign(new Error(message), {
    code: error.code,
    details: error.details,
    current: error.current,
  });
}

const explained = <Input, Output>(call: (input: Input, signal: AbortSignal) => Promise<Output>) => {
  return async (input: Input, signal: AbortSignal): Promise<Output> => {
    try {
      return await call(input, signal);
    } catch (error) {
      // What it was made for is gone: the next create is another one.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') creating.forget();
      throw error instanceof ContractError ? error : withDetails(error);
    }
  };
};

const CREATING = 'penstock.creating';

/** The create whose graph is still to come, with its key: it is asked again as the same, also by another tab. */
const creating = {
  inMemory: undefined as string | undefined,
  keyFor(asked: string): string {
    const [keptFor, kept] = (this.inMemory ?? storage.read(CREATING))?.split('\n') ?? [];
    if (kept && keptFor === asked) return kept;
    const key = crypto.randomUUID();
    this.inMemory = `${asked}\n${key}`;
    storage.write(CREATING, this.inMemory);
    return key;
  },
  forget(): void {
    this.inMemory = undefined;
    storage.remove(CREATING);
  },
};

/** Keys of the calls whose answer was lost, by what they asked. */
const unanswered = new Map<string, string>();

const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'UNREADABLE_ANSWER';

const wasAnswered = (error: unknown): boolean => !(error instanceof ApiError) || error.status > 0;

/**
 * One Idempotency-Key per call. A call whose answer was lost is asked again with its key, so that it is
 * not carried out twice (R4-85).
 */
async function withKey<Output>(
  call: string,
  body: unknown,
  ask: (idempotencyKey: string) => Promise<Output>,
): Promise<Output> {
  const asked = `${call} ${JSON.stringify(body)}`;
  const key = unanswered.get(asked) ?? crypto.randomUUID();
  unanswered.set(asked, key);
  try {
    const output = await ask(key);
    unanswered.delete(asked);
    return output;
  } catch (error) {
    if (wasAnswered(error)) unanswered.delete(asked);
    throw error;
  }
}

/** The stored revision, when a stale version turns out to be this very change: its answer was lost. */
function ownRevision(error: unknown, change: { name: string; description: string }): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return undefined;
  const stored = typeof error.current === 'object' && error.current !== null ? error.current : {};
  const isOwn =
    Reflect.get(stored, 'name') === change.name && Reflect.get(stored, 'description') === change.description;
  const revision: unknown = Reflect.get(stored, 'revision');
  return isOwn && typeof revision === 'number' ? revision : undefined;
}

/** The five calls of the save sequence (R4-57, R4-66, R4-81) over the table of calls. */
export const saveCalls: SaveCalls = {
  createPipeline: explained(async ({ siteId, name, description }, signal) => {
    const body = { pipeline: { siteId, name, description, pipelineType: 'USER' as const } };
    const idempotencyKey = creating.keyFor(JSON.stringify(body));
    try {
      return (await callApi('createPipeline', { body }, { signal, idempotencyKey })).data;
    } catch (error) {
      // Whatever it holds, it holds no id: the sequence says so (R5-23).
      if (isUnreadable(error)) return {};
      if (wasAnswered(error)) creating.forget();
      throw error;
    }
  }),
  patchPipeline: explained(async ({ id, name, description, revision }, signal) => {
    const ifMatch = revision ?? '*';
    const body = { pipeline: { id, name, description } };
    try {
      return (await callApi('updatePipeline', { body }, { signal, ifMatch })).data;
    } catch (error) {
      const stored = ownRevision(error, { name, description });
      if (stored === undefined) throw error;
      return { revision: stored };
    }
  }),
  createTransforms: explained(async ({ pipelineId, transforms }, signal) => {
    const body = {
      transforms: transforms.map(({ name, description, templateId, config, lineageId }) => ({
        pipelineId,
        name,
        description: description ?? '',
        templateId,
        config,
        ...(lineageId === undefined ? {} : { lineageId }),
      })),
    };
    return withKey('createTransforms', body, async (idempotencyKey) => {
      return (await callApi('createTransforms', { body }, { signal, idempotencyKey })).data;
    });
  }),
  putGraph: explained(async ({ pipelineId, edges, metaInfo, versionName, baseVersion: ifMatch }, signal) => {
    const body = {
      pipelineId,
      edges,
      // The lineage travels with the transforms; the graph's own marks are these.
      metaInfo: Object.fromEntries(
        Object.entries(metaInfo).map(([id, { disabled, notes, outputs }]) => [
          id,
          {
            ...(disabled ? { disabled } : {}),
            ...(notes ? { notes } : {}),
            ...(outputs ? { outputs } : {}),
          },
        ]),
      ),
      versionInfo: { pipelineId, name: versionName },
    };
    const saved = withKey(`saveGraph ${ifMatch}`, body, async (idempotencyKey) => {
      const { data } = await callApi('saveGraph', { body }, { signal, ifMatch, idempotencyKey });
      creating.forget();
      // Before it is deployed, so that nothing passes the archive by.
      if (ifMatch === 0) await archiveChosenSource(Object.keys(edges));
      return { version: data.graph.version };
    });
    return saved.catch((error: unknown) => {
      // No version to deploy (R5-24).
      if (isUnreadable(error)) return {};
      throw error;
    });
  }),
  deploy: explained(async ({ pipelineId, graphVersion, force }, signal) => {
    const body = {
      pipelineId,
      graphVersion,
      action: 'DEPLOY' as const,
      ...(force ? { forceDeploy: true } : {}),
    };
    await withKey('runPipelineAction', body, async (idempotencyKey) => {
      try {
        await callApi('runPipelineAction', { body }, { signal, idempotencyKey });
      } catch (error) {
        noteRefusedDeploy(error, { pipelineId, graphVersion, isResume: false });
        throw error;
      }
    });
  }),
};
