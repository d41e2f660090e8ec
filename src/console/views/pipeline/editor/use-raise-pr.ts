import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { hasChanges, selectIsNew } from '../../../../../machines/pipeline-editor/index.ts';
import { RAISED_TEXT, type RaisePrInput, raisePrMachine } from '../../../../../machines/raise-pr/index.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { paths } from '../../../lib/paths.ts';
import { notify } from '../../../state/toasts.ts';
import { EditorContext } from './editor-context.ts';
import { toRequestBody } from './request-body.ts';

/** Of the service: a pipeline that is not stored yet. */
const NEW_ID = 'new-1';

/**
 * The flow of the dialog 'Raise PR'. Once it is raised, edit mode ends and shows what is stored again; of a new
 * pipeline nothing is, so the list of pull requests opens.
 */
export function useRaisePr() {
  const editor = EditorContext.useActorRef();
  const logic = useMemo(
    () =>
      raisePrMachine.provide({
        actors: {
          raise: fromPromise<{ id: string }, RaisePrInput>(async ({ input, signal }) => {
            const { siteId, pipeline, draft, baseLatestVersion: version } = editor.getSnapshot().context;
            const facts = { siteId, pipelineId: pipeline?.id ?? NEW_ID, version, comment: input.comment };
            const body = toRequestBody(draft, facts);
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
      const isNew = selectIsNew(editor.getSnapshot());
      editor.send(
        isNew ? { type: 'leave.requested', target: paths.pullRequests() } : { type: 'edit.cancel' },
      );
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
