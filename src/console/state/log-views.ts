import type { LogView } from '../../contract/entities/preferences.ts';
import { createStore } from '../lib/store.ts';

/** Saved views of Log Search of this person, on all sites; undefined until their preferences are read. */
export const savedLogViews = createStore<readonly LogView[] | undefined>(undefined);

export const readLogViews = (): Promise<readonly LogView[]> =>
  new Promise((resolve) => {
    const take = () => {
      const views = savedLogViews.get();
      if (!views) return;
      stop();
      resolve(views);
    };
    const stop = savedLogViews.subscribe(take);
    take();
  });
