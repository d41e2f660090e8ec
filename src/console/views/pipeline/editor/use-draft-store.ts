import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import {
  hasChanges,
  selectIsEditing,
  selectMayBeKept,
} from '../../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { isChanged } from '../../../../graph/draft.ts';
import { callApi } from '../../../api/call-api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../state/toasts.ts';
import { sourceArchival } from '../create/source-archival.ts';
import { useDraftSlot } from './draft-slot.ts';
import { createDraftCleaner, draftStore, type StoredDraft, type UnsavedPipeline } from './draft-store.ts';
import { EditorContext } from './editor-context.ts';
import { createPacedWriter } from './paced-writer.ts';
import { removeSecrets } from './secrets.ts';
import { useCatalogue } from './use-catalogue.ts';

/** A tab that is killed loses about this much typing. */
const WRITE_EVERY_MS = 200;

const describeNewerVersion = (stored: StoredDraft, latest: number): string =>
  latest > stored.latestGraphVersion
    ? ` They are based on v${stored.latestGraphVersion}; the latest version is v${latest} now.`
    : '';

function describeOtherDrafts(others: readonly UnsavedPipeline[]): string {
  const [first] = others;
  if (!first) return '';
  const what =
    others.length === 1
      ? `Another new pipeline${first.name === '' ? '' : `, '${first.name}',`} is unsaved`
      : `${others.length} other new pipelines are unsaved`;
  return ` ${what}: 'Open an unsaved new pipeline' in the palette.`;
}

/** Undefined when the pipeline was deleted or has a graph by now. */
async function findPipelineWithoutGraph(pipelineId: string): Promise<Pipeline | undefined> {
  try {
    const { pipeline } = (await callApi('getPipeline', { path: { pipelineId } })).data;
    return pipeline.latestGraphVersion === 0 && pipeline.status !== 'DELETED' ? pipeline : undefined;
  } catch {
    return undefined;
  }
}

export function useDraftStore(siteId: string, pipelineId: string | undefined): void {
  const actor = EditorContext.useActorRef();
  const slot = useDraftSlot(pipelineId);
  const { templates } = useCatalogue(siteId);
  const mayBeKept = EditorContext.useSelector(selectMayBeKept);
  const isLooked = useRef(false);
  const clean = useMemo(() => {
    const formats = new Map(
      templates.flatMap(({ nodeType, id, configFormat }) =>
        nodeType === 'TRANSFORM' ? [[id, configFormat] as const] : [],
      ),
    );
    return createDraftCleaner(({ templateId, config }) => removeSecrets(formats.get(templateId), config));
  }, [templates]);

  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const kept = await draftStore.read(siteId, slot);
      return kept?.madeId === undefined
        ? kept
        : { ...kept, made: await findPipelineWithoutGraph(kept.madeId) };
    };
    void read().then(async (stored) => {
      if (isGone || isLooked.current) return;
      isLooked.current = true;
      const { context } = actor.getSnapshot();
      if (!stored || hasChanges(context) || context.past.length > 0) return;
      const hasUnsaved = isChanged(stored.draft, context.base);
      const latest = context.pipeline?.latestGraphVersion ?? 0;
      // Without unsaved changes, steps are only restored in edit mode at the same version.
      if (!hasUnsaved && (!selectIsEditing(actor.getSnapshot()) || latest !== stored.latestGraphVersion))
        return;
      actor.send({ type: 'edit.start' });
      if (!actor.getSnapshot().can({ type: 'draft.restored', stored })) return;
      actor.send({ type: 'draft.restored', stored });
      if (stored.archival) sourceArchival.choose(stored.archival);
      else sourceArchival.forget();
      if (!hasUnsaved) return;
      const newer = describeNewerVersion(stored, latest);
      const status = newer === '' ? 'info' : 'warning';
      const others =
        pipelineId === undefined ? describeOtherDrafts(await draftStore.newOnes(siteId, slot)) : '';
      const message = `Unsaved changes of ${formatDateTime(stored.at)} were restored.${newer}${others}`;
      notify({ message, status });
    });
    return () => {
      isGone = true;
    };
  }, [actor, siteId, pipelineId, slot]);

  const isCreated = useEffectEvent(
    () => pipelineId === undefined && actor.getSnapshot().context.shownVersion > 0,
  );
  const write = useEffectEvent(() => {
    const { context } = actor.getSnapshot();
    const { draft, past, future, baseLatestVersion, pipeline } = context;
    // A newly created pipeline continues on its own screen, with edits made meanwhile.
    if (isCreated() && !hasChanges(context)) return;
    const madeId = pipelineId === undefined && !isCreated() ? pipeline?.id : undefined;
    const archival = pipelineId === undefined && !isCreated() ? sourceArchival.read() : undefined;
    const at = Date.now();
    const stored = { draft, past, future, latestGraphVersion: baseLatestVersion, madeId, archival, at };
    void draftStore.write(siteId, (isCreated() ? pipeline?.id : undefined) ?? slot, clean(stored));
  });
  useEffect(() => {
    if (!mayBeKept) return;
    let written: unknown;
    const writeNow = () => {
      const snapshot = actor.getSnapshot();
      const { draft } = snapshot.context;
      if (draft === written || !selectMayBeKept(snapshot)) return;
      written = draft;
      write();
    };
    const writer = createPacedWriter(writeNow, WRITE_EVERY_MS);
    const onChange = () => {
      const snapshot = actor.getSnapshot();
      if (selectMayBeKept(snapshot)) {
        // A screen about to close writes at once.
        if (isCreated()) writeNow();
        else if (snapshot.context.draft !== written) writer.note();
        return;
      }
      // Discarded or saved: remove at once, since the screen may unmount before the next render.
      writer.drop();
      draftStore.remove(siteId, slot);
    };
    const subscription = actor.subscribe(onChange);
    onChange();
    window.addEventListener('pagehide', writeNow);
    return () => {
      subscription.unsubscribe();
      window.removeEventListener('pagehide', writeNow);
      // The screen can unmount at any time, for example when the session ends, so write pending edits.
      writer.flush();
    };
  }, [mayBeKept, actor, siteId, slot]);
}
