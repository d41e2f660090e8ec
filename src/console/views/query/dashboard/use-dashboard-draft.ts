import * as z from 'zod/mini';
import {
  type Dashboard,
  type DashboardContent,
  dashboardPatchSchema,
} from '../../../../contract/entities/dashboard.ts';
import { type SavedQuery, savedQuerySchema } from '../../../../contract/entities/query.ts';
import { sessionStore } from '../../../lib/storage.ts';
import { createStore, useStore } from '../../../lib/store.ts';

const draftsSchema = z.record(
  z.string(),
  z.object({ content: dashboardPatchSchema, revision: z.int(), queries: z.array(savedQuerySchema) }),
);
type Drafts = Readonly<z.infer<typeof draftsSchema>>;
type Draft = Drafts[string];

const KEY = 'penstock.dashboards.drafts';

/** Empty when an earlier console used another format. */
function readDrafts(): Drafts {
  try {
    return draftsSchema.parse(JSON.parse(sessionStore.read(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** Unsaved changes survive other screens, and a reload of the tab. */
const drafts = createStore(readDrafts());

const set = (id: string, draft: Draft | undefined): void => {
  const { [id]: _former, ...others } = drafts.get();
  const next = draft ? { ...others, [id]: draft } : others;
  drafts.set(next);
  sessionStore.write(KEY, JSON.stringify(next));
};

export const toContent = ({
  name,
  description,
  time,
  refreshSeconds,
  variables,
  panels,
}: Dashboard): DashboardContent => ({
  name,
  description,
  time,
  refreshSeconds: refreshSeconds as DashboardContent['refreshSeconds'],
  variables,
  panels,
});

/**
 * The dashboard with local changes. A draft keeps its base version, so that overwriting another person's save
 * is refused.
 */
export function useDashboardDraft(id: string, stored: Dashboard | undefined, shipped: DashboardContent) {
  const draft = useStore(drafts)[id];
  const first = stored ? toContent(stored) : shipped;
  return {
    content: draft?.content ?? first,
    isChanged: draft !== undefined,
    revision: draft?.revision ?? stored?.revision ?? 0,
    /** Queries added to panels here. */
    added: draft?.queries ?? [],
    change: (content: DashboardContent, added?: SavedQuery) => {
      const former = drafts.get()[id];
      if (content === (former?.content ?? first)) return;
      set(id, {
        content,
        revision: former?.revision ?? stored?.revision ?? 0,
        queries: [...(former?.queries ?? []), ...(added ? [added] : [])],
      });
    },
    discard: () => set(id, undefined),
  };
}
