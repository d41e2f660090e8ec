import { successorsOf } from '../../../../graph/walk.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command, CommandArgs } from '../../../commands/types.ts';
import {
  connectTarget,
  createConnectionArgument,
  createNodeArgument,
  createOutputArgument,
  findNode,
  getGraphScope,
  getOutputArgument,
  mergeTarget,
  parseConnection,
  reconnectTarget,
} from '../graph/graph-arguments.ts';
import { checkMayEdit, createNodeGuard, refuseSink } from '../graph/graph-guards.ts';
import { createAdditionArgument } from './addition-argument.ts';

const listPicked = (ctx: CommandContext): readonly string[] => getGraphScope(ctx)?.pickedIds ?? [];

/** The graph is editable and has a connection to choose, on `args.node` if given. */
function checkOnConnection(ctx: CommandContext, args: CommandArgs): true | string {
  const may = checkMayEdit(ctx);
  if (may !== true) return may;
  const { draft } = getGraphScope(ctx) ?? {};
  const node = args.node === undefined ? undefined : findNode(ctx, args);
  const starts = draft ? Object.keys(draft.edges).filter((id) => successorsOf(draft, id).length > 0) : [];
  if (node)
    return refuseSink(node) ?? (starts.includes(node.id) ? true : 'Nothing is connected after this node');
  return starts.length > 0 ? true : 'The graph has no connection yet';
}

export const connectionCommands: readonly Command[] = [
  {
    id: 'graph.insert',
    title: 'Insert on connection',
    group: 'Node',
    icon: 'plus',
    keywords: ['between', 'edge', 'transform'],
    keys: 'i',
    scope: 'pipeline.graph',
    bar: 'Insert',
    args: [createConnectionArgument('On which connection'), createAdditionArgument(['transform'], 'Insert')],
    enabled: checkOnConnection,
    run: (ctx, args) => {
      const { fromId, toId } = parseConnection(args);
      getGraphScope(ctx)?.add(args.what ?? '', { afterId: fromId, toId });
    },
  },
  {
    id: 'graph.branch',
    title: 'Add branch',
    group: 'Node',
    icon: 'branch',
    keywords: ['fork', 'split', 'parallel', 'copy', 'second'],
    keys: 'Shift+b',
    scope: 'pipeline.graph',
    bar: false,
    args: [
      createNodeArgument(refuseSink),
      createOutputArgument('By which output'),
      createAdditionArgument(['transform', 'sink'], 'Start the branch with'),
    ],
    enabled: createNodeGuard(refuseSink),
    run: (ctx, args) => {
      const output = getOutputArgument(args);
      getGraphScope(ctx)?.add(args.what ?? '', {
        afterId: args.node ?? '',
        isBranch: true,
        ...(output === undefined ? {} : { output }),
      });
    },
  },
  {
    id: 'graph.connect',
    title: 'Connect to',
    group: 'Node',
    icon: 'connect',
    keywords: ['edge', 'link', 'branch', 'output'],
    keys: 'c',
    scope: 'pipeline.graph',
    bar: 'Connect',
    args: [createNodeArgument(refuseSink), createOutputArgument('By which output'), connectTarget],
    enabled: createNodeGuard(refuseSink),
    run: (ctx, args) => {
      const output = getOutputArgument(args);
      getGraphScope(ctx)?.send({
        type: 'graph.connect',
        fromId: args.node ?? '',
        toId: args.target ?? '',
        ...(output === undefined ? {} : { output }),
      });
    },
  },
  {
    id: 'graph.reconnect',
    title: 'Reconnect',
    group: 'Node',
    icon: 'connect',
    keywords: ['edge', 'redirect', 'lead', 'move connection', 'other target'],
    keys: 'Shift+l',
    scope: 'pipeline.graph',
    bar: false,
    args: [createConnectionArgument('Which connection'), reconnectTarget],
    enabled: checkOnConnection,
    run: (ctx, args) =>
      getGraphScope(ctx)?.send({
        type: 'graph.reconnect',
        ...parseConnection(args),
        newToId: args.target ?? '',
      }),
  },
  {
    id: 'graph.disconnect',
    title: 'Disconnect',
    group: 'Node',
    icon: 'minus',
    keywords: ['edge', 'unlink', 'remove connection'],
    keys: 'Shift+c',
    scope: 'pipeline.graph',
    bar: false,
    args: [createConnectionArgument('Which connection')],
    enabled: checkOnConnection,
    run: (ctx, args) => getGraphScope(ctx)?.send({ type: 'graph.disconnect', ...parseConnection(args) }),
  },
  {
    id: 'graph.merge',
    title: (ctx) =>
      listPicked(ctx).length > 1 ? `Merge ${listPicked(ctx).length} nodes into` : 'Merge into',
    listTitle: 'Merge selected nodes into',
    group: 'Node',
    icon: 'merge',
    keywords: ['join', 'connect', 'branches', 'together'],
    keys: 'Shift+j',
    scope: 'pipeline.graph',
    bar: false,
    args: [mergeTarget(listPicked)],
    enabled: (ctx) => {
      const may = checkMayEdit(ctx);
      if (may !== true) return may;
      const nodes = listPicked(ctx).flatMap((id) => getGraphScope(ctx)?.draft.nodes[id] ?? []);
      if (nodes.length < 2) return 'Select the nodes to merge first';
      return nodes.map(refuseSink).find((reason) => reason !== undefined) ?? true;
    },
    run: (ctx, args) =>
      getGraphScope(ctx)?.send({
        type: 'graph.merge',
        fromIds: [...listPicked(ctx)],
        toId: args.target ?? '',
      }),
  },
];
