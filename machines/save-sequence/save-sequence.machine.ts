import { assign, fromPromise, setup } from 'xstate';
import {
  buildIdMap,
  listTransformsToCreate,
  needsDetails,
  needsGraph,
  toNewTransform,
  toSavedDraft,
  toTransformContent,
  toWireEdges,
} from './save-sequence.steps.ts';
import {
  createEmptyProgress,
  INVALID_VERSION_OR_ID,
  NO_PIPELINE_ID,
  type SaveCalls,
  type SaveFailure,
  type SaveInput,
  type SaveOutcome,
  type SaveProgress,
  toRefusal,
  toSaveFailure,
} from './save-sequence.types.ts';

export type SaveSequenceContext = Omit<SaveInput, 'progress'> & {
  progress: SaveProgress;
  failure?: SaveFailure | undefined;
};

type Call<Name extends keyof SaveCalls> = Parameters<SaveCalls[Name]>[0];
type Answer<Name extends keyof SaveCalls> = Awaited<ReturnType<SaveCalls[Name]>>;

const createUnprovidedCall = <Name extends keyof SaveCalls>(name: Name) =>
  fromPromise<Answer<Name>, Call<Name>>(() => Promise.reject(new Error(`provide ${name}`)));

const saveSetup = setup({
  types: {
    context: {} as SaveSequenceContext,
    input: {} as SaveInput,
    output: {} as SaveOutcome,
    events: {} as { type: 'none' },
  },
  actors: {
    createPipeline: createUnprovidedCall('createPipeline'),
    patchPipeline: createUnprovidedCall('patchPipeline'),
    createTransforms: createUnprovidedCall('createTransforms'),
    putGraph: createUnprovidedCall('putGraph'),
    deploy: createUnprovidedCall('deploy'),
  },
  guards: {
    pipelineMissing: ({ context }) => context.progress.pipelineId === undefined,
    detailsPending: ({ context }) => context.kind !== 'force' && needsDetails(context),
    transformsPending: ({ context }) => needsGraph(context) && listTransformsToCreate(context).length > 0,
    graphPending: ({ context }) => needsGraph(context) && context.progress.saved === undefined,
    wantsDeploy: ({ context }) => context.kind !== 'draft',
    hasDeployTarget: ({ context }) =>
      context.progress.pipelineId !== undefined && getSavedVersion(context) > 0,
  },
  actions: {
    failWith: assign(({ context }, params: SaveFailure) => ({
      failure: params,
      progress: dropGoneProgress(context.progress, params),
    })),
  },
});

/** The service deletes unused transforms after a while; missing ones are created again. */
function dropGoneProgress(progress: SaveProgress, { code }: SaveFailure): SaveProgress {
  if (code === 'NOT_FOUND') return createEmptyProgress();
  return code === 'GRAPH_INVALID' ? { ...progress, transforms: {} } : progress;
}

const getSavedVersion = (context: SaveSequenceContext): number =>
  context.progress.saved?.graphVersion ?? context.shownVersion;

const onError = {
  target: 'failed',
  actions: {
    type: 'failWith',
    params: ({ event }: { event: { error: unknown } }) => toSaveFailure(event.error),
  },
} as const;

/**
 * Creates the pipeline or updates its details, creates changed transforms, writes the graph, deploys. The
 * output holds the progress, so a retry continues from there.
 */
