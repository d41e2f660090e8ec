import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { selectIsDirty, selectIsEditing } from '../../../../machines/pipeline-editor/index.ts';
import { notify } from '../../actors/toasts.ts';
import { callApi } from '../../api/call-api.ts';
import { EditorContext } from './editor-context.ts';

/** Who saved a version; left out where the list cannot be read. */
async function authorOf(pipelineId: string, version: number): Promise<string | undefined> {
  try {
    const { data } = await callApi('listVersions', { path: { pipelineId } });
    return data.versions.find((one) => one.version === version)?.createdBy;
  } catch {
    return undefined;
  }
}

/** How a save fails whose answer did not come: it may have been carried out all the same. */
const LOST = new Set(['NETWORK', 'REQUEST_TIMEOUT']);

type Situation = { isDirty: boolean; isPinned: boolean; isAnswerLost: boolean };

/** What is said of a version that came up while the pipeline is edited. */
export function savedMeanwhile(
  version: number,
  author: string | undefined,
  { isDirty, isPinned, isAnswerLost }: Situation,
): string {
  const saved = `v${version} was saved${author ? ` by ${author}` : ''} meanwhile.`;
  if (!isDirty) return isPinned ? saved : `${saved} It is on screen now.`;
  if (!isAnswerLost) return `${saved} Your changes are kept; saving asks which to keep.`;
  return `${saved} It may be your own save, whose answer was lost. Your changes are kept; save again to be sure.`;
}

/**
 * Tells while the pipeline is edited that someone else saved it: an editor without changes follows to their
 * version, one with changes asks when it saves (R4-134).
 * @param isPinned whether a person chose the version on screen, so that it stays.
 * @returns takes a version that was made from this page in another way, of which nothing is to be told.
 */
export function useOthersSaves(pipelineId: string | undefined, isPinned: boolean): (version: number) => void {
  const actor = EditorContext.useActorRef();
  const own = useRef(new Set<number>());
  const tell = useEffectEvent(async (version: number) => {
    if (pipelineId === undefined) return;
    const author = await authorOf(pipelineId, version);
    const snapshot = actor.getSnapshot();
    if (own.current.has(version) || !selectIsEditing(snapshot)) return;
    const isDirty = selectIsDirty(snapshot);
    const isAnswerLost = LOST.has(snapshot.context.failure?.code ?? '');
    const message = savedMeanwhile(version, author, { isDirty, isPinned, isAnswerLost });
    notify({ status: isDirty ? 'warning' : 'info', message });
  });
  useEffect(() => {
    const subscription = actor.on('editor.superseded', ({ version }) => void tell(version));
    return () => subscription.unsubscribe();
  }, [actor]);
  return useCallback((version: number) => own.current.add(version), []);
}
