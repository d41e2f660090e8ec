import type { Template } from '../../contract/entities/template.ts';
import type { Handlers } from '../http/call-context.ts';
import { withoutColumns } from '../store/query.ts';

const shown = (templates: Template[], query: { includeConfigFormat: boolean }): Template[] =>
  query.includeConfigFormat ? templates : templates.map((one) => withoutColumns(one, 'configFormat'));

type TemplateCalls = 'listSourceTemplates' | 'listSinkTemplates' | 'listTransformTemplates';

export const templateHandlers = {
  listSourceTemplates: async ({ query, services }) => ({
    sourceTemplates: shown(services.catalogue.templates('SOURCE'), query),
  }),
  listSinkTemplates: async ({ query, services }) => ({
    sinkTemplates: shown(services.catalogue.templates('SINK'), query),
  }),
  listTransformTemplates: async ({ query, services }) => {
    const templates = services.catalogue
      .templates('TRANSFORM')
      .filter((template) => !query.categories || query.categories.includes(template.category));
    return { transformTemplates: shown(templates, query) };
  },
} satisfies Pick<Handlers, TemplateCalls>;
