import type { Locator, Page } from '@playwright/test';

/** As `Total Input 1.2 KB`. */
export const metric = (page: Page, strip: string | RegExp, label: string): Locator =>
  page.getByRole('region', { name: strip }).locator('dl > *').filter({ hasText: label });

const SCALE: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes in a text such as `1.25 MB`; undefined without a number. */
export function bytesIn(text: string): number | undefined {
  const found = /([\d.,]+)\s*(KB|MB|GB|B)\b/.exec(text);
  return found ? Number(found[1]?.replaceAll(',', '')) * (SCALE[found[2] ?? ''] ?? 1) : undefined;
}

/** Percent in a text such as `53.1%`. */
export function percentIn(text: string): number | undefined {
  const found = /([−-]?[\d.]+)\s*%/.exec(text);
  return found ? Number(found[1]?.replace('−', '-')) : undefined;
}

export const rowOf = (page: Page, grid: string, name: string): Locator =>
  page.getByRole('grid', { name: grid, exact: true }).getByRole('row').filter({ hasText: name });

export const stateCell = (page: Page, grid: string, name: string, state: string): Locator =>
  rowOf(page, grid, name).getByRole('gridcell', { name: state, exact: true });

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Thousands, at most two decimals. Independent of the console's own code. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.max(
    0,
    Math.min(units.length - 1, Math.floor((String(Math.round(bytes)).length - 1) / 3)),
  );
  return `${Number((bytes / 1000 ** step).toFixed(2))}${units[step]}`;
}

/** One decimal and a real minus sign. */
export const formatPercent = (percent: number): string => `${percent.toFixed(1).replace('-', '−')}%`;
