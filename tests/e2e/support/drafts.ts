import type { Page } from '@playwright/test';

export const storedDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('keyval').objectStore('keyval').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );
