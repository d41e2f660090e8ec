import { connect, type DraftNode, successorsOf } from '../../../../machines/pipeline-editor/index.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandArgs, Option, OptionArgument } from '../../commands/types.ts';
import { templateIcon } from './template-icon.ts';
import './scope.ts';

export const graphOf = (ctx: CommandContext) => ctx.scopes['pipeline.graph'];

export const nodeOf = (ctx: CommandContext, args: CommandArgs): DraftNode | undefined => {
  const scope = graphOf(ctx);
  const id = args.node ?? scope?.cursorId;
  return id === undefined ? undefined : scope?.draft.nodes[id];
};

const optionOf = (node: DraftNode, disabledReason?: string): Option => ({
  id: node.id,
  label: node.name,
  detail: node.templateName ?? node.templateId,
  icon: templateIcon(node.templateId, node.nodeType),
  ...(disabledReason === undefined ? {} : { disabledReason }),
});

/** The node under the cursor, else asked for. `accepts` says why a node does not fit. */
export const nodeArgument = (accepts?: (node: DraftNode) => string | undefined): OptionArgument => ({
  name: 'node',
  title: 'Node',
  kind: 'option',
  given: (ctx) => {
    const node = nodeOf(ctx, {});
    return node && optionOf(node);
  },
  load: (ctx) =>
    Object.values(graphOf(ctx)?.draft.nodes ?? {}).map((node) => optionOf(node, accepts?.(node))),
  empty: 'The graph has no node yet',
});

/** Nodes the chosen one may be connected to; the others say why not. */
export const connectTarget: OptionArgument = {
  name: 'target',
  title: 'Connect to',
  kind: 'option',
  load: (ctx, _query, args) => {
    const from = nodeOf(ctx, args);
    const { draft } = graphOf(ctx) ?? {};
    if (!from || !draft) return [];
    return Object.values(draft.nodes)
      .filter((node) => node.id !== from.id)
      .map((node) => optionOf(node, connect(draft, from.id, node.id).error));
  },
  empty: 'There is no other node',
};

/** The connections that leave the chosen node, by where they lead. */
export const edgeTarget = (title: string): OptionArgument => ({
  name: 'target',
  title,
  kind: 'option',
  given: (ctx, args) => {
    const from = nodeOf(ctx, args);
    const { draft } = graphOf(ctx) ?? {};
    const [only, second] = from && draft ? successorsOf(draft, from.id) : [];
    const node = only === undefined || second !== undefined ? undefined : draft?.nodes[only];
    return node && optionOf(node);
  },
  load: (ctx, _query, args) => {
    const from = nodeOf(ctx, args);
    const { draft } = graphOf(ctx) ?? {};
    if (!from || !draft) return [];
    return successorsOf(draft, from.id).flatMap((id) => {
      const node = draft.nodes[id];
      return node ? [optionOf(node)] : [];
    });
  },
  empty: 'Nothing is connected after this node',
});

async function transformOptions(): Promise<Option[]> {
  const { transformTemplates } = await fetchCall('listTransformTemplates', { query: {} });
  return transformTemplates.map((template) => ({
    id: `transform:${template.id}`,
    label: template.name,
    detail: template.description,
    icon: templateIcon(template.id, 'TRANSFORM'),
    keywords: [template.group, template.category],
  }));
}

async function connectionOptions(ctx: CommandContext, kind: 'source' | 'sink'): Promise<Option[]> {
  if (!ctx.site) return [];
  const query = { siteIds: [ctx.site.id], statuses: ['ACTIVE' as const], 'pagination.limit': PAGE_LIMIT_MAX };
  const found =
    kind === 'source'
      ? (await fetchCall('listSources', { query })).sources
      : (await fetchCall('listSinks', { query })).sinks;
  const taken = graphOf(ctx)?.draft.nodes ?? {};
  const fresh: Option = {
    id: `new:${kind}`,
    label: kind === 'source' ? 'New source' : 'New destination',
    detail: 'Choose its type and fill in the form',
    icon: 'plus',
  };
  return [
    ...found.map(
      (one): Option => ({
        id: `${kind}:${one.id}`,
        label: one.name,
        detail: one.templateName,
        icon: templateIcon(one.templateId, kind === 'source' ? 'SOURCE' : 'SINK'),
        ...(taken[one.id] ? { disabledReason: 'It is in this pipeline already' } : {}),
      }),
    ),
    fresh,
  ];
}

/** What can be added: transforms, destinations, or a source. */
export const additionArgument = (
  kinds: readonly ('transform' | 'sink' | 'source')[],
  title: string,
): OptionArgument => ({
  name: 'what',
  title,
  kind: 'option',
  load: async (ctx) => {
    const lists = await Promise.all(
      kinds.map((kind) => (kind === 'transform' ? transformOptions() : connectionOptions(ctx, kind))),
    );
    return lists.flat();
  },
});
