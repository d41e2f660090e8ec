import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { connect, connectAll, reconnect } from '../../../../graph/edits.ts';
import { outputKeysOf, outputsTo, outputTitle, targetsOf } from '../../../../graph/outputs.ts';
import { successorsOf } from '../../../../graph/walk.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { CommandArgs, Option, OptionArgument } from '../../../commands/types.ts';
import { getTemplateIcon } from '../../../components/template-icon.ts';
import '../scope.ts';

export const getGraphScope = (ctx: CommandContext) => ctx.scopes['pipeline.graph'];

export const findNode = (ctx: CommandContext, args: CommandArgs): DraftNode | undefined => {
  const scope = getGraphScope(ctx);
  const id = args.node ?? scope?.cursorId;
  return id === undefined ? undefined : scope?.draft.nodes[id];
};

const toNodeOption = (node: DraftNode, disabledReason?: string): Option => ({
  id: node.id,
  label: node.name,
  detail: node.templateName ?? node.templateId,
  icon: getTemplateIcon(node.templateId, node.nodeType),
  ...(disabledReason === undefined ? {} : { disabledReason }),
});

/** Defaults to the node under the cursor. `accepts` returns why a node does not fit. */
export const createNodeArgument = (accepts?: (node: DraftNode) => string | undefined): OptionArgument => ({
  name: 'node',
  title: 'Node',
  kind: 'option',
  given: (ctx) => {
    const node = findNode(ctx, {});
    return node && toNodeOption(node);
  },
  load: (ctx) =>
    Object.values(getGraphScope(ctx)?.draft.nodes ?? {}).map((node) => toNodeOption(node, accepts?.(node))),
  empty: 'The graph has no node yet',
});

const listNodeOptions = (draft: Draft, refusal: (node: DraftNode) => string | undefined): Option[] =>
  Object.values(draft.nodes).map((node) => toNodeOption(node, refusal(node)));

/** Undefined for a node with a single output. */
export const getOutputArgument = (args: CommandArgs): string | undefined => args.output || undefined;

const THE_ONLY_ONE: Option = { id: '', label: 'Everything that leaves it' };

const describeTargets = (draft: Draft, id: string, output: string): string => {
  const names = targetsOf(draft, id, output).map((to) => draft.nodes[to]?.name ?? to);
  return names.length > 0 ? `to ${names.join(', ')}` : 'leads nowhere';
};

const listOutputOptions = (draft: Draft, node: DraftNode, isOpen: (output: string) => boolean): Option[] =>
  (outputKeysOf(node) ?? []).filter(isOpen).map((output) => ({
    id: output,
    label: outputTitle(output),
    detail: describeTargets(draft, node.id, output),
    icon: 'split',
  }));

/** A named output of the chosen node; only asked for when there are several. */
export const createOutputArgument = (
  title: string,
  accepts: (output: string) => boolean = () => true,
): OptionArgument => ({
  name: 'output',
  title,
  kind: 'option',
  given: (ctx, args) => {
    const node = findNode(ctx, args);
    const { draft } = getGraphScope(ctx) ?? {};
    if (!node || !draft) return undefined;
    if (!outputKeysOf(node)) return THE_ONLY_ONE;
    const [only, second] = listOutputOptions(draft, node, accepts);
    return second ? undefined : only;
  },
  load: (ctx, _query, args) => {
    const node = findNode(ctx, args);
    const { draft } = getGraphScope(ctx) ?? {};
    if (!node || !draft) return [];
    return outputKeysOf(node) ? listOutputOptions(draft, node, accepts) : [THE_ONLY_ONE];
  },
  empty: 'This node has no named output',
});

export const connectTarget: OptionArgument = {
  name: 'target',
  title: 'Connect to',
  kind: 'option',
  load: (ctx, _query, args) => {
    const from = findNode(ctx, args);
    const { draft } = getGraphScope(ctx) ?? {};
    if (!from || !draft) return [];
    return listNodeOptions(
      draft,
      (node) => connect(draft, from.id, node.id, getOutputArgument(args)).error,
    ).filter(({ id }) => id !== from.id);
  },
  empty: 'There is no other node',
};

export const mergeTarget = (chosen: (ctx: CommandContext) => readonly string[]): OptionArgument => ({
  name: 'target',
  title: 'Merge into',
  kind: 'option',
  load: (ctx) => {
    const { draft } = getGraphScope(ctx) ?? {};
    const ids = chosen(ctx);
    return draft
      ? listNodeOptions(draft, (node) => connectAll(draft, ids, node.id).error).filter(
          ({ id }) => !ids.includes(id),
        )
      : [];
  },
  empty: 'There is no other node',
});

/** A connection as an argument: `from>to`, or `from>to>output` for a named output. */
export type Connection = { fromId: string; toId: string; output?: string };

export function parseConnection(args: CommandArgs): Connection {
  const [fromId = '', toId = '', ...rest] = (args.connection ?? '').split('>');
  const output = rest.join('>');
  return { fromId, toId, ...(output === '' ? {} : { output }) };
}

function listConnectionOptions(draft: Draft, ids: readonly string[]): Option[] {
  return ids.flatMap((id) =>
    successorsOf(draft, id).flatMap((to) => {
      const outputs = outputsTo(draft, id, to);
      const ways = outputs.length > 0 ? outputs : [undefined];
      return ways.map((output): Option => {
        const name = draft.nodes[id]?.name ?? id;
        return {
          id: output === undefined ? `${id}>${to}` : `${id}>${to}>${output}`,
          label: `${name} → ${draft.nodes[to]?.name ?? to}`,
          icon: 'connect',
          ...(output === undefined ? {} : { detail: `by ${outputTitle(output)}` }),
        };
      });
    }),
  );
}

/** Connections by node names, those of the node under the cursor first. */
export const createConnectionArgument = (title: string): OptionArgument => ({
  name: 'connection',
  title,
  kind: 'option',
  given: (ctx, args) => {
    const from = findNode(ctx, args);
    const { draft } = getGraphScope(ctx) ?? {};
    const [only, second] = from && draft ? listConnectionOptions(draft, [from.id]) : [];
    return second ? undefined : only;
  },
  load: (ctx, _query, args) => {
    const { draft } = getGraphScope(ctx) ?? {};
    if (!draft) return [];
    const here = findNode(ctx, args);
    const own = here ? listConnectionOptions(draft, [here.id]) : [];
    // A named node limits the choice to its own connections.
    if (own.length > 0 && args.node !== undefined) return own;
    const others = Object.keys(draft.nodes).filter((id) => id !== here?.id);
    return [...own, ...listConnectionOptions(draft, others)];
  },
  empty: 'The graph has no connection yet',
});

export const reconnectTarget: OptionArgument = {
  name: 'target',
  title: 'Lead it to',
  kind: 'option',
  load: (ctx, _query, args) => {
    const { draft } = getGraphScope(ctx) ?? {};
    const { fromId, toId, output } = parseConnection(args);
    return draft
      ? listNodeOptions(draft, (node) => reconnect(draft, fromId, toId, node.id, output).error).filter(
          ({ id }) => id !== fromId,
        )
      : [];
  },
  empty: 'There is no other node',
};
