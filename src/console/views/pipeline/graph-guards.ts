import { type DraftNode, editRefusal } from '../../../../machines/pipeline-editor/index.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandArgs } from '../../commands/types.ts';
import { graphOf, nodeOf } from './graph-arguments.ts';

const SINK_ENDS = 'A destination is an end: nothing can come after it';

/** Why nothing can be put after a node, or undefined. */
export const notSink = (node: DraftNode): string | undefined =>
  node.nodeType === 'SINK' ? SINK_ENDS : undefined;

/** Why a node cannot be changed here, or undefined. */
export const isShared = (node: DraftNode): string | undefined =>
  node.nodeType === 'TRANSFORM'
    ? undefined
    : `'${node.name}' is shared by pipelines; change it on its own page`;

/** In view mode an edit of the graph starts editing first; where that is refused, the reason stands here. */
export function mayEdit(ctx: CommandContext): true | string {
  const scope = graphOf(ctx);
  if (!scope) return 'Open a pipeline first';
  if (scope.snapshot.matches('editing')) return true;
  if (scope.snapshot.matches('viewing')) return editRefusal(scope.snapshot.context) ?? true;
  if (scope.snapshot.matches('saving')) return 'The pipeline is being saved; wait until it ends';
  return 'Answer the open question first';
}

/** The graph can be edited, and the node at hand is one for it. */
export const onNode =
  (refusal?: (node: DraftNode, ctx: CommandContext) => string | undefined) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const may = mayEdit(ctx);
    if (may !== true) return may;
    const node = nodeOf(ctx, args);
    if (!node)
      return Object.keys(graphOf(ctx)?.draft.nodes ?? {}).length > 0 ? true : 'Choose a source first';
    return refusal?.(node, ctx) ?? true;
  };

/** `args.alone` means the one node that is named, whatever is selected. */
export const ALONE = 'yes';

const hasSelection = (ctx: CommandContext, args: CommandArgs): boolean =>
  args.alone !== ALONE &&
  (graphOf(ctx)?.pickedIds.length ?? 0) > 0 &&
  (args.node === undefined || args.node === nodeOf(ctx, {})?.id);

/** The nodes a command is about: the selected ones, else the one under the cursor or the one that is named. */
export function targetsOfCommand(ctx: CommandContext, args: CommandArgs): string[] {
  if (hasSelection(ctx, args)) return [...(graphOf(ctx)?.pickedIds ?? [])];
  const id = nodeOf(ctx, args)?.id;
  return id === undefined ? [] : [id];
}

/** What these nodes are called in the title of a command: `3 nodes`, or what one of them is. */
export const targetsTitle = (ctx: CommandContext, args: CommandArgs, one: string): string => {
  const count = targetsOfCommand(ctx, args).length;
  return count > 1 ? `${count} nodes` : one;
};

/** As `onNode`, for each of several. */
export const onTargets =
  (refusal?: (node: DraftNode) => string | undefined) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const nodes = graphOf(ctx)?.draft.nodes ?? {};
    const chosen = targetsOfCommand(ctx, args).flatMap((id) => nodes[id] ?? []);
    const reason = chosen.map((node) => refusal?.(node)).find((one) => one !== undefined);
    const may = onNode()(ctx, args);
    return may === true ? (reason ?? true) : may;
  };
