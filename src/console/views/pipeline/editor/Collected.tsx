import { useEffect, useRef } from 'react';
import { selectIsEditing } from '../../../../../machines/pipeline-editor/index.ts';
import type { DraftContent } from '../../../../contract/entities/changeset.ts';
import { type Draft, emptyDraft, type NodeMeta } from '../../../../graph/draft.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { useStore } from '../../../lib/store.ts';
import { collected, OPENED_TEXT } from '../../../state/request-draft.ts';
import { notify } from '../../../state/toasts.ts';
import { EditorContext } from './editor-context.ts';
import type { Catalogue } from './use-catalogue.ts';

/** Transforms of the stored version keep their lineage, so that their metrics continue. */
function toDraft({ pipeline }: DraftContent, base: Draft, { templates }: Catalogue): Draft | undefined {
  if (!pipeline) return undefined;
  const { name, description } = pipeline.pipeline;
  const { edges, metaInfo } = pipeline.graph;
  const names = new Map(templates.map(({ nodeType, id, name: title }) => [`${nodeType} ${id}`, title]));
  const draft: Draft = { ...emptyDraft(name), description: description ?? '', edges };
  for (const { description: text, ...node } of pipeline.nodes) {
    const templateName = names.get(`${node.nodeType} ${node.templateId}`) ?? node.templateId;
    const said = text ? { description: text } : {};
    draft.nodes[node.id] = { ...node, ...said, templateName, config: node.config ?? {} };
    const lineageId = base.meta[node.id]?.lineageId;
    const meta: NodeMeta = { ...metaInfo?.[node.id], ...(lineageId ? { lineageId } : {}) };
    draft.meta[node.id] = meta;
  }
  return draft;
}

type CollectedProps = { id: string; siteId: string; catalogue: Catalogue };

/** Starts editing with the user's collected change; a later collected change replaces it. */
export default function Collected({ id, siteId, catalogue }: CollectedProps) {
  const actor = EditorContext.useActorRef();
  const changes = useStore(collected);
  const found = changes.find((one) => one.id === id && one.change !== 'delete');
  const isEditing = EditorContext.useSelector(selectIsEditing);
  const opened = useRef<string>(undefined);
  const isReady = catalogue.templates.length > 0;
  const asked = found && isEditing && isReady ? `${found.id} ${found.updatedAt}` : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another collected change is a reason to open it
  useEffect(() => {
    if (!isEditing) opened.current = undefined;
    if (!found || asked === undefined || opened.current === asked) return;
    opened.current = asked;
    const begun = actor.getSnapshot().context.draft;
    const abort = new AbortController();
    callApi(
      'getChangesetDraftContent',
      { query: { siteId, draftChangeId: found.id } },
      { signal: abort.signal },
    ).then(
      ({ data }) => {
        const { context } = actor.getSnapshot();
        const draft = toDraft(data.content, context.base, catalogue);
        // What was typed meanwhile, or kept from an earlier edit, is newer.
        if (!draft || context.draft !== begun || context.past.length > 0) return;
        const stored = { draft, past: [], future: [] };
        if (!actor.getSnapshot().can({ type: 'draft.restored', stored })) return;
        actor.send({ type: 'draft.restored', stored });
        notify({ message: OPENED_TEXT, status: 'info' });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) reportApiError(error, { id: 'getChangesetDraftContent' });
      },
    );
    return () => abort.abort();
  }, [asked, isEditing]);
  return null;
}