export const saveSequenceMachine = saveSetup.createMachine({
  id: 'saveSequence',
  context: ({ input }) => ({
    ...input,
    progress:
      input.pipelineId === undefined ? input.progress : { ...input.progress, pipelineId: input.pipelineId },
  }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'pipelineMissing', target: 'creatingPipeline' },
        { guard: 'detailsPending', target: 'savingDetails' },
        { guard: 'transformsPending', target: 'creatingTransforms' },
        { guard: 'graphPending', target: 'savingGraph' },
        { guard: 'wantsDeploy', target: 'deploying' },
        { target: 'done' },
      ],
    },
    creatingPipeline: {
      invoke: {
        id: 'createPipeline',
        src: 'createPipeline',
        input: ({ context }) => ({
          siteId: context.siteId,
          name: context.draft.name.trim(),
          description: context.draft.description,
        }),
        onDone: [
          {
            guard: ({ event }) => !event.output.id,
            target: 'failed',
            actions: { type: 'failWith', params: { message: NO_PIPELINE_ID } },
          },
          {
            target: 'deciding',
            actions: assign(({ context, event }) => ({
              progress: {
                ...context.progress,
                pipelineId: event.output.id ?? '',
                details: { name: context.draft.name.trim(), description: context.draft.description },
                ...(event.output.revision === undefined ? {} : { revision: event.output.revision }),
              },
            })),
          },
        ],
        onError,
      },
    },
    savingDetails: {
      invoke: {
        id: 'patchPipeline',
        src: 'patchPipeline',
        input: ({ context }) => ({
          id: context.progress.pipelineId ?? '',
          siteId: context.siteId,
          name: context.draft.name.trim(),
          description: context.draft.description,
          revision: context.progress.revision ?? context.revision,
        }),
        onDone: {
          target: 'deciding',
          actions: assign(({ context, event }) => ({
            progress: {
              ...context.progress,
              details: { name: context.draft.name.trim(), description: context.draft.description },
              ...(event.output.revision === undefined ? {} : { revision: event.output.revision }),
            },
          })),
        },
        onError,
      },
    },
    creatingTransforms: {
      invoke: {
        id: 'createTransforms',
        src: 'createTransforms',
        input: ({ context }) => ({
          siteId: context.siteId,
          pipelineId: context.progress.pipelineId ?? '',
          transforms: listTransformsToCreate(context).map((node) => toNewTransform(node, context.draft)),
        }),
        onDone: [
          {
            guard: ({ context, event }) =>
              event.output.transformIds.length !== listTransformsToCreate(context).length,
            target: 'failed',
            actions: {
              type: 'failWith',
              params: {
                message: 'The service did not return an id for every transform; nothing was deployed',
              },
            },
          },
          {
            target: 'deciding',
            actions: assign(({ context, event }) => {
              const received = listTransformsToCreate(context).map((node, index) => [
                node.id,
                { id: event.output.transformIds[index] ?? '', content: toTransformContent(node) },
              ]);
              const transforms = { ...context.progress.transforms, ...Object.fromEntries(received) };
              return { progress: { ...context.progress, transforms } };
            }),
          },
        ],
        onError: {
          target: 'failed',
          actions: {
            type: 'failWith',
            params: ({ context, event }) => toRefusal(event.error, listTransformsToCreate(context)),
          },
        },
      },
    },
    savingGraph: {
      invoke: {
        id: 'putGraph',
        src: 'putGraph',
        input: ({ context }) => {
          const draft = toSavedDraft(context);
          return {
            siteId: context.siteId,
            pipelineId: context.progress.pipelineId ?? '',
            edges: toWireEdges(draft),
            metaInfo: draft.meta,
            versionName: draft.versionName,
            baseVersion: context.baseLatestVersion,
          };
        },
        onDone: [
          {
            guard: ({ event }) => !event.output.version,
            target: 'failed',
            actions: { type: 'failWith', params: { message: INVALID_VERSION_OR_ID } },
          },
          {
            target: 'deciding',
            actions: assign(({ context, event }) => ({
              progress: {
                ...context.progress,
                saved: { graphVersion: event.output.version ?? 0, draft: toSavedDraft(context) },
              },
            })),
          },
        ],
        onError,
      },
    },
    deploying: {
      initial: 'checking',
      states: {
        checking: {
          always: [
            { guard: 'hasDeployTarget', target: 'calling' },
            {
              target: '#saveSequence.failed',
              actions: { type: 'failWith', params: { message: INVALID_VERSION_OR_ID } },
            },
          ],
        },
        calling: {
          invoke: {
            id: 'deploy',
            src: 'deploy',
            input: ({ context }) => ({
              siteId: context.siteId,
              pipelineId: context.progress.pipelineId ?? '',
              graphVersion: getSavedVersion(context),
              force: context.kind === 'force',
            }),
            onDone: '#saveSequence.done',
            onError: { ...onError, target: '#saveSequence.failed' },
          },
        },
      },
    },
    done: { type: 'final' },
    failed: { type: 'final' },
  },
  output: ({ context }): SaveOutcome => {
    const { progress, failure } = context;
    const ids = buildIdMap(context);
    if (failure) return { ok: false, failure, progress, ids };
    const draft = progress.saved?.draft ?? { ...toSavedDraft(context), name: context.draft.name.trim() };
    return {
      ok: true,
      pipelineId: progress.pipelineId ?? '',
      graphVersion: getSavedVersion(context),
      draft,
      progress,
      ids,
    };
  },
});
