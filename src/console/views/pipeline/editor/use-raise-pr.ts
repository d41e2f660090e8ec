import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { hasChanges, selectIsNew } from '../../../../../machines/pipeline-editor/index.ts';
import { type Raised, type RaisePrInput, raisePrMachine } from '../../../../../machines/raise-pr/index.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useShownLocation } from '../../../state/location.tsx';
import { notifyRequested, REQUEST_CALLS, sendRequest } from '../../../state/request-draft.ts';
import { getCollectedId } from './draft-slot.ts';
import { EditorContext } from './editor-context.ts';
import { toRequestParts } from './request-body.ts';

/** The service's id for a new pipeline. */
const NEW_ID = 'new-1';

/**
 * The flow of the dialog 'Raise PR'. Afterwards edit mode ends and shows the stored version again; for a new
 * pipeline the list of pull requests opens.
 */
export function useRaisePr() {
  const editor = EditorContext.useActorRef();
  const { search } = useShownLocation();
  const [newId] = useState(() => getCollectedId(search) ?? NEW_ID);
  const logic = useMemo(
    () =>
      raisePrMachine.provide({
        actors: {
          raise: fromPromise<Raised, RaisePrInput>(async ({ input: { way, comment }, signal }) => {
            const { siteId, pipeline, draft, baseLatestVersion: version } = editor.getSnapshot().context;
            const parts = toRequestParts(draft, { pipelineId: pipeline?.id ?? newId, version });
            return { count: (await sendRequest(way, siteId, parts, { comment, signal })).length };
          }),
        },
      }),
    [editor, newId],
  );
  const actor = useActorRef(logic);
  const state = useSelector(actor, ({ value }) => value);
  const comment = useSelector(actor, ({ context }) => context.comment);
  useEffect(() => {
    const done = actor.on('raise.done', ({ way, count }) => {
      notifyRequested(way, count);
      const isNew = selectIsNew(editor.getSnapshot());
      editor.send(
        isNew ? { type: 'leave.requested', target: paths.pullRequests() } : { type: 'edit.cancel' },
      );
      if (hasChanges(editor.getSnapshot().context)) editor.send({ type: 'discard.confirm' });
    });
    const failed = actor.on('raise.failed', ({ way, error }) =>
      reportApiError(error, { id: REQUEST_CALLS[way] }),
    );
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
      collect: () => actor.send({ type: 'raise.collect' }),
      change: (next: string) => actor.send({ type: 'comment.changed', comment: next }),
    }),
    [state, comment, actor],
  );
}
export type RaisePr = ReturnType<typeof useRaisePr>;
