import { UNMATCHED_OUTPUT } from '../../../../contract/route-outputs.ts';
import type { DraftNode } from '../../../../graph/draft.ts';
import {
  isUnnamed,
  outputKeysOf,
  outputNameRefusal,
  outputTitle,
  withoutRoute,
  withRoute,
  withRouteNamed,
} from '../../../../graph/outputs.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command, CommandArgs, TextArgument } from '../../../commands/types.ts';
import {
  createNodeArgument,
  createOutputArgument,
  findNode,
  getGraphScope,
} from '../graph/graph-arguments.ts';
import { createNodeGuard } from '../graph/graph-guards.ts';

const HAS_NONE = 'Only a route has outputs with names';

const isRoute = (node: DraftNode): string | undefined => (outputKeysOf(node) ? undefined : HAS_NONE);

const isRoutes = (output: string): boolean => output !== UNMATCHED_OUTPUT;

const createNameArgument = (
  action: string,
  former: (args: CommandArgs) => string | undefined,
): TextArgument => ({
  name: 'name',
  title: 'Name of the output',
  kind: 'text',
  action,
  initial: (_ctx, args) => former(args) ?? '',
  validate: (value, ctx, args) => {
    const { config = {} } = findNode(ctx, args) ?? {};
    return outputNameRefusal(config, value, former(args)) ?? true;
  },
});

const getPresentName = ({ output = '' }: CommandArgs): string | undefined =>
  output === '' || isUnnamed(output) ? undefined : output;

function configure(
  ctx: CommandContext,
  args: CommandArgs,
  change: (config: Record<string, unknown>) => Record<string, unknown>,
  step: (name: string) => string,
): void {
  const node = findNode(ctx, args);
  if (node) getGraphScope(ctx)?.configure(node.id, change(node.config), step(node.name));
}

/** Named outputs of routes. Renaming one keeps its connections. */
export const outputCommands: readonly Command[] = [
  {
    id: 'graph.addOutput',
    title: 'Add output',
    group: 'Node',
    icon: 'split',
    keywords: ['route', 'branch', 'condition', 'new'],
    keys: 'Shift+o',
    scope: 'pipeline.graph',
    bar: false,
    args: [createNodeArgument(isRoute), createNameArgument('Add output', () => undefined)],
    enabled: createNodeGuard(isRoute),
    run: (ctx, args) => {
      const name = (args.name ?? '').trim();
      configure(
        ctx,
        args,
        (config) => withRoute(config, name),
        (of) => `Add output ${name} to ${of}`,
      );
    },
  },
  {
    id: 'graph.renameOutput',
    title: 'Rename output',
    group: 'Node',
    icon: 'edit',
    keywords: ['route', 'branch'],
    scope: 'pipeline.graph',
    bar: false,
    args: [
      createNodeArgument(isRoute),
      createOutputArgument('Which output', isRoutes),
      createNameArgument('Rename', getPresentName),
    ],
    enabled: createNodeGuard(isRoute),
    run: (ctx, args) => {
      const { output = '' } = args;
      const name = (args.name ?? '').trim();
      if (name === output) return;
      configure(
        ctx,
        args,
        (config) => withRouteNamed(config, output, name),
        (of) => `Rename ${outputTitle(output)} of ${of} to ${name}`,
      );
    },
  },
  {
    id: 'graph.removeOutput',
    title: 'Remove output',
    group: 'Node',
    icon: 'delete',
    keywords: ['route', 'branch', 'delete'],
    scope: 'pipeline.graph',
    bar: false,
    args: [createNodeArgument(isRoute), createOutputArgument('Which output')],
    enabled: createNodeGuard(isRoute),
    run: (ctx, args) => {
      const { output = '' } = args;
      configure(
        ctx,
        args,
        (config) => withoutRoute(config, output),
        (of) => `Remove output ${outputTitle(output)} of ${of}`,
      );
    },
  },
];
