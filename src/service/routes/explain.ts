import { PIPELINE_STATUSES } from '../../contract/enums.ts';
import { explain } from '../explain/explain.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound, requireSite } from '../require.ts';

export const explainHandlers = {
  explain: async ({ query, services, tx }) => {
    const { siteId, pipelineIds: asked } = query;
    await requireSite(tx, siteId);
    const { rows } = await tx.pipelines.list({ siteIds: [siteId], statuses: [...PIPELINE_STATUSES] });
    const unknown = asked?.find((id) => !rows.some((row) => row.id === id));
    if (unknown !== undefined) throw notFound('pipeline', unknown);
    const pipelines = asked ? rows.filter((row) => asked.includes(row.id)) : rows;
    const from = query['timeRange.startUnixTimeSeconds'] * 1000;
    const to = query['timeRange.endUnixTimeSeconds'] * 1000;
    const scope = { siteId, pipelines, isNarrow: asked !== undefined, from, to };
    return explain(tx, scope, services.flags.includes('ignorePipelineErrors'), services.caller);
  },
} satisfies Pick<Handlers, 'explain'>;
