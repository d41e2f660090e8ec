import { successorsOf } from '../../../../graph/walk.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command, CommandArgs } from '../../../commands/types.ts';
import {
  connectionArgument,
  connectionOf,
  connectTarget,
  graphOf,
  mergeTarget,
  nodeArgument,
  nodeOf,
  outputArgument,
  outputOf,
  reconnectTarget,
} from '../graph/graph-arguments.ts';
import { mayEdit, notSink, onNode } from '../graph/graph-guards.ts';
import { additionArgument } from './addition-argument.ts';

const picked = (ctx: CommandContext): readonly string[] => graphOf(ctx)?.pickedIds ?? [];

/** The graph is editable and has a connection to choose, on `args.node` if given. */
function onConnection(ctx: CommandContext, args: CommandArgs): true | string {
  const may = mayEdit(ctx);
  if (may !== true) return may;
  const { draft } = graphOf(ctx) ?? {};
  const node = args.node === undefined ? undefined : nodeOf(ctx, args);
  const starts = draft ? Object.keys(draft.edges).filter((id) => successorsOf(draft, id).length > 0) : [];
  if (node)
    return notSink(node) ?? (starts.includes(node.id) ? true : 'Nothing is connected after this node');
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
    args: [connectionArgument('On which connection'), additionArgument(['transform'], 'Insert')],
    enabled: onConnection,
    run: (ctx, args) => {
      const { fromId, toId } = connectionOf(args);
      graphOf(ctx)?.add(args.what ?? '', { afterId: fromId, toId });
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
      nodeArgument(notSink),
      outputArgument('By which output'),
      additionArgument(['transform', 'sink'], 'Begin the branch with'),
    ],
    enabled: onNode(notSink),
    run: (ctx, args) => {
      const output = outputOf(args);
      graphOf(ctx)?.add(args.what ?? '', {
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
    args: [nodeArgument(notSink), outputArgument('By which output'), connectTarget],
    enabled: onNode(notSink),
    run: (ctx, args) => {
      const output = outputOf(args);
      graphOf(ctx)?.send({
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
    args: [connectionArgument('Which connection'), reconnectTarget],
    enabled: onConnection,
    run: (ctx, args) =>
      graphOf(ctx)?.send({ type: 'graph.reconnect', ...connectionOf(args), newToId: args.target ?? '' }),
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
    args: [connectionArgument('Which connection')],
    enabled: onConnection,
    run: (ctx, args) => graphOf(ctx)?.send({ type: 'graph.disconnect', ...connectionOf(args) }),
  },
  {
    id: 'graph.merge',
    title: (ctx) => (picked(ctx).length > 1 ? `Merge ${picked(ctx).length} nodes into` : 'Merge into'),
    listTitle: 'Merge selected nodes into',
    group: 'Node',
    icon: 'merge',
    keywords: ['join', 'connect', 'branches', 'together'],
    keys: 'Shift+j',
    scope: 'pipeline.graph',
    bar: false,
    args: [mergeTarget(picked)],
    enabled: (ctx) => {
      const may = mayEdit(ctx);
      if (may !== true) return may;
      const nodes = picked(ctx).flatMap((id) => graphOf(ctx)?.draft.nodes[id] ?? []);
      if (nodes.length < 2) return 'Select the nodes to merge first';
      return nodes.map(notSink).find((reason) => reason !== undefined) ?? true;
    },
    run: (ctx, args) =>
      graphOf(ctx)?.send({ type: 'graph.merge', fromIds: [...picked(ctx)], toId: args.target ?? '' }),
  },
];
