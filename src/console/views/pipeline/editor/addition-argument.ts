import type { Template } from '../../../../contract/entities/template.ts';
import { PAGE_LIMIT_MAX } from '../../../../contract/limits.ts';
import { findMisfit, type Place } from '../../../../graph/fit.ts';
import { fetchCall } from '../../../api/use-call.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { CommandArgs, Option, OptionArgument } from '../../../commands/types.ts';
import { getTemplateIcon } from '../../../components/template-icon.ts';
import { getGraphScope, parseConnection } from '../graph/graph-arguments.ts';

/** Templates change only with the product's version. */
const HOUR_MS = 3_600_000;

/** The draft's nodes to insert between; it may be unsaved. */
function findPlace(ctx: CommandContext, args: CommandArgs): Place {
  const { draft } = getGraphScope(ctx) ?? {};
  const { fromId, toId } = args.connection ? parseConnection(args) : { fromId: args.node, toId: undefined };
  const toNeighbors = (id: string | undefined) => {
    const node = id === undefined ? undefined : draft?.nodes[id];
    return node ? [{ ...node, isDisabled: draft?.meta[node.id]?.disabled === true }] : [];
  };
  return { before: toNeighbors(fromId), after: toNeighbors(toId) };
}

async function fetchTransformOptions(siteId: string | undefined, place: Place): Promise<Option[]> {
  const query = siteId === undefined ? {} : { siteId };
  const { transformTemplates } = await fetchCall('listTransformTemplates', { query });
  return transformTemplates.map((template) => {
    const misfit = template.unavailable ?? findMisfit(template.id, place);
    return {
      id: `transform:${template.id}`,
      label: template.name,
      description: template.description,
      icon: getTemplateIcon(template.id, 'TRANSFORM'),
      keywords: [template.group, template.category],
      ...(misfit ? { disabledReason: misfit } : {}),
    };
  });
}

const fetchTemplates = async (siteId: string, kind: 'source' | 'sink'): Promise<Template[]> =>
  kind === 'source'
    ? (await fetchCall('listSourceTemplates', { query: { siteId } }, HOUR_MS)).sourceTemplates
    : (await fetchCall('listSinkTemplates', { query: { siteId } }, HOUR_MS)).sinkTemplates;

/** Includes templates for new ones, so that a type is found by its name. */
async function fetchComponentOptions(ctx: CommandContext, kind: 'source' | 'sink'): Promise<Option[]> {
  if (!ctx.site) return [];
  const query = { siteIds: [ctx.site.id], statuses: ['ACTIVE' as const], 'pagination.limit': PAGE_LIMIT_MAX };
  const found =
    kind === 'source'
      ? (await fetchCall('listSources', { query })).sources
      : (await fetchCall('listSinks', { query })).sinks;
  const taken = getGraphScope(ctx)?.draft.nodes ?? {};
  const title = kind === 'source' ? 'New source' : 'New destination';
  const fresh: Option = {
    id: `new:${kind}`,
    label: title,
    detail: 'Choose its type and fill in the form',
    icon: 'plus',
  };
  const typed = (await fetchTemplates(ctx.site.id, kind)).map(
    (template): Option => ({
      id: `new:${kind}:${template.id}`,
      label: `${title}: ${template.name}`,
      description: template.description,
      icon: getTemplateIcon(template.id, kind === 'source' ? 'SOURCE' : 'SINK'),
      keywords: [template.group],
      ...(template.unavailable === undefined ? {} : { disabledReason: template.unavailable }),
    }),
  );
  return [
    ...found.map(
      (one): Option => ({
        id: `${kind}:${one.id}`,
        label: one.name,
        detail: one.templateName,
        icon: getTemplateIcon(one.templateId, kind === 'source' ? 'SOURCE' : 'SINK'),
        ...(taken[one.id] ? { disabledReason: 'It is in this pipeline already' } : {}),
      }),
    ),
    fresh,
    ...typed,
  ];
}

export const createAdditionArgument = (
  kinds: readonly ('transform' | 'sink' | 'source')[],
  title: string,
): OptionArgument => ({
  name: 'what',
  title,
  kind: 'option',
  load: async (ctx, _query, args) => {
    const lists = await Promise.all(
      kinds.map((kind) =>
        kind === 'transform'
          ? fetchTransformOptions(ctx.site?.id, findPlace(ctx, args))
          : fetchComponentOptions(ctx, kind),
      ),
    );
    return lists.flat();
  },
});
