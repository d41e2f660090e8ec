import { editRefusal } from '../../../../../machines/pipeline-editor/index.ts';
import type { DraftNode } from '../../../../graph/draft.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { CommandArgs } from '../../../commands/types.ts';
import { graphOf, nodeOf } from './graph-arguments.ts';

const SINK_ENDS = 'A destination is an end: nothing can come after it';

/** Why nothing can be added after a node. */
export const notSink = (node: DraftNode): string | undefined =>
  node.nodeType === 'SINK' ? SINK_ENDS : undefined;

/** Why a node cannot be changed here. */
export const isShared = (node: DraftNode): string | undefined =>
  node.nodeType === 'TRANSFORM'
    ? undefined
    : `'${node.name}' is shared by pipelines; change it on its own page`;

/** In view mode an edit starts editing first; returns why when that is not possible. */
export function mayEdit(ctx: CommandContext): true | string {
  const scope = graphOf(ctx);
  if (!scope) return 'Open a pipeline first';
  if (scope.snapshot.matches('editing')) return true;
  if (scope.snapshot.matches('viewing')) return editRefusal(scope.snapshot.context) ?? true;
  if (scope.snapshot.matches('saving')) return 'The pipeline is being saved; wait until it ends';
  return 'Answer the open question first';
}

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

/** `args.alone`: use only the named node, whatever is selected. */
export const ALONE = 'yes';

const hasSelection = (ctx: CommandContext, args: CommandArgs): boolean =>
  args.alone !== ALONE &&
  (graphOf(ctx)?.pickedIds.length ?? 0) > 0 &&
  (args.node === undefined || args.node === nodeOf(ctx, {})?.id);

/** The selected nodes, else the named one or the one under the cursor. */
export function targetsOfCommand(ctx: CommandContext, args: CommandArgs): string[] {
  if (hasSelection(ctx, args)) return [...(graphOf(ctx)?.pickedIds ?? [])];
  const id = nodeOf(ctx, args)?.id;
  return id === undefined ? [] : [id];
}

/** `3 nodes`, or the text for one. */
export const targetsTitle = (ctx: CommandContext, args: CommandArgs, one: string): string => {
  const count = targetsOfCommand(ctx, args).length;
  return count > 1 ? `${count} nodes` : one;
};

export const onTargets =
  (refusal?: (node: DraftNode) => string | undefined) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const nodes = graphOf(ctx)?.draft.nodes ?? {};
    const chosen = targetsOfCommand(ctx, args).flatMap((id) => nodes[id] ?? []);
    const reason = chosen.map((node) => refusal?.(node)).find((one) => one !== undefined);
    const may = onNode()(ctx, args);
    return may === true ? (reason ?? true) : may;
  };
