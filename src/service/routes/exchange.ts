import { admitDefinition, admitPlan } from '../exchange/admit.ts';
import { readAlertDefinitions } from '../exchange/alert-rules.ts';
import type { Applied } from '../exchange/apply.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { listDefinedPipelines } from '../exchange/defined.ts';
import {
  carryOutImport,
  exportText,
  readText,
  requirePlan,
  requireTag,
  toResult,
} from '../exchange/exchange.ts';
import type { ImportPlan, PlanScope } from '../exchange/plan.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound, requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow, PipelineRow } from '../store/schema.ts';

type ImportContext = Pick<
  CallContext<'importPipelines'>,
  'services' | 'tx' | 'principal' | 'now' | 'ifMatch' | 'setEtag'
>;

function announce({ hub }: Services, { connections, pipelines }: Applied): void {
  const change = (isNew: boolean) => (isNew ? 'created' : 'updated');
  for (const { row, isNew } of connections) {
    const entity = row.node_type === 'SOURCE' ? 'source' : 'sink';
    hub.publish({
      type: 'entity.changed',
      siteId: row.site_id,
      entity,
      id: row.id,
      change: change(isNew),
    });
  }
  for (const { row, isNew } of pipelines) {
    hub.publish({
      type: 'entity.changed',
      siteId: row.site_id,
      entity: 'pipeline',
      id: row.id,
      change: change(isNew),
    });
  }
}

async function importText(context: ImportContext, text: string, scope: PlanScope, dryRun: boolean) {
  const { services, tx, principal, now, ifMatch, setEtag } = context;
  const read = await readText(services, text, scope.targetId !== undefined);
  admitDefinition(principal, scope.siteId, read);
  if (dryRun) {
    const plan = await requirePlan(services, tx, read, scope);
    admitPlan(principal, scope.siteId, plan);
    requireTag(ifMatch, plan);
    setEtag(plan.tags[0]);
    return toResult(plan, false);
  }
  const by = { siteId: scope.siteId, name: principal.user.email, now };
  const admit = (plan: ImportPlan) => admitPlan(principal, scope.siteId, plan);
  const { plan, applied, tag } = await carryOutImport(services, read, scope, { ifMatch, by, admit });
  announce(services, applied);
  if (plan.alertRules.length > 0)
    services.hub.publish({ type: 'notification.changed', siteId: scope.siteId });
  setEtag(tag);
  return toResult(plan, true);
}

async function requireLiving(tx: Repositories, id: string): Promise<PipelineRow> {
  const row = await requirePipeline(tx, id);
  if (row.status === 'DELETED') throw notFound('pipeline', id);
  return row;
}

async function rowsToExport(tx: Repositories, siteId: string, ids: string[] | undefined, isAll: boolean) {
  if (!ids) {
    if (!isAll) return { rows: [], more: [] };
    const { rows } = await tx.pipelines.list({ siteIds: [siteId], types: ['USER'] });
    const unused: NodeRow[] = [];
    for (const kind of ['SOURCE', 'SINK'] as const)
      unused.push(...(await tx.nodes.list({ kind, siteIds: [siteId] })).rows);
    return { rows, more: unused };
  }
  const rows: PipelineRow[] = [];
  for (const id of new Set(ids)) {
    const row = await requireLiving(tx, id);
    if (row.site_id !== siteId) throw notFound('pipeline of this site', id);
    rows.push(row);
  }
  return { rows, more: [] };
}

async function alertsToExport(
  tx: Repositories,
  siteId: string,
  pipelineIds: string[] | undefined,
  ids: string[] | undefined,
) {
  if (!ids) return pipelineIds ? [] : readAlertDefinitions(tx, siteId);
  const known = new Set((await tx.alertRules.list([siteId])).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound('alert rule of this site', unknown);
  return readAlertDefinitions(tx, siteId, ids);
}

type ExchangeCalls =
  | 'exportPipelines'
  | 'importPipelines'
  | 'readDefinition'
  | 'getPipelineDefinition'
  | 'putPipelineDefinition';

export const exchangeHandlers = {
  exportPipelines: async ({ query, services, tx, setEtag }) => {
    await requireSite(tx, query.siteId);
    const { siteId, pipelineIds, alertRuleIds } = query;
    const { rows, more } = await rowsToExport(tx, siteId, pipelineIds, alertRuleIds === undefined);
    const alerts = await alertsToExport(tx, siteId, pipelineIds, alertRuleIds);
    const { text, tag } = await exportText(services, await readStoredPipelines(tx, rows), more, alerts);
    setEtag(tag);
    return { definition: text };
  },

  importPipelines: async ({ query, body, ...base }) => {
    const { siteId, dryRun } = query;
    await requireSite(base.tx, siteId);
    return importText(base, body.definition, { siteId }, dryRun);
  },

  readDefinition: async ({ query, body, services, tx }) => {
    await requireSite(tx, query.siteId);
    return { pipelines: await listDefinedPipelines(services, tx, body.definition, query.siteId) };
  },

  getPipelineDefinition: async ({ path, services, tx, setEtag }) => {
    const row = await requireLiving(tx, path.pipelineId);
    const { text, tag } = await exportText(services, await readStoredPipelines(tx, [row]), []);
    setEtag(tag);
    return { definition: text };
  },

  putPipelineDefinition: async ({ path, query, body, ...base }) => {
    const target = await requireLiving(base.tx, path.pipelineId);
    const scope = { siteId: target.site_id, targetId: target.id };
    return importText(base, body.definition, scope, query.dryRun);
  },
} satisfies Pick<Handlers, ExchangeCalls>;
