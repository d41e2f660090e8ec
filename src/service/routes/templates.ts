import { findTypeRefusal } from '../../collector/node-types.ts';
import { narrowFormat } from '../../contract/config-format.ts';
import type { Template } from '../../contract/entities/template.ts';
import type { NodeType } from '../../contract/enums.ts';
import { findMisfit } from '../../graph/fit.ts';
import type { Handlers } from '../http/call-context.ts';
import { findPlace } from '../pipelines/place.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import { readSiteVersion } from '../sites/site-version.ts';
import { STARTING_POINTS } from '../starting-points/index.ts';
import type { Repositories } from '../store/index.ts';
import { withoutColumns } from '../store/query.ts';

type Base = { services: Services; tx: Repositories };
type Query = { includeConfigFormat: boolean; siteId?: string | undefined };

async function readTemplates({ services, tx }: Base, nodeType: NodeType, query: Query): Promise<Template[]> {
  const site = query.siteId ? await requireSite(tx, query.siteId) : undefined;
  const version = site ? readSiteVersion(services, site) : '';
  const isOnCollectors = site?.engine === 'collectors';
  return services.catalogue.templates(nodeType).map((known) => {
    const refusal = isOnCollectors ? findTypeRefusal({ nodeType, templateId: known.id }) : undefined;
    const template = refusal ? { ...known, unavailable: `${refusal.reason}. ${refusal.resolution}` } : known;
    if (!query.includeConfigFormat) return withoutColumns(template, 'configFormat');
    if (version === '' || !template.configFormat) return template;
    return { ...template, configFormat: narrowFormat(template.configFormat, version) };
  });
}

type TemplateCalls =
  | 'listSourceTemplates'
  | 'listSinkTemplates'
  | 'listTransformTemplates'
  | 'listStartingPoints';

export const templateHandlers = {
  listSourceTemplates: async ({ query, ...base }) => ({
    sourceTemplates: await readTemplates(base, 'SOURCE', query),
  }),
  listSinkTemplates: async ({ query, ...base }) => ({
    sinkTemplates: await readTemplates(base, 'SINK', query),
  }),
  listTransformTemplates: async ({ query, principal, ...base }) => {
    const { categories, adjacentNodes = [] } = query;
    const place = await findPlace(base.tx, principal, { ...query, adjacentNodes });
    const templates = (await readTemplates(base, 'TRANSFORM', query))
      .filter((template) => !categories || categories.includes(template.category))
      .filter((template) => findMisfit(template.id, place) === undefined);
    return { transformTemplates: templates };
  },
  listStartingPoints: async () => ({ startingPoints: [...STARTING_POINTS] }),
} satisfies Pick<Handlers, TemplateCalls>;
