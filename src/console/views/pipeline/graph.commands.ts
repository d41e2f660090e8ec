import { type DraftNode, editRefusal, successorsOf } from '../../../../machines/pipeline-editor/index.ts';
import { paths } from '../../app/paths.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { Command, CommandArgs } from '../../commands/types.ts';
import {
  additionArgument,
  connectTarget,
  edgeTarget,
  graphOf,
  nodeArgument,
  nodeOf,
} from './graph-arguments.ts';
import './scope.ts';

const SINK_ENDS = 'A destination is an end: nothing can come after it';
const NOT_SINK = (node: DraftNode) => (node.nodeType === 'SINK' ? SINK_ENDS : undefined);
const HAS_NO_PAGE = 'A transform belongs to this pipeline and has no page of its own';
const SHARED = (node: DraftNode) =>
  node.nodeType === 'TRANSFORM'
    ? undefined
    : `'${node.name}' is shared by pipelines; change it on its own page`;

/** In view mode an edit of the graph starts editing first; where that is refused, the reason stands here. */
function mayEdit(ctx: CommandContext): true | string {
  const scope = graphOf(ctx);
  if (!scope) return 'Open a pipeline first';
  if (scope.snapshot.matches('editing')) return true;
  if (scope.snapshot.matches('viewing')) return editRefusal(scope.snapshot.context) ?? true;
  return 'Answer the open question first';
}

const onNode =
  (refusal?: (node: DraftNode, ctx: CommandContext) => string | undefined) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const may = mayEdit(ctx);
    if (may !== true) return may;
    const node = nodeOf(ctx, args);
    if (!node)
      return Object.keys(graphOf(ctx)?.draft.nodes ?? {}).length > 0 ? true : 'Choose a source first';
    return refusal?.(node, ctx) ?? true;
  };

const hasNext = (node: DraftNode, ctx: CommandContext): string | undefined =>
  successorsOf(
    graphOf(ctx)?.draft ?? { name: '', description: '', versionName: '', nodes: {}, edges: {}, meta: {} },
    node.id,
  ).length > 0
    ? undefined
    : 'Nothing is connected after this node';

const targets = (ctx: CommandContext, args: CommandArgs): string[] => {
  const picked = graphOf(ctx)?.pickedIds ?? [];
  if (picked.length > 0 && args.node === nodeOf(ctx, {})?.id) return [...picked];
  return args.node === undefined ? [] : [args.node];
};

