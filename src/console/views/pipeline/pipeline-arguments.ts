import { formatVersionLabel } from '../../../../machines/displayed-version/displayed-version.ts';
import { canDo, getDisplay, type PipelineIntent } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { EMPTY_TIME, PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandArgs, Option, OptionArgument } from '../../commands/types.ts';
import './scope.ts';

export const NOT_SAVED = 'The pipeline is not saved yet';

/** For commands that need a saved pipeline on screen where there is none. */
export const refuseUnsaved = ({ scopes }: CommandContext): string =>
  scopes.pipeline ? NOT_SAVED : 'Open a pipeline first';

/** The pipeline on screen, else the list row under the cursor. */
export const getCurrentPipeline = (ctx: CommandContext): Pipeline | undefined =>
  ctx.scopes.pipeline?.pipeline ?? ctx.scopes['pipelines.list']?.cursor;

const findKnownPipeline = (ctx: CommandContext, id: string | undefined): Pipeline | undefined => {
  const current = getCurrentPipeline(ctx);
  return current?.id === id ? current : undefined;
};

export const findPipeline = (ctx: CommandContext, args: CommandArgs): Pipeline | undefined =>
  args.pipeline === undefined ? getCurrentPipeline(ctx) : findKnownPipeline(ctx, args.pipeline);

export async function loadPipelines(siteId: string): Promise<Pipeline[]> {
  const query = { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX };
  return (await fetchCall('listPipelines', { query })).pipelines;
}

export const createPipelineArgument = (intent?: PipelineIntent): OptionArgument => ({
  name: 'pipeline',
  title: 'Pipeline',
  kind: 'option',
  given: (ctx) => {
    const pipeline = getCurrentPipeline(ctx);
    return pipeline && { id: pipeline.id, label: pipeline.name };
  },
  load: async (ctx) => {
    if (!ctx.site) return [];
    return (await loadPipelines(ctx.site.id)).map((pipeline): Option => {
      const allowed = intent === undefined ? true : canDo(pipeline, intent);
      return {
        id: pipeline.id,
        label: pipeline.name,
        detail: getDisplay(pipeline).label,
        icon: 'pipeline',
        ...(allowed === true ? {} : { disabledReason: allowed }),
      };
    });
  },
  empty: 'There is no pipeline yet',
});

export const createVersionArgument = (
  given?: (ctx: CommandContext, args: CommandArgs) => number | undefined,
): OptionArgument => ({
  name: 'version',
  title: 'Version',
  kind: 'option',
  given: (ctx, args) => {
    const version = given?.(ctx, args);
    return version === undefined || version === 0
      ? undefined
      : { id: String(version), label: formatVersionLabel(version) };
  },
  load: async (_ctx, _query, args) => {
    if (args.pipeline === undefined) return [];
    const { versions } = await fetchCall('listVersions', { path: { pipelineId: args.pipeline } });
    return versions.map((one) => ({
      id: String(one.version),
      label: formatVersionLabel(one.version, one.name),
      detail: one.deployedAt === EMPTY_TIME ? 'never deployed' : 'was deployed',
      icon: 'tag',
      preview: {
        title: formatVersionLabel(one.version, one.name),
        facts: [
          { label: 'Created by', value: one.createdBy },
          { label: 'Added', value: String(one.changes.added) },
          { label: 'Changed', value: String(one.changes.changed) },
          { label: 'Removed', value: String(one.changes.removed) },
        ],
      },
    }));
  },
  empty: 'This pipeline has no saved version',
});
