import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenCalls } from '../../contract/calls/screen.ts';
import { ROUTE_TABLE } from './route-table.ts';

/** What a screen loads before drawing. */
export type FirstCode = { patterns: readonly string[]; modules: readonly string[] };

const LOADERS = /const (SCREENS|COMMAND_PARTS) = \{([\s\S]*?)\n\} satisfies/g;
const LOADER = /^ {2}(\w+): [\s\S]*?import\('(\.[^']+)'\)/gm;
/** Loaded by the dashboard once there is a pipeline. */
const OF_DASHBOARD = ['DashboardPage', 'DashboardHead', 'SiteOverview'].map(
  (name) => `views/dashboard/${name}.tsx`,
);

/** Calls a screen makes before drawing, unless in the first file. */
const SCREEN_CALLS = '../contract/calls/screen.ts';

/** Names and files of the loaders in `screens.ts`, read from its text. */
function readLoaders(folder: string): (table: string, name: string) => string {
  const text = readFileSync(join(folder, 'app/screens.ts'), 'utf8');
  const files = new Map<string, string>();
  for (const [, table, body = ''] of text.matchAll(LOADERS))
    for (const [, name, path = ''] of body.matchAll(LOADER)) files.set(`${table} ${name}`, join('app', path));
  return (table, name) => {
    const file = files.get(`${table} ${name}`);
    if (file === undefined) throw new Error(`src/console/app/screens.ts: ${table} has no '${name}'`);
    return file;
  };
}

/**
 * @param folder `src/console`
 * @returns modules below that folder for each route @throws Error when `screens.ts` lacks a screen or its
 * commands
 */
export function readFirstCode(folder: string): FirstCode[] {
  const find = readLoaders(folder);
  return ROUTE_TABLE.map(({ patterns, screen, commands, reads }) => ({
    patterns,
    modules: [
      ...(screen === 'dashboard' ? OF_DASHBOARD : [find('SCREENS', screen)]),
      ...(reads !== undefined && reads in screenCalls ? [SCREEN_CALLS] : []),
      ...commands.map((part) => find('COMMAND_PARTS', part)),
      // Imported by every screen's loader.
      'app/screens.ts',
    ],
  }));
}
