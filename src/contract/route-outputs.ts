/** The transform whose events leave by named outputs. */
export const ROUTE_TEMPLATE_ID = 'route';

/** Where events go that no route takes, while the node lets them out. */
export const UNMATCHED_OUTPUT = 'unmatched';

/** A choice among more outputs than this is no longer one a person can follow. */
export const ROUTES_MAX = 30;
export const OUTPUT_NAME_MAX_LENGTH = 40;

const nameOf = (route: unknown): string => {
  const name = typeof route === 'object' && route !== null ? Reflect.get(route, 'name') : undefined;
  return typeof name === 'string' ? name.trim() : '';
};

/** Names of the routes of a configuration in their order; an empty text where one has none yet. */
export const routeNamesOf = (config: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(config.routes) ? config.routes.map(nameOf) : [];

/**
 * Names of the outputs of a node, in the order in which it tries them; undefined for a node whose events all
 * leave the same way. The configuration need not be valid.
 */
export function outputNamesOf(
  templateId: string,
  config: Readonly<Record<string, unknown>>,
): string[] | undefined {
  if (templateId !== ROUTE_TEMPLATE_ID) return undefined;
  return [...routeNamesOf(config), ...(config.unmatched === 'drop' ? [] : [UNMATCHED_OUTPUT])];
}
