import type { SaveCalls } from '../../../../machines/save-sequence/index.ts';
import { ContractError } from '../../../contract/errors.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';

/** A refusal that names fields says them: the first is what a person can correct. */
function withDetails(error: unknown): Error {
  if (!(error instanceof ApiError) || error.details.length === 0) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const [first] = error.details;
  const message =
    first && !error.message.includes(first.message) ? `${error.message} ${first.message}` : error.message;
  return Object.assign(new Error(message), { code: error.code });
}

const explained = <Input, Output>(call: (input: Input, signal: AbortSignal) => Promise<Output>) => {
  return async (input: Input, signal: AbortSignal): Promise<Output> => {
    try {
      return await call(input, signal);
    } catch (error) {
      throw error instanceof ContractError ? error : withDetails(error);
    }
  };
};

const key = (): string => crypto.randomUUID();

/** The five calls of the save sequence (R4-57, R4-66, R4-81) over the table of calls. */
export const saveCalls: SaveCalls = {
  createPipeline: explained(async ({ siteId, name, description }, signal) => {
    const body = { pipeline: { siteId, name, description } };
    return (await callApi('createPipeline', { body }, { signal, idempotencyKey: key() })).data;
  }),
  patchPipeline: explained(async ({ id, name, description, revision, overwrite }, signal) => {
    const ifMatch = overwrite ? '*' : (revision ?? '*');
    const body = { pipeline: { id, name, description } };
    return (await callApi('updatePipeline', { body }, { signal, ifMatch })).data;
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
    return (await callApi('createTransforms', { body }, { signal, idempotencyKey: key() })).data;
  }),
  putGraph: explained(
    async ({ pipelineId, edges, metaInfo, versionName, baseVersion, overwrite }, signal) => {
      const body = {
        pipelineId,
        edges,
        // The lineage travels with the transforms; the graph's own marks are these.
        metaInfo: Object.fromEntries(
          Object.entries(metaInfo).map(([id, { disabled, notes }]) => [
            id,
            { ...(disabled ? { disabled } : {}), ...(notes ? { notes } : {}) },
          ]),
        ),
        versionInfo: { pipelineId, name: versionName },
      };
      const options = { signal, ifMatch: overwrite ? ('*' as const) : baseVersion, idempotencyKey: key() };
      return { version: (await callApi('saveGraph', { body }, options)).data.graph.version };
    },
  ),
  deploy: explained(async ({ pipelineId, graphVersion, force }, signal) => {
    const body = {
      pipelineId,
      graphVersion,
      action: 'DEPLOY' as const,
      ...(force ? { forceDeploy: true } : {}),
    };
    await callApi('runPipelineAction', { body }, { signal, idempotencyKey: key() });
  }),
};
