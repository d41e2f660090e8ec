import type { CommandContext } from '../../../commands/context.ts';
import type { Command, CommandArgs } from '../../../commands/types.ts';
import { paths } from '../../../lib/paths.ts';
import { createAdditionArgument } from '../editor/addition-argument.ts';
import { connectionCommands } from '../editor/connection.commands.ts';
import { outputCommands } from '../editor/output.commands.ts';
import {
  createNodeArgument,
  createOutputArgument,
  findNode,
  getGraphScope,
  getOutputArgument,
} from './graph-arguments.ts';
import {
  checkMayEdit,
  createNodeGuard,
  createTargetsGuard,
  formatTargetsTitle,
  isShared,
  listTargets,
  refuseSink,
} from './graph-guards.ts';
import { selectionCommands } from './selection.commands.ts';
import '../scope.ts';

const HAS_NO_PAGE = 'A transform belongs to this pipeline and has no page of its own';
const findDuplicateRefusal = (node: { nodeType: string; name: string }): string | undefined =>
  node.nodeType === 'TRANSFORM' ? undefined : `'${node.name}' cannot be in one pipeline twice`;
/** Several nodes are enabled only when all of them are disabled. */
const nameToggle = (ctx: CommandContext, args: CommandArgs): 'Enable' | 'Disable' => {
  const meta = getGraphScope(ctx)?.draft.meta ?? {};
  const ids = listTargets(ctx, args);
  return ids.length > 0 && ids.every((id) => meta[id]?.disabled) ? 'Enable' : 'Disable';
};

const findDisableRefusal = (node: { nodeType: string }): string | undefined =>
  node.nodeType === 'SOURCE' ? 'A source cannot be disabled here; pause the pipeline instead' : undefined;

const nodeCommands: readonly Command[] = [
  {
    id: 'graph.chooseSource',
    title: 'Choose source',
    group: 'Graph',
    icon: 'source',
    keywords: ['add', 'input', 'new'],
    keys: 'Shift+s',
    scope: 'pipeline.edit',
    bar: false,
    args: [createAdditionArgument(['source'], 'Source')],
    enabled: (ctx) => {
      const source = Object.values(getGraphScope(ctx)?.draft.nodes ?? {}).find(
        (node) => node.nodeType === 'SOURCE',
      );
      return source ? `A pipeline has one source; remove '${source.name}' first` : checkMayEdit(ctx);
    },
    run: (ctx, args) => getGraphScope(ctx)?.add(args.what ?? '', {}),
    leadsTo: ['createSource'],
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
    args: [createAdditionArgument(['sink'], 'Destination')],
    enabled: checkMayEdit,
    run: (ctx, args) => getGraphScope(ctx)?.add(args.what ?? '', {}),
    leadsTo: ['createSink'],
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
    args: [
      createNodeArgument(refuseSink),
      createOutputArgument('By which output'),
      createAdditionArgument(['transform', 'sink'], 'Add'),
    ],
    enabled: createNodeGuard(refuseSink),
    run: (ctx, args) => {
      const output = getOutputArgument(args);
      const place = { afterId: args.node ?? '', ...(output === undefined ? {} : { output }) };
      getGraphScope(ctx)?.add(args.what ?? '', place);
    },
  },
  {
    id: 'graph.remove',
    title: (ctx, args) => `Remove ${formatTargetsTitle(ctx, args, 'node')}`,
    listTitle: 'Remove node',
    group: 'Node',
    icon: 'delete',
    keywords: ['delete'],
    keys: 'Delete',
    scope: 'pipeline.graph',
    bar: 'Remove',
    args: [createNodeArgument()],
    enabled: createTargetsGuard(),
    run: (ctx, args) =>
      getGraphScope(ctx)?.send({ type: 'graph.node.remove', nodeIds: listTargets(ctx, args) }),
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
      createNodeArgument(isShared),
      {
        name: 'name',
        title: 'Name',
        kind: 'text',
        action: 'Rename',
        initial: (ctx, args) => findNode(ctx, args)?.name ?? '',
        validate: (value, ctx, args) => {
          if (value.trim() === '') return 'A transform needs a name';
          const others = Object.values(getGraphScope(ctx)?.draft.nodes ?? {}).filter(
            (node) => node.nodeType === 'TRANSFORM' && node.id !== args.node,
          );
          return others.some((node) => node.name === value.trim()) ? 'Transform name already exists' : true;
        },
      },
    ],
    enabled: createNodeGuard(isShared),
    run: (ctx, args) =>
      getGraphScope(ctx)?.send({
        type: 'graph.node.rename',
        nodeId: args.node ?? '',
        name: (args.name ?? '').trim(),
      }),
  },
  {
    id: 'graph.duplicate',
    title: (ctx, args) => `Duplicate ${formatTargetsTitle(ctx, args, 'transform')}`,
    listTitle: 'Duplicate transform',
    group: 'Node',
    icon: 'copy',
    keywords: ['copy', 'clone'],
    keys: 'd',
    scope: 'pipeline.graph',
    bar: 'Duplicate',
    args: [createNodeArgument(findDuplicateRefusal)],
    enabled: createTargetsGuard(findDuplicateRefusal),
    run: (ctx, args) =>
      getGraphScope(ctx)?.send({ type: 'graph.node.duplicate', nodeIds: listTargets(ctx, args) }),
  },
  {
    id: 'graph.toggle',
    title: (ctx, args) => `${nameToggle(ctx, args)} ${formatTargetsTitle(ctx, args, 'node')}`,
    listTitle: 'Disable or enable node',
    group: 'Node',
    icon: 'ban',
    keywords: ['off', 'on', 'bypass', 'skip'],
    keys: 'Shift+x',
    scope: 'pipeline.graph',
    bar: (ctx) => nameToggle(ctx, {}),
    args: [createNodeArgument()],
    enabled: createTargetsGuard(findDisableRefusal),
    run: (ctx, args) =>
      getGraphScope(ctx)?.send({ type: 'graph.node.toggle', nodeIds: listTargets(ctx, args) }),
  },
  {
    id: 'graph.open',
    title: 'Open node',
    group: 'Node',
    icon: 'settings',
    keywords: ['configure', 'details', 'inspect', 'form'],
    scope: 'pipeline.graph',
    bar: false,
    args: [createNodeArgument()],
    enabled: (ctx) => (getGraphScope(ctx) ? true : 'Open a pipeline first'),
    run: (ctx, args) => getGraphScope(ctx)?.open(args.node),
  },
  {
    id: 'graph.openPage',
    title: (ctx, args) => (findNode(ctx, args)?.nodeType === 'SINK' ? 'Open destination' : 'Open source'),
    group: 'Node',
    icon: 'externalLink',
    keywords: ['page', 'settings', 'shared', 'connection'],
    scope: 'pipeline.graph',
    bar: false,
    args: [createNodeArgument((node) => (node.nodeType === 'TRANSFORM' ? HAS_NO_PAGE : undefined))],
    enabled: (ctx, args) => {
      const node = findNode(ctx, args);
      if (!node) return getGraphScope(ctx) ? true : 'Open a pipeline first';
      return node.nodeType === 'TRANSFORM' ? HAS_NO_PAGE : true;
    },
    run: (ctx, args) => {
      const node = findNode(ctx, args);
      if (node?.nodeType === 'SOURCE') ctx.navigate(paths.source(node.id));
      else if (node) ctx.navigate(paths.destinations({ destination: node.id }));
    },
  },
];

export const graphCommands: readonly Command[] = [
  ...nodeCommands,
  ...connectionCommands,
  ...outputCommands,
  ...selectionCommands,
];
