import { editRefusal, selectIsSaving } from '../../../../../machines/pipeline-editor/index.ts';
import type { DraftNode } from '../../../../graph/draft.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { CommandArgs } from '../../../commands/types.ts';
import { findEditRefusal } from '../editor/edit-access.ts';
import { findNode, getGraphScope } from './graph-arguments.ts';

const SINK_ENDS = 'Nothing can come after a destination';

/** Why nothing can be added after a node. */
export const refuseSink = (node: DraftNode): string | undefined =>
  node.nodeType === 'SINK' ? SINK_ENDS : undefined;

/** Why a node cannot be changed here. */
export const isShared = (node: DraftNode): string | undefined =>
  node.nodeType === 'TRANSFORM'
    ? undefined
    : `'${node.name}' is shared by pipelines; change it on its own page`;

/** In view mode an edit starts editing first; returns why when that is not possible. */
export function checkMayEdit(ctx: CommandContext): true | string {
  const scope = getGraphScope(ctx);
  if (!scope) return 'Open a pipeline first';
  const refusal = findEditRefusal(ctx.site);
  if (refusal !== undefined) return refusal;
  if (scope.snapshot.matches('editing')) return true;
  if (scope.snapshot.matches('viewing')) return editRefusal(scope.snapshot.context) ?? true;
  if (selectIsSaving(scope.snapshot)) return 'The pipeline is being saved; wait until it is done';
  return 'Answer the open question first';
}

export const createNodeGuard =
  (refusal?: (node: DraftNode, ctx: CommandContext) => string | undefined) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const may = checkMayEdit(ctx);
    if (may !== true) return may;
    const node = findNode(ctx, args);
    if (!node)
      return Object.keys(getGraphScope(ctx)?.draft.nodes ?? {}).length > 0 ? true : 'Choose a source first';
    return refusal?.(node, ctx) ?? true;
  };

/** `args.alone`: use only the named node, whatever is selected. */
export const ALONE = 'yes';

const hasSelection = (ctx: CommandContext, args: CommandArgs): boolean =>
  args.alone !== ALONE &&
  (getGraphScope(ctx)?.pickedIds.length ?? 0) > 0 &&
  (args.node === undefined || args.node === findNode(ctx, {})?.id);

/** The selected nodes, else the named one or the one under the cursor. */
export function listTargets(ctx: CommandContext, args: CommandArgs): string[] {
  if (hasSelection(ctx, args)) return [...(getGraphScope(ctx)?.pickedIds ?? [])];
  const id = findNode(ctx, args)?.id;
  return id === undefined ? [] : [id];
}

/** `3 nodes`, or the text for one. */
export const formatTargetsTitle = (ctx: CommandContext, args: CommandArgs, one: string): string => {
  const count = listTargets(ctx, args).length;
  return count > 1 ? `${count} nodes` : one;
};

export const createTargetsGuard =
  (refusal?: (node: DraftNode) => string | undefined) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const nodes = getGraphScope(ctx)?.draft.nodes ?? {};
    const chosen = listTargets(ctx, args).flatMap((id) => nodes[id] ?? []);
    const reason = chosen.map((node) => refusal?.(node)).find((one) => one !== undefined);
    const may = createNodeGuard()(ctx, args);
    return may === true ? (reason ?? true) : may;
  };
