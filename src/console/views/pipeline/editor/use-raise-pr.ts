import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { hasChanges } from '../../../../../machines/pipeline-editor/index.ts';
import { RAISED_TEXT, type RaisePrInput, raisePrMachine } from '../../../../../machines/raise-pr/index.ts';
import { toWireEdges } from '../../../../../machines/save-sequence/save-sequence.steps.ts';
import type { CallBody } from '../../../../contract/calls/index.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { notify } from '../../../state/toasts.ts';
import { EditorContext } from './editor-context.ts';

type EditedContext = ReturnType<ReturnType<typeof EditorContext.useActorRef>['getSnapshot']>['context'];

/** What the editor holds as the body of a pull request. */
function toBody({ siteId, pipeline, draft, baseLatestVersion: version }: EditedContext, comment: string) {
  const metaInfo = Object.fromEntries(
    Object.entries(draft.meta).map(([id, { disabled, notes, outputs }]) => [
      id,
      { ...(disabled ? { disabled } : {}), ...(notes ? { notes } : {}), ...(outputs ? { outputs } : {}) },
    ]),
  );
  const nodes = Object.values(draft.nodes).map((node) => ({
    id: node.id,
    nodeType: node.nodeType,
    name: node.name,
    description: node.description ?? '',
    templateId: node.templateId,
    config: node.nodeType === 'TRANSFORM' ? node.config : {},
  }));
  const { name, description } = draft;
  return {
    changeSet: { siteId, description: comment },
    pipelines: [
      {
        pipeline: { id: pipeline?.id ?? '', name: name.trim(), description },
        graph: { version, edges: toWireEdges(draft), metaInfo },
      },
    ],
    nodes,
  } satisfies CallBody<'createChangeset'>;
}

/** The flow of the dialog 'Raise PR'. Once it is raised, edit mode ends and shows what is stored again. */
export function useRaisePr() {
  const editor = EditorContext.useActorRef();
  const logic = useMemo(
    () =>
      raisePrMachine.provide({
        actors: {
          raise: fromPromise<{ id: string }, RaisePrInput>(async ({ input, signal }) => {
            const body = toBody(editor.getSnapshot().context, input.comment);
            return (await callApi('createChangeset', { body }, { signal })).data;
          }),
        },
      }),
    [editor],
  );
  const actor = useActorRef(logic);
  const state = useSelector(actor, ({ value }) => value);
  const comment = useSelector(actor, ({ context }) => context.comment);
  useEffect(() => {
    const done = actor.on('raise.done', () => {
      notify({ message: RAISED_TEXT, status: 'success' });
      editor.send({ type: 'edit.cancel' });
      if (hasChanges(editor.getSnapshot().context)) editor.send({ type: 'discard.confirm' });
    });
    const failed = actor.on('raise.failed', ({ error }) => reportApiError(error, { id: 'createChangeset' }));
    return () => {
      done.unsubscribe();
      failed.unsubscribe();
    };
  }, [actor, editor]);
  return useMemo(
    () => ({
      state,
      comment,
      open: () => actor.send({ type: 'raise.open' }),
      cancel: () => actor.send({ type: 'raise.cancel' }),
      submit: () => actor.send({ type: 'raise.submit' }),
      change: (next: string) => actor.send({ type: 'comment.changed', comment: next }),
    }),
    [state, comment, actor],
  );
}
export type RaisePr = ReturnType<typeof useRaisePr>;
