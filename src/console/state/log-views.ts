import type { LogView } from '../../contract/entities/preferences.ts';
import { createStore } from '../lib/store.ts';

/** This person's saved views of Log Search on all sites; undefined until preferences are read. */
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
