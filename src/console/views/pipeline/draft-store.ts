import { del, get, set } from 'idb-keyval';
import type { Draft } from '../../../../machines/pipeline-editor/index.ts';

/** A draft kept in the browser until it is saved or discarded. */
export type StoredDraft = {
  draft: Draft;
  /** Latest version when the edit began. */
  latestGraphVersion: number;
  /** Milliseconds. */
  at: number;
};

const keyOf = (siteId: string, pipelineId: string | undefined): string =>
  `penstock.draft.${siteId}.${pipelineId ?? 'new'}`;

const isStored = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'draft' in value && 'at' in value;

/** IndexedDB that never throws: where it is missing, drafts live as long as the page. */
export const draftStore = {
  read: async (siteId: string, pipelineId: string | undefined): Promise<StoredDraft | undefined> => {
    try {
      const value: unknown = await get(keyOf(siteId, pipelineId));
      return isStored(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  write: (siteId: string, pipelineId: string | undefined, stored: StoredDraft): void => {
    set(keyOf(siteId, pipelineId), withoutSecrets(stored)).catch(() => undefined);
  },
  remove: (siteId: string, pipelineId: string | undefined): void => {
    del(keyOf(siteId, pipelineId)).catch(() => undefined);
  },
};

/** Only transforms keep their configuration; sources and destinations are where secrets are. */
function withoutSecrets(stored: StoredDraft): StoredDraft {
  const nodes = Object.fromEntries(
    Object.entries(stored.draft.nodes).map(([id, node]) => [
      id,
      node.nodeType === 'TRANSFORM' ? node : { ...node, config: {} },
    ]),
  );
  return { ...stored, draft: { ...stored.draft, nodes } };
}
