import { PIPELINE_STATUSES } from '../../contract/enums.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireSite } from '../require.ts';
import type { ErrorChoice } from '../store/errors.ts';

type Context = CallContext<
  'acknowledgeComponentErrors' | 'acknowledgePipelineErrors' | 'unacknowledgeErrors'
>;

/** All of the site by default; deleted pipelines keep their errors. */
async function listPipelineIds(
  { tx }: Context,
  siteId: string,
  asked: readonly string[] | undefined,
): Promise<string[]> {
  await requireSite(tx, siteId);
  const { rows } = await tx.pipelines.list({ siteIds: [siteId], statuses: [...PIPELINE_STATUSES] });
  const ofSite = rows.map((row) => row.id);
  const unknown = asked?.find((id) => !ofSite.includes(id));
  if (unknown !== undefined) throw notFound('pipeline', unknown);
  return asked ? [...asked] : ofSite;
}

async function acknowledge(
  context: Context,
  siteId: string,
  choice: ErrorChoice,
): Promise<Record<string, never>> {
  const { tx, principal, services, now, afterCommit } = context;
  const pipelineIds = await tx.errors.acknowledge(choice, { at: now, name: principal.user.name });
  if (pipelineIds.length > 0)
    afterCommit(() => services.hub.publish({ type: 'error.acknowledged', siteId, pipelineIds }));
  return {};
}

async function reopen(context: Context, siteId: string, choice: ErrorChoice): Promise<Record<string, never>> {
  const { tx, services, afterCommit } = context;
  const pipelineIds = await tx.errors.unacknowledge(choice);
  if (pipelineIds.length > 0)
    afterCommit(() => services.hub.publish({ type: 'error.acknowledged', siteId, pipelineIds }));
  return {};
}

/** Leaving a field out must not acknowledge everything. */
const refuseNothingNamed = (field: string, message = 'is needed, unless acknowledgeAll is true') =>
  invalid([{ field, rule: 'required', message }]);

export const acknowledgeHandlers = {
  acknowledgeComponentErrors: async (context) => {
    const { siteId, pipelineIds, componentIds, errorIds, acknowledgeAll } = context.body;
    if (!acknowledgeAll && !componentIds && !errorIds) throw refuseNothingNamed('componentIds');
    return acknowledge(context, siteId, {
      pipelineIds: await listPipelineIds(context, siteId, pipelineIds),
      ...(componentIds ? { componentIds } : {}),
      ...(errorIds ? { ids: errorIds } : {}),
    });
  },
  unacknowledgeErrors: async (context) => {
    const { siteId, pipelineIds, componentIds, errorIds } = context.body;
    if (!componentIds && !errorIds)
      throw refuseNothingNamed('errorIds', 'is needed, unless componentIds is given');
    return reopen(context, siteId, {
      pipelineIds: await listPipelineIds(context, siteId, pipelineIds),
      ...(componentIds ? { componentIds } : {}),
      ...(errorIds ? { ids: errorIds } : {}),
    });
  },
  acknowledgePipelineErrors: async (context) => {
    const { siteId, pipelineIds, acknowledgeAll } = context.body;
    if (!acknowledgeAll && !pipelineIds) throw refuseNothingNamed('pipelineIds');
    return acknowledge(context, siteId, {
      pipelineIds: await listPipelineIds(context, siteId, pipelineIds),
    });
  },
} satisfies Pick<
  Handlers,
  'acknowledgeComponentErrors' | 'acknowledgePipelineErrors' | 'unacknowledgeErrors'
>;
