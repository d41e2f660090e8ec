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
    const saved = `v${version} was saved${author ? ` by ${author}` : ''} meanwhile.`;
    if (selectIsDirty(snapshot)) {
      const message = `${saved} Your changes are kept; saving asks which to keep.`;
      notify({ status: 'warning', message });
    } else notify({ status: 'info', message: isPinned ? saved : `${saved} It is on screen now.` });
  });
  useEffect(() => {
    const subscription = actor.on('editor.superseded', ({ version }) => void tell(version));
    return () => subscription.unsubscribe();
  }, [actor]);
  return useCallback((version: number) => own.current.add(version), []);
}
