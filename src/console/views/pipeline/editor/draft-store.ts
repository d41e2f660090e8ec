import { createStore, del, get, keys, promisifyRequest } from 'idb-keyval';
import type { EditStep, KeptDraft } from '../../../../../machines/pipeline-editor/index.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { queryClient } from '../../../api/query-client.ts';
import { callQuery } from '../../../api/use-call.ts';
import type { SourceArchival } from '../create/source-archival.ts';
import { NEW } from './draft-slot.ts';

export type StoredDraft = KeptDraft & {
  latestGraphVersion: number;
  /** Id of a pipeline whose create succeeded but whose graph was not saved. */
  madeId?: string | undefined;
  archival?: SourceArchival | undefined;
  /** Milliseconds. */
  at: number;
};

/** Undo steps kept across a reload. */
export const KEPT_STEPS = 50;

const SESSION = { ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY };
/** Last signed-in user: finds the draft to discard after the session has ended. */
let lastPerson: string | undefined;

/** Drafts are separate per user of the same browser. */
async function buildDraftKey(siteId: string, slot: string): Promise<string> {
  lastPerson = queryClient.getQueryData(SESSION.queryKey)?.user.id ?? lastPerson;
  lastPerson ??= (await queryClient.fetchQuery(SESSION).catch(() => undefined))?.user.id;
  return `penstock.draft.${lastPerson ?? 'nobody'}.${siteId}.${slot}`;
}

export type UnsavedPipeline = {
  /** Empty while it has none. */
  name: string;
  nodeCount: number;
  /** Milliseconds. */
  at: number;
  /** Query string. */
  search: string;
};

const isDraft = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'nodes' in value && 'edges' in value && 'meta' in value;

const isStored = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'draft' in value && 'at' in value && isDraft(value.draft);

/** These are idb-keyval's own default names. */
const keyval = createStore('keyval-store', 'keyval');

/**
 * Commits explicitly, without waiting for the write's result: a tab that is killed or too busy meanwhile
 * would lose it.
 */
const put = (key: string, stored: StoredDraft): Promise<void> =>
  keyval('readwrite', (store) => {
    store.put(stored, key);
    store.transaction.commit();
    return promisifyRequest(store.transaction);
  });

/** IndexedDB that never throws. If unavailable, drafts last as long as the page. */
export const draftStore = {
  read: async (siteId: string, slot: string): Promise<StoredDraft | undefined> => {
    try {
      const value: unknown = await get(await buildDraftKey(siteId, slot), keyval);
      return isStored(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  /** `stored` must have passed `createDraftCleaner`. */
  write: async (siteId: string, slot: string, stored: StoredDraft): Promise<void> => {
    await buildDraftKey(siteId, slot)
      .then((key) => put(key, stored))
      .catch(() => undefined);
  },
  /** Newest first. */
  newOnes: async (siteId: string, except?: string): Promise<UnsavedPipeline[]> => {
    try {
      const start = await buildDraftKey(siteId, '');
      const slots = (await keys<string>(keyval)).flatMap((key) => {
        const slot = key.startsWith(start) ? key.slice(start.length) : '';
        return (slot === NEW || slot.startsWith(`${NEW}?`)) && slot !== except ? [slot] : [];
      });
      const read = await Promise.all(
        slots.map(async (slot) => {
          const stored = await draftStore.read(siteId, slot);
          if (!stored) return [];
          const { name, nodes } = stored.draft;
          const nodeCount = Object.keys(nodes).length;
          return [{ name: name.trim(), nodeCount, at: stored.at, search: slot.slice(NEW.length) }];
        }),
      );
      return read.flat().sort((a, b) => b.at - a.at);
    } catch {
      return [];
    }
  },
  remove: (siteId: string, slot: string): void => {
    buildDraftKey(siteId, slot)
      .then((key) => del(key, keyval))
      .catch(() => undefined);
  },
};

export type CleanConfig = (node: DraftNode) => Record<string, unknown>;

/**
 * Removes secrets and the configuration of sources and destinations. The same node gives the same object, so
 * that stored steps still share nodes.
 */
export function createDraftCleaner(cleanConfig: CleanConfig): (stored: StoredDraft) => StoredDraft {
  const cleaned = new WeakMap<DraftNode, DraftNode>();
  const cleanNode = (node: DraftNode): DraftNode => {
    const known = cleaned.get(node);
    if (known) return known;
    const clean = { ...node, config: node.nodeType === 'TRANSFORM' ? cleanConfig(node) : {} };
    cleaned.set(node, clean);
    return clean;
  };
  const cleanDraft = (draft: Draft): Draft => ({
    ...draft,
    nodes: Object.fromEntries(Object.entries(draft.nodes).map(([id, node]) => [id, cleanNode(node)])),
  });
  const cleanSteps = (steps: readonly EditStep[] = []): EditStep[] =>
    steps.slice(-KEPT_STEPS).map(({ label, draft }) => ({ label, draft: cleanDraft(draft) }));
  return (stored) => ({
    ...stored,
    draft: cleanDraft(stored.draft),
    past: cleanSteps(stored.past),
    future: cleanSteps(stored.future),
  });
}
