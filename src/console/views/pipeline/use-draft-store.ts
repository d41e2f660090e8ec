import { useEffect, useRef } from 'react';
import {
  hasChanges,
  isChanged,
  selectDraft,
  selectIsArmed,
} from '../../../../machines/pipeline-editor/index.ts';
import { notify } from '../../actors/toasts.ts';
import { formatDateTime } from '../../widgets/format.ts';
import { draftStore } from './draft-store.ts';
import { EditorContext } from './editor-context.ts';

/** Drafts are written this long after the last change, well within a second. */
const WRITE_AFTER_MS = 400;

/** Keeps unsaved changes in the browser, and offers them again when the pipeline is opened next. */
export function useDraftStore(siteId: string, pipelineId: string | undefined): void {
  const actor = EditorContext.useActorRef();
  const draft = EditorContext.useSelector(selectDraft);
  const isArmed = EditorContext.useSelector(selectIsArmed);
  const isLooked = useRef(false);

  useEffect(() => {
    let isGone = false;
    void draftStore.read(siteId, pipelineId).then((stored) => {
      if (isGone || isLooked.current) return;
      isLooked.current = true;
      const before = actor.getSnapshot();
      if (!stored || hasChanges(before.context) || !isChanged(stored.draft, before.context.base)) return;
      actor.send({ type: 'edit.start' });
      if (!actor.getSnapshot().can({ type: 'draft.restored', draft: stored.draft })) return;
      actor.send({ type: 'draft.restored', draft: stored.draft });
      const latest = before.context.pipeline?.latestGraphVersion ?? 0;
      const newer =
        latest > stored.latestGraphVersion
          ? ` They began from v${stored.latestGraphVersion}; the latest version is v${latest} now.`
          : '';
      const status = newer === '' ? 'info' : 'warning';
      notify({ message: `Unsaved changes of ${formatDateTime(stored.at)} were restored.${newer}`, status });
    });
    return () => {
      isGone = true;
    };
  }, [actor, siteId, pipelineId]);

  useEffect(() => {
    if (isArmed) {
      const timer = setTimeout(() => {
        const { baseLatestVersion } = actor.getSnapshot().context;
        draftStore.write(siteId, pipelineId, {
          draft,
          latestGraphVersion: baseLatestVersion,
          at: Date.now(),
        });
      }, WRITE_AFTER_MS);
      return () => clearTimeout(timer);
    }
    if (isLooked.current) draftStore.remove(siteId, pipelineId);
  }, [isArmed, draft, actor, siteId, pipelineId]);
}
