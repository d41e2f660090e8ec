import type { CommandContext } from '../../../commands/context.ts';
import type { Command, CommandArgs } from '../../../commands/types.ts';
import { createNodeArgument, findNode, getGraphScope } from './graph-arguments.ts';
import { checkMayEdit, createTargetsGuard, formatTargetsTitle, listTargets } from './graph-guards.ts';

const countNodes = (ctx: CommandContext): number => Object.keys(getGraphScope(ctx)?.draft.nodes ?? {}).length;
const hasAll = (ctx: CommandContext): boolean =>
  countNodes(ctx) > 0 && getGraphScope(ctx)?.pickedIds.length === countNodes(ctx);

const hasTargets = (ctx: CommandContext, args: CommandArgs): true | string => {
  if (!getGraphScope(ctx)) return 'Open a pipeline first';
  return listTargets(ctx, args).length > 0 ? true : 'Move to a node first';
};
const isThere = (ctx: CommandContext): true | string => {
  if (!getGraphScope(ctx)) return 'Open a pipeline first';
  return countNodes(ctx) > 0 ? true : 'The graph has no node yet';
};

export const selectionCommands: readonly Command[] = [
  {
    id: 'graph.pick',
    title: (ctx, args) => {
      const node = findNode(ctx, args);
      return node && getGraphScope(ctx)?.pickedIds.includes(node.id) ? 'Unselect node' : 'Select node';
    },
    listTitle: 'Select node',
    group: 'Node',
    icon: 'check',
    keys: 'x',
    scope: 'pipeline.graph',
    bar: 'Select',
    args: [createNodeArgument()],
    enabled: (ctx) => (findNode(ctx, {}) ? true : 'Move to a node first'),
    run: (ctx, args) => getGraphScope(ctx)?.pick(args.node ?? ''),
  },
  {
    id: 'graph.pickAll',
    title: (ctx) => (hasAll(ctx) ? 'Unselect all nodes' : 'Select all nodes'),
    listTitle: 'Select all nodes',
    group: 'Graph',
    icon: 'check',
    keywords: ['everything', 'none', 'clear selection'],
    keys: 'Shift+a',
    scope: 'pipeline.graph',
    bar: false,
    enabled: isThere,
    run: (ctx) => (hasAll(ctx) ? getGraphScope(ctx)?.clearPicked() : getGraphScope(ctx)?.pickAll()),
  },
  {
    id: 'graph.pickBranch',
    title: 'Select branch',
    group: 'Node',
    icon: 'branch',
    keywords: ['downstream', 'everything after'],
    keys: 'Shift+g',
    scope: 'pipeline.graph',
    bar: false,
    args: [createNodeArgument()],
    enabled: isThere,
    run: (ctx, args) => getGraphScope(ctx)?.pickBranch(args.node ?? ''),
  },
  {
    id: 'graph.clearPicked',
    title: 'Clear selection',
    group: 'Graph',
    icon: 'close',
    keywords: ['unselect', 'none'],
    scope: 'pipeline.graph',
    bar: false,
    enabled: (ctx) => ((getGraphScope(ctx)?.pickedIds.length ?? 0) > 0 ? true : 'No node is selected'),
    run: (ctx) => getGraphScope(ctx)?.clearPicked(),
  },
  {
    id: 'graph.find',
    title: 'Find node',
    group: 'Graph',
    icon: 'search',
    keywords: ['search', 'name', 'type', 'jump'],
    keys: '/',
    scope: ['pipeline.graph', 'pipeline.structure'],
    bar: 'Find',
    enabled: isThere,
    run: (ctx) => getGraphScope(ctx)?.find(),
  },
  {
    id: 'graph.copy',
    title: (ctx, args) => `Copy ${formatTargetsTitle(ctx, args, 'node')}`,
    listTitle: 'Copy nodes',
    group: 'Node',
    icon: 'copy',
    keywords: ['clipboard', 'another pipeline'],
    keys: 'mod+c',
    nativeKeys: 'mod+c',
    scope: 'pipeline.graph',
    bar: 'Copy',
    args: [createNodeArgument()],
    enabled: hasTargets,
    run: (ctx, args) => getGraphScope(ctx)?.copy(listTargets(ctx, args), false),
  },
  {
    id: 'graph.cut',
    title: (ctx, args) => `Cut ${formatTargetsTitle(ctx, args, 'node')}`,
    listTitle: 'Cut nodes',
    group: 'Node',
    icon: 'scissors',
    keywords: ['clipboard', 'move', 'another pipeline'],
    keys: 'mod+x',
    nativeKeys: 'mod+x',
    scope: 'pipeline.graph',
    bar: false,
    args: [createNodeArgument()],
    enabled: createTargetsGuard(),
    run: (ctx, args) => getGraphScope(ctx)?.copy(listTargets(ctx, args), true),
  },
  {
    id: 'graph.paste',
    title: 'Paste nodes',
    group: 'Graph',
    icon: 'clipboard',
    keywords: ['clipboard', 'insert', 'another pipeline'],
    keys: 'mod+v',
    nativeKeys: 'mod+v',
    scope: ['pipeline.graph', 'pipeline.edit'],
    bar: 'Paste',
    enabled: checkMayEdit,
    run: (ctx, args) => getGraphScope(ctx)?.paste(findNode(ctx, args)?.id),
  },
];