/** Edits of the graph; the drawing and the outline have the same. */
export const graphCommands: readonly Command[] = [
  {
    id: 'graph.chooseSource',
    title: 'Choose source',
    group: 'Graph',
    icon: 'source',
    keywords: ['add', 'input', 'new'],
    keys: 'Shift+s',
    scope: 'pipeline.edit',
    bar: false,
    args: [additionArgument(['source'], 'Source')],
    enabled: (ctx) => {
      const source = Object.values(graphOf(ctx)?.draft.nodes ?? {}).find(
        (node) => node.nodeType === 'SOURCE',
      );
      return source ? `A pipeline has one source; remove '${source.name}' first` : mayEdit(ctx);
    },
    run: (ctx, args) => graphOf(ctx)?.add(args.what ?? '', {}),
    calls: ['createSource'],
  },
  {
    id: 'graph.addDestination',
    title: 'Choose destination',
    group: 'Graph',
    icon: 'destination',
    keywords: ['sink', 'output', 'new', 'add'],
    keys: 'Shift+t',
    scope: 'pipeline.edit',
    bar: false,
    args: [additionArgument(['sink'], 'Destination')],
    enabled: mayEdit,
    run: (ctx, args) => graphOf(ctx)?.add(args.what ?? '', {}),
    calls: ['createSink'],
  },
  {
    id: 'graph.addAfter',
    title: 'Add after',
    group: 'Node',
    icon: 'plus',
    keywords: ['transform', 'append', 'new', 'node'],
    keys: 'a',
    scope: ['pipeline.graph', 'pipeline.edit'],
    bar: 'Add',
    args: [nodeArgument(NOT_SINK), additionArgument(['transform', 'sink'], 'Add')],
    enabled: onNode(NOT_SINK),
    run: (ctx, args) => graphOf(ctx)?.add(args.what ?? '', { afterId: args.node ?? '' }),
  },
  {
    id: 'graph.insert',
    title: 'Insert on connection',
    group: 'Node',
    icon: 'plus',
    keywords: ['between', 'edge', 'transform'],
    keys: 'i',
    scope: 'pipeline.graph',
    bar: 'Insert',
    args: [
      nodeArgument(NOT_SINK),
      edgeTarget('Before which node'),
      additionArgument(['transform'], 'Insert'),
    ],
    enabled: onNode((node, ctx) => NOT_SINK(node) ?? hasNext(node, ctx)),
    run: (ctx, args) =>
      graphOf(ctx)?.add(args.what ?? '', { afterId: args.node ?? '', toId: args.target ?? '' }),
  },
  {
    id: 'graph.connect',
    title: 'Connect to',
    group: 'Node',
    icon: 'connect',
    keywords: ['edge', 'link', 'branch'],
    keys: 'c',
    scope: 'pipeline.graph',
    bar: 'Connect',
    args: [nodeArgument(NOT_SINK), connectTarget],
    enabled: onNode(NOT_SINK),
    run: (ctx, args) =>
      graphOf(ctx)?.send({ type: 'graph.connect', fromId: args.node ?? '', toId: args.target ?? '' }),
  },
  {
    id: 'graph.disconnect',
    title: 'Disconnect from',
    group: 'Node',
    icon: 'minus',
    keywords: ['edge', 'unlink', 'remove connection'],
    keys: 'Shift+c',
    scope: 'pipeline.graph',
    bar: false,
    args: [nodeArgument(NOT_SINK), edgeTarget('Disconnect from')],
    enabled: onNode((node, ctx) => NOT_SINK(node) ?? hasNext(node, ctx)),
    run: (ctx, args) =>
      graphOf(ctx)?.send({ type: 'graph.disconnect', fromId: args.node ?? '', toId: args.target ?? '' }),
  },
  {
    id: 'graph.remove',
    title: 'Remove node',
    group: 'Node',
    icon: 'delete',
    keywords: ['delete'],
    keys: 'Delete',
    scope: 'pipeline.graph',
    bar: 'Remove',
    args: [nodeArgument()],
    enabled: onNode(),
    run: (ctx, args) => graphOf(ctx)?.send({ type: 'graph.node.remove', nodeIds: targets(ctx, args) }),
  },
  {
    id: 'graph.rename',
    title: 'Rename transform',
    group: 'Node',
    icon: 'rename',
    keys: 'F2',
    scope: 'pipeline.graph',
    bar: false,
    args: [
      nodeArgument(SHARED),
      {
        name: 'name',
        title: 'Name',
        kind: 'text',
        action: 'Rename',
        initial: (ctx, args) => nodeOf(ctx, args)?.name ?? '',
        validate: (value, ctx, args) => {
          if (value.trim() === '') return 'A transform needs a name';
          const others = Object.values(graphOf(ctx)?.draft.nodes ?? {}).filter(
            (node) => node.nodeType === 'TRANSFORM' && node.id !== args.node,
          );
          return others.some((node) => node.name === value.trim()) ? 'Transform name already exists' : true;
        },
      },
    ],
    enabled: onNode(SHARED),
    run: (ctx, args) =>
      graphOf(ctx)?.send({
        type: 'graph.node.rename',
        nodeId: args.node ?? '',
        name: (args.name ?? '').trim(),
      }),
  },
  {
    id: 'graph.duplicate',
    title: 'Duplicate transform',
    group: 'Node',
    icon: 'copy',
    keywords: ['copy', 'clone'],
    keys: 'd',
    scope: 'pipeline.graph',
    bar: 'Duplicate',
    args: [nodeArgument(SHARED)],
    enabled: onNode(SHARED),
    run: (ctx, args) => graphOf(ctx)?.send({ type: 'graph.node.duplicate', nodeId: args.node ?? '' }),
  },
  {
    id: 'graph.toggle',
    title: (ctx, args) => {
      const node = nodeOf(ctx, args);
      return node && graphOf(ctx)?.draft.meta[node.id]?.disabled ? 'Enable node' : 'Disable node';
    },
    group: 'Node',
    icon: 'ban',
    keywords: ['off', 'on', 'bypass', 'skip'],
    keys: 'Shift+x',
    scope: 'pipeline.graph',
    bar: 'Disable',
    args: [nodeArgument()],
    enabled: onNode((node) =>
      node.nodeType === 'SOURCE' ? 'A source cannot be disabled here; pause the pipeline instead' : undefined,
    ),
    run: (ctx, args) => graphOf(ctx)?.send({ type: 'graph.node.toggle', nodeId: args.node ?? '' }),
  },
  {
    id: 'graph.pick',
    title: 'Select node',
    group: 'Node',
    icon: 'check',
    keys: 'x',
    scope: 'pipeline.graph',
    bar: 'Select',
    args: [nodeArgument()],
    enabled: (ctx) => (nodeOf(ctx, {}) ? true : 'Move to a node first'),
    run: (ctx, args) => graphOf(ctx)?.pick(args.node ?? ''),
  },
  {
    id: 'graph.open',
    title: 'Open node',
    group: 'Node',
    icon: 'settings',
    keywords: ['configure', 'details', 'inspect', 'form'],
    scope: 'pipeline.graph',
    bar: false,
    args: [nodeArgument()],
    enabled: (ctx) => (graphOf(ctx) ? true : 'Open a pipeline first'),
    run: (ctx, args) => graphOf(ctx)?.open(args.node),
  },
  {
    id: 'graph.openPage',
    title: (ctx, args) => (nodeOf(ctx, args)?.nodeType === 'SINK' ? 'Open destination' : 'Open source'),
    group: 'Node',
    icon: 'externalLink',
    keywords: ['page', 'settings', 'shared', 'connection'],
    scope: 'pipeline.graph',
    bar: false,
    args: [nodeArgument((node) => (node.nodeType === 'TRANSFORM' ? HAS_NO_PAGE : undefined))],
    enabled: (ctx, args) => {
      const node = nodeOf(ctx, args);
      if (!node) return graphOf(ctx) ? true : 'Open a pipeline first';
      return node.nodeType === 'TRANSFORM' ? HAS_NO_PAGE : true;
    },
    run: (ctx, args) => {
      const node = nodeOf(ctx, args);
      if (node?.nodeType === 'SOURCE') ctx.navigate(paths.source(node.id));
      else if (node) ctx.navigate(paths.destinations({ destination: node.id }));
    },
  },
];
