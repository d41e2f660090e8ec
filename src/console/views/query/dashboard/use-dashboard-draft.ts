import type { Dashboard, DashboardContent } from '../../../../contract/entities/dashboard.ts';
import type { SavedQuery } from '../../../../contract/entities/query.ts';
import { createStore, useStore } from '../../../lib/store.ts';

type Draft = { content: DashboardContent; revision: number; queries: readonly SavedQuery[] };

/** What was changed and not saved stays while other screens are shown. */
const drafts = createStore<Readonly<Record<string, Draft>>>({});

const set = (id: string, draft: Draft | undefined): void => {
  const { [id]: _former, ...others } = drafts.get();
  drafts.set(draft ? { ...others, [id]: draft } : others);
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
 * The dashboard with what was changed here. A draft keeps the version that it began with, so that saving it over
 * what another person saved since is refused.
 */
export function useDashboardDraft(id: string, stored: Dashboard | undefined, shipped: DashboardContent) {
  const draft = useStore(drafts)[id];
  const first = stored ? toContent(stored) : shipped;
  return {
    content: draft?.content ?? first,
    isChanged: draft !== undefined,
    revision: draft?.revision ?? stored?.revision ?? 0,
    /** That were added to panels here. */
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
