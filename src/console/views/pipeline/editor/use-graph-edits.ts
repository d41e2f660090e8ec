import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { EditorEvent } from '../../../../../machines/pipeline-editor/index.ts';
import { commandContext, getCommandHost } from '../../../commands/runtime.ts';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';
import type { useGraphCursor } from '../graph/use-graph-cursor.ts';
import { useNodeFocus } from '../graph/use-node-focus.ts';
import { findEditRefusal } from './edit-access.ts';
import { focusAfter } from './edit-focus.ts';
import { EditorContext } from './editor-context.ts';
import { findFormProblems } from './form-problems.ts';
import { useAdditions } from './use-additions.ts';
import type { Catalogue } from './use-catalogue.ts';
import { useClipboard } from './use-clipboard.ts';

export function useGraphEdits(
  catalogue: Catalogue,
  { open, cursorId, openedNode, pickedIds }: ReturnType<typeof useGraphCursor>,
  { handle, isOutline }: { handle: RefObject<GraphHandle | null>; isOutline: boolean },
) {
  const actor = EditorContext.useActorRef();
  const focusNode = useNodeFocus(handle);
  const edit = useCallback(
    (event: EditorEvent) => {
      const refusal = findEditRefusal(commandContext.get().site);
      if (refusal !== undefined) return getCommandHost().refuse(refusal, 'pipeline.edit');
      if (actor.getSnapshot().matches('viewing')) actor.send({ type: 'edit.start' });
      const before = actor.getSnapshot().context.draft;
      actor.send(event);
      const focused = focusAfter(event, before, actor.getSnapshot().context.draft, cursorId);
      if (focused !== undefined) focusNode(focused);
    },
    [actor, cursorId, focusNode],
  );
  const additions = useAdditions(catalogue, edit, open);
  const clipboard = useClipboard({ catalogue, edit, cursorId, pickedIds });
  const configure = useCallback(
    (nodeId: string, config: Record<string, unknown>, step: string) => {
      const node = actor.getSnapshot().context.draft.nodes[nodeId];
      const template = catalogue.templates.find(
        ({ id, nodeType }) => nodeType === 'TRANSFORM' && id === node?.templateId,
      );
      const problems = findFormProblems(template?.configFormat, config, catalogue.siteVersion);
      edit({ type: 'graph.node.configure', nodeId, config, formProblems: problems, step });
    },
    [actor, catalogue, edit],
  );
  const openedId = openedNode?.id;
  const focusCursor = useCallback(() => {
    // Right after mount there is no node under the cursor.
    const [first] = Object.keys(actor.getSnapshot().context.draft.nodes);
    // What was just opened prevails over where the cursor was before.
    const here = openedId ?? cursorId ?? first;
    if (here !== undefined) focusNode(here);
  }, [actor, openedId, cursorId, focusNode]);
  // When the outline replaces the drawing, or the reverse, keep the focus in the graph.
  const focusHere = useEffectEvent(() => {
    const active = document.activeElement;
    const wasHere = active === document.body || active?.closest('[data-command-scope="pipeline.graph"]');
    if (wasHere) focusCursor();
  });
  const shown = useRef(isOutline);
  useEffect(() => {
    if (shown.current !== isOutline) focusHere();
    shown.current = isOutline;
  }, [isOutline]);
  return { edit, additions, clipboard, configure, focusNode, focusCursor };
}
