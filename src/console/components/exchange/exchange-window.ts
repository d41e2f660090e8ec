import { createStore } from '../../lib/store.ts';

export type ExportOf = {
  siteId: string;
  pipelineIds?: readonly string[];
  alertRuleIds?: readonly string[];
  what: string;
};

export type ExchangeWindow = { kind: 'export'; of: ExportOf } | { kind: 'import'; siteId: string };

export const exchangeWindow = createStore<ExchangeWindow | undefined>(undefined);

export const openExport = (of: ExportOf): void => exchangeWindow.set({ kind: 'export', of });
export const openImport = (siteId: string): void => exchangeWindow.set({ kind: 'import', siteId });
export const closeExchange = (): void => exchangeWindow.set(undefined);
