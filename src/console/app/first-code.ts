import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a screen loads before it is drawn, read from the tables of routes and screens. */
export type FirstCode = { patterns: readonly string[]; modules: readonly string[] };

const ROUTE =
  /patterns: \[([^\]]+)\],\s+view: (?:createScreenView\('(\w+)'([^)]*)\)|createLazyView\(\(\) => import\('([^']+)'\)\)),/g;
const IMPORTED = /(\w+): (?:async )?\(\) =>[^;]*?import\('(\.[^']+)'\)/g;
/** A page that asks first names what it draws next to it, for all but an empty site. */
const NEXT = /withCommands\(import\('\.\/(\w+)\.tsx'\)\)/g;
/** Imported by the loader of every screen. */
const OF_ALL = ['app/screens.ts', 'lib/icons/screen-icons.ts'];

const readQuoted = (text: string): string[] =>
  [...text.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');

/**
 * @param folder `src/console`
 * @returns modules below that folder for each route of the table @throws Error when the tables are not as expected
 */
export function readFirstCode(folder: string): FirstCode[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const [, screens = '', parts = ''] =
    /const SCREENS = \{([\s\S]*?)\n\} satisfies[\s\S]*const COMMAND_PARTS = \{([\s\S]*?)\n\} satisfies/.exec(
      read('app/screens.ts'),
    ) ?? [];
  const list = (table: string) =>
    new Map(
      [
        ...table.replaceAll(/\{\s*(?:\/\/[^\n]*\n)?\s*keepKeysAhead\(\);\s*return/g, '').matchAll(IMPORTED),
      ].map(([, name = '', path = '']) => [name, join('app', path)] as const),
    );
  const [files, sets] = [list(screens), list(parts)];
  const find = (table: ReadonlyMap<string, string>, name: string): string => {
    const file = table.get(name);
    if (file === undefined) throw new Error(`src/console/app/screens.ts names no '${name}'`);
    return file;
  };
  const routes = [...read('app/routes.ts').matchAll(ROUTE)].map(
    ([, patterns = '', name, more = '', path]) => {
      if (name !== undefined)
        return {
          patterns: readQuoted(patterns),
          modules: [find(files, name), ...readQuoted(more).map((part) => find(sets, part)), ...OF_ALL],
        };
      const page = join('app', path ?? '');
      const next = [...read(page).matchAll(NEXT)].map((match) => join(page, '..', `${match[1]}.tsx`));
      return {
        patterns: readQuoted(patterns),
        modules: [page, ...next, find(sets, 'lists'), find(sets, 'pipelines'), ...OF_ALL],
      };
    },
  );
  if (routes.length === 0) throw new Error('src/console/app/routes.ts has no routes as expected');
  return routes;
}
