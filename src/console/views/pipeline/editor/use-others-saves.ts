import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { selectIsDirty, selectIsEditing } from '../../../../../machines/pipeline-editor/index.ts';
import { callApi } from '../../../api/call-api.ts';
import { notify } from '../../../state/toasts.ts';
import { EditorContext } from './editor-context.ts';

async function fetchAuthor(pipelineId: string, version: number): Promise<string | undefined> {
  try {
    const { data } = await callApi('listVersions', { path: { pipelineId } });
    return data.versions.find((one) => one.version === version)?.createdBy;
  } catch {
    return undefined;
  }
}

/** Errors of a save whose answer was lost; it may have been carried out. */
const LOST = new Set(['NETWORK', 'REQUEST_TIMEOUT']);

type Situation = { isDirty: boolean; isPinned: boolean; isAnswerLost: boolean };

export function describeOthersSave(
  version: number,
  author: string | undefined,
  { isDirty, isPinned, isAnswerLost }: Situation,
): string {
  const saved = `v${version} was saved${author ? ` by ${author}` : ''} in the meantime.`;
  if (!isDirty) return isPinned ? saved : `${saved} It is on screen now.`;
  if (!isAnswerLost)
    return `${saved} Your changes are kept; saving merges both, or asks where you changed the same.`;
  return `${saved} It may be your own save whose answer was lost. Your changes are kept; save again to be sure.`;
}

/**
 * Notifies when someone else saves the pipeline during an edit. An editor without changes loads their
 * version.
 * @param isPinned whether the user chose the shown version, so that it stays
 * @returns marks a version saved on this page by other means, which causes no notification
 */
export function useOthersSaves(pipelineId: string | undefined, isPinned: boolean): (version: number) => void {
  const actor = EditorContext.useActorRef();
  const own = useRef(new Set<number>());
  const tell = useEffectEvent(async (version: number) => {
    if (pipelineId === undefined) return;
    const author = await fetchAuthor(pipelineId, version);
    const snapshot = actor.getSnapshot();
    if (own.current.has(version) || !selectIsEditing(snapshot)) return;
    const isDirty = selectIsDirty(snapshot);
    const isAnswerLost = LOST.has(snapshot.context.failure?.code ?? '');
    const message = describeOthersSave(version, author, { isDirty, isPinned, isAnswerLost });
    notify({ status: isDirty ? 'warning' : 'info', message });
  });
  useEffect(() => {
    const subscription = actor.on('editor.superseded', ({ version }) => void tell(version));
    return () => subscription.unsubscribe();
  }, [actor]);
  return useCallback((version: number) => own.current.add(version), []);
}
