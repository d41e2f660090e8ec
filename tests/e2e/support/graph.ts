import type { Locator, Page } from '@playwright/test';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const graphOf = (page: Page): Locator => page.getByRole('group', { name: 'Pipeline structure' });

/** Accessible names start with the kind. */
export const nodeOf = (page: Page, title: string): Locator =>
  graphOf(page).getByRole('button', {
    name: new RegExp(`^(Source, |Destination, )?[^,]+, ${escaped(title)}(,|$)`),
  });

export const panelOf = (page: Page, title: string): Locator =>
  page.getByRole('complementary', { name: title, exact: true });

/** The open node's exact counts since its first run, by row label. */
export const totalOf = (page: Page, title: string, label: string): Locator =>
  panelOf(page, title)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
    .getByRole('cell')
    .last();
