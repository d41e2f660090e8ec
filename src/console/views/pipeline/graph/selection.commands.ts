import type { CommandContext } from '../../../commands/context.ts';
import type { Command, CommandArgs } from '../../../commands/types.ts';
import { graphOf, nodeArgument, nodeOf } from './graph-arguments.ts';
import { mayEdit, onTargets, targetsOfCommand, targetsTitle } from './graph-guards.ts';

const nodeCount = (ctx: CommandContext): number => Object.keys(graphOf(ctx)?.draft.nodes ?? {}).length;
const hasAll = (ctx: CommandContext): boolean =>
  nodeCount(ctx) > 0 && graphOf(ctx)?.pickedIds.length === nodeCount(ctx);

const hasTargets = (ctx: CommandContext, args: CommandArgs): true | string => {
  if (!graphOf(ctx)) return 'Open a pipeline first';
  return targetsOfCommand(ctx, args).length > 0 ? true : 'Move to a node first';
};
const isThere = (ctx: CommandContext): true | string => {
  if (!graphOf(ctx)) return 'Open a pipeline first';
  return nodeCount(ctx) > 0 ? true : 'The graph has no node yet';
};

export const selectionCommands: readonly Command[] = [
  {
    id: 'graph.pick',
    title: (ctx, args) => {
      const node = nodeOf(ctx, args);
      return node && graphOf(ctx)?.pickedIds.includes(node.id) ? 'Unselect node' : 'Select node';
    },
    listTitle: 'Select node',
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
    run: (ctx) => (hasAll(ctx) ? graphOf(ctx)?.clearPicked() : graphOf(ctx)?.pickAll()),
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
    args: [nodeArgument()],
    enabled: isThere,
    run: (ctx, args) => graphOf(ctx)?.pickBranch(args.node ?? ''),
  },
  {
    id: 'graph.clearPicked',
    title: 'Clear selection',
    group: 'Graph',
    icon: 'close',
    keywords: ['unselect', 'none'],
    scope: 'pipeline.graph',
    bar: false,
    enabled: (ctx) => ((graphOf(ctx)?.pickedIds.length ?? 0) > 0 ? true : 'No node is selected'),
    run: (ctx) => graphOf(ctx)?.clearPicked(),
  },
  {
    id: 'graph.find',
    title: 'Find node',
    group: 'Graph',
    icon: 'search',
    keywords: ['search', 'name', 'type', 'jump'],
    keys: '/',
    scope: 'pipeline.graph',
    bar: 'Find',
    enabled: isThere,
    run: (ctx) => graphOf(ctx)?.find(),
  },
  {
    id: 'graph.copy',
    title: (ctx, args) => `Copy ${targetsTitle(ctx, args, 'node')}`,
    listTitle: 'Copy nodes',
    group: 'Node',
    icon: 'copy',
    keywords: ['clipboard', 'another pipeline'],
    keys: 'mod+c',
    nativeKeys: 'mod+c',
    scope: 'pipeline.graph',
    bar: 'Copy',
    args: [nodeArgument()],
    enabled: hasTargets,
    run: (ctx, args) => graphOf(ctx)?.copy(targetsOfCommand(ctx, args), false),
  },
  {
    id: 'graph.cut',
    title: (ctx, args) => `Cut ${targetsTitle(ctx, args, 'node')}`,
    listTitle: 'Cut nodes',
    group: 'Node',
    icon: 'scissors',
    keywords: ['clipboard', 'move', 'another pipeline'],
    keys: 'mod+x',
    nativeKeys: 'mod+x',
    scope: 'pipeline.graph',
    bar: false,
    args: [nodeArgument()],
    enabled: onTargets(),
    run: (ctx, args) => graphOf(ctx)?.copy(targetsOfCommand(ctx, args), true),
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
    enabled: mayEdit,
    run: (ctx, args) => graphOf(ctx)?.paste(nodeOf(ctx, args)?.id),
  },
];
