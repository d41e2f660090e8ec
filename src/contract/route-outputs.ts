export const ROUTE_TEMPLATE_ID = 'route';

/** For events that match no route. */
export const UNMATCHED_OUTPUT = 'unmatched';

/** Usability limit. */
export const ROUTES_MAX = 30;
export const OUTPUT_NAME_MAX_LENGTH = 40;

const readName = (route: unknown): string => {
  const name = typeof route === 'object' && route !== null ? Reflect.get(route, 'name') : undefined;
  return typeof name === 'string' ? name.trim() : '';
};

export const listRouteNames = (config: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(config.routes) ? config.routes.map(readName) : [];

/** Output names in evaluation order; undefined without named outputs. Accepts invalid configurations. */
export function listOutputNames(
  templateId: string,
  config: Readonly<Record<string, unknown>>,
): string[] | undefined {
  if (templateId !== ROUTE_TEMPLATE_ID) return undefined;
  return [...listRouteNames(config), ...(config.unmatched === 'drop' ? [] : [UNMATCHED_OUTPUT])];
}
