import { useCallback, useState } from 'react';
import type { EditorEvent, NewNode } from '../../../../../machines/pipeline-editor/index.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { fetchCall } from '../../../api/use-call.ts';
import type { Place } from '../scope.ts';
import { findNodeOfChoice, toAdditionEvent, toPlacedNode } from './additions.ts';
import { EditorContext } from './editor-context.ts';
import type { Catalogue } from './use-catalogue.ts';

type Wanted = { kind: 'source' | 'sink'; templateId: string | undefined; place: Place };

/** Adds what a command chose. A new source or destination is first created in a dialog. */
export function useAdditions(
  catalogue: Catalogue,
  edit: (event: EditorEvent) => void,
  open: (id: string, name: string) => void,
) {
  const actor = EditorContext.useActorRef();
  const [wanted, setWanted] = useState<Wanted>();

  const place = useCallback(
    (node: NewNode, at: Place) => {
      const { context } = actor.getSnapshot();
      const id = node.id ?? `new-${context.nextNumber}`;
      edit(toAdditionEvent(node, at, context.draft));
      if (node.nodeType === 'TRANSFORM') open(id, node.name);
    },
    [actor, edit, open],
  );
  const add = useCallback(
    (choice: string, at: Place) => {
      const [, kind, templateId] = /^new:(source|sink)(?::(.+))?$/.exec(choice) ?? [];
      if (kind === 'source' || kind === 'sink') return setWanted({ kind, templateId, place: at });
      const node = findNodeOfChoice(choice, actor.getSnapshot().context.draft, catalogue);
      if (node) place(node, at);
    },
    [actor, catalogue, place],
  );
  const made = useCallback(
    (id: string | undefined, inDraft?: NewNode) => {
      setWanted(undefined);
      if (id === undefined || !wanted) return;
      const { kind, place: at } = wanted;
      if (inDraft) return place(inDraft, at);
      const read =
        kind === 'source'
          ? fetchCall('getSource', { path: { id } }).then((answer) => answer.source)
          : fetchCall('getSink', { path: { id } }).then((answer) => answer.sink);
      read.then(
        (entity) => place(toPlacedNode(kind, entity), at),
        (error: unknown) => void reportApiError(error, { id: kind === 'source' ? 'getSource' : 'getSink' }),
      );
    },
    [wanted, place],
  );
  return { wanted, add, made };
}
