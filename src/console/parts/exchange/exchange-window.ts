import { createStore } from '../../commands/store.ts';

/** What is exported: the whole site, or pipelines by id with the words for them. */
export type ExportOf = { siteId: string; pipelineIds?: readonly string[]; what: string };

export type ExchangeWindow = { kind: 'export'; of: ExportOf } | { kind: 'import'; siteId: string };

/** The window for import or export that is open. */
export const exchangeWindow = createStore<ExchangeWindow | undefined>(undefined);

export const openExport = (of: ExportOf): void => exchangeWindow.set({ kind: 'export', of });
export const openImport = (siteId: string): void => exchangeWindow.set({ kind: 'import', siteId });
export const closeExchange = (): void => exchangeWindow.set(undefined);
