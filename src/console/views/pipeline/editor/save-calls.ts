import type { SaveCalls } from '../../../../../machines/save-sequence/index.ts';
import { ContractError } from '../../../../contract/errors.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call-api.ts';
import { sendPipelineAction } from '../../../api/pipeline-action.ts';
import { noteRefusedDeploy } from '../../../components/deploy-gate/deploy-gate.ts';
import { storage } from '../../../lib/storage.ts';
import { archiveChosenSource } from '../create/source-archival.ts';

/** Adds the first field error to the message, since that is what the user can fix. */
export function addErrorDetails(error: unknown): Error {
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

const addDetailsToErrors = <Input, Output>(call: (input: Input, signal: AbortSignal) => Promise<Output>) => {
  return async (input: Input, signal: AbortSignal): Promise<Output> => {
    try {
      return await call(input, signal);
    } catch (error) {
      // The pipeline is gone, so the next create needs a new key.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') creating.forget();
      throw error instanceof ContractError ? error : addErrorDetails(error);
    }
  };
};

const CREATING = 'penstock.creating';

/** Key of a create whose graph is not saved yet, stored so that a retry or another tab reuses it. */
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

const unanswered = new Map<string, string>();

const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'UNREADABLE_ANSWER';

const isAnswered = (error: unknown): boolean => !(error instanceof ApiError) || error.status > 0;

/**
 * One Idempotency-Key per call. A retry after a lost answer reuses it, so that the call is not carried out
 * twice.
 */
async function addIdempotencyKey<Output>(
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
    if (isAnswered(error)) unanswered.delete(asked);
    throw error;
  }
}

/** The stored revision when the stale version is this change itself, whose answer was lost. */
function findOwnRevision(error: unknown, change: { name: string; description: string }): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return undefined;
  const stored = typeof error.current === 'object' && error.current !== null ? error.current : {};
  const isOwn =
    Reflect.get(stored, 'name') === change.name && Reflect.get(stored, 'description') === change.description;
  const revision: unknown = Reflect.get(stored, 'revision');
  return isOwn && typeof revision === 'number' ? revision : undefined;
}

export const saveCalls: SaveCalls = {
  createPipeline: addDetailsToErrors(async ({ siteId, name, description }, signal) => {
    const body = { pipeline: { siteId, name, description, pipelineType: 'USER' as const } };
    const idempotencyKey = creating.keyFor(JSON.stringify(body));
    try {
      return (await callApi('createPipeline', { body }, { signal, idempotencyKey })).data;
    } catch (error) {
      // Without an id; the save sequence handles that.
      if (isUnreadable(error)) return {};
      if (isAnswered(error)) creating.forget();
      throw error;
    }
  }),
  patchPipeline: addDetailsToErrors(async ({ id, name, description, revision }, signal) => {
    const ifMatch = revision ?? '*';
    const body = { pipeline: { id, name, description } };
    try {
      return (await callApi('updatePipeline', { body }, { signal, ifMatch })).data;
    } catch (error) {
      const stored = findOwnRevision(error, { name, description });
      if (stored === undefined) throw error;
      return { revision: stored };
    }
  }),
  createTransforms: addDetailsToErrors(async ({ pipelineId, transforms }, signal) => {
    const body = {
      transforms: transforms.map(({ name, description, templateId, config, lineageId, disabled }) => ({
        pipelineId,
        name,
        description: description ?? '',
        templateId,
        config,
        ...(lineageId === undefined ? {} : { lineageId }),
        ...(disabled ? { disabled } : {}),
      })),
    };
    return addIdempotencyKey('createTransforms', body, async (idempotencyKey) => {
      return (await callApi('createTransforms', { body }, { signal, idempotencyKey })).data;
    });
  }),
  putGraph: addDetailsToErrors(
    async ({ pipelineId, edges, metaInfo, versionName, baseVersion: ifMatch }, signal) => {
      const body = {
        pipelineId,
        edges,
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
      const saved = addIdempotencyKey(`saveGraph ${ifMatch}`, body, async (idempotencyKey) => {
        const { data } = await callApi('saveGraph', { body }, { signal, ifMatch, idempotencyKey });
        creating.forget();
        // Before the deployment, so that no event bypasses the archive.
        if (ifMatch === 0) await archiveChosenSource(Object.keys(edges));
        return { version: data.graph.version };
      });
      return saved.catch((error: unknown) => {
        // No version to deploy.
        if (isUnreadable(error)) return {};
        throw error;
      });
    },
  ),
  deploy: addDetailsToErrors(async ({ pipelineId, graphVersion, force }, signal) => {
    const request = { pipelineId, graphVersion, action: 'DEPLOY' as const, isForced: force };
    await addIdempotencyKey('runPipelineAction', request, async (idempotencyKey) => {
      try {
        await sendPipelineAction(request, { signal, idempotencyKey });
      } catch (error) {
        noteRefusedDeploy(error, { pipelineId, graphVersion, isResume: false });
        throw error;
      }
    });
  }),
};
