import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL, URL } from 'node:url';

const FOLDER = resolve(import.meta.dirname, '../../../.build/console');
const ASSETS = pathToFileURL(join(FOLDER, 'assets/')).href;
const ENTRY = /<script type="module" crossorigin src="\/assets\/(index-[^"]+\.js)">/;

// What a module of a page imports belongs to that page.
registerHooks({
  resolve: (specifier, context, next) => {
    if (!context.parentURL?.startsWith(ASSETS)) return next(specifier, context);
    const url = new URL(specifier, context.parentURL);
    url.search = new URL(context.parentURL).search;
    return { url: url.href, format: 'module', shortCircuit: true };
  },
});

/**
 * Runs the console as it was built, with modules of its own for each page, as in a browser. Node has to load this
 * file itself: Vitest's own imports know no pages.
 */
export function loadConsole(page: number): Promise<unknown> {
  const [, entry] = ENTRY.exec(readFileSync(join(FOLDER, 'index.html'), 'utf8')) ?? [];
  if (entry === undefined) throw new Error('the built console has no entry');
  return import(`${ASSETS}${entry}?page=${page}`);
}
