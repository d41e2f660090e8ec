import type { Locator, Page } from '@playwright/test';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const graphOf = (page: Page): Locator => page.getByRole('group', { name: 'Pipeline structure' });

/** A node of the drawing by its title; its accessible name begins with its kind. */
export const nodeOf = (page: Page, title: string): Locator =>
  graphOf(page).getByRole('button', {
    name: new RegExp(`^(Source, |Destination, )?[^,]+, ${escaped(title)}(,|$)`),
  });

/** The panel of a node beside the graph. */
export const panelOf = (page: Page, title: string): Locator =>
  page.getByRole('complementary', { name: title, exact: true });

/** The exact counts of the open node since it first ran, by the label of their row. */
export const totalOf = (page: Page, title: string, label: string): Locator =>
  panelOf(page, title)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
    .getByRole('cell')
    .last();
