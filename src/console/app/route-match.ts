import type { Flag } from '../../contract/flags.ts';
import { isFlagOn, type RouteFlag } from './route-flag.ts';

type Matched = { patterns: readonly string[]; flag?: RouteFlag };

/** `:name` in both keys keeps that part of the path. */
export type Redirect = { from: string; to: string };

export type RouteMatch<R extends Matched> =
  | { kind: 'route'; route: R }
  | { kind: 'redirect'; to: string }
  /** The route exists, but its flag is not read yet. */
  | { kind: 'pending' }
  | { kind: 'none' };

function splitPath(path: string): string[] | undefined {
  const parts = path.replace(/^\/|\/$/g, '').split('/');
  if (parts.length > 1 && parts.includes('')) return undefined;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matchParameters(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = splitPath(pattern);
  const given = splitPath(path);
  if (!wanted || wanted.length !== given?.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return values;
}

export const findRouteOfPath = <R extends Matched>(routes: readonly R[], path: string): R | undefined =>
  routes.find((route) => route.patterns.some((pattern) => matchParameters(pattern, path) !== undefined));

/** The first match wins; a route whose flag is off is not found. */
export function matchRoute<R extends Matched>(
  table: { routes: readonly R[]; redirects: readonly Redirect[] },
  path: string,
  flags: ReadonlySet<Flag> | undefined,
): RouteMatch<R> {
  for (const { from, to } of table.redirects) {
    const values = matchParameters(from, path);
    if (values)
      return { kind: 'redirect', to: to.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '') };
  }
  const route = findRouteOfPath(table.routes, path);
  if (!route) return { kind: 'none' };
  if (route.flag === undefined || (flags && isFlagOn(route.flag, flags))) return { kind: 'route', route };
  return flags === undefined ? { kind: 'pending' } : { kind: 'none' };
}
