import type {
  Choices,
  FilterBarContext,
  FilterBarDefinition,
  FilterDefinition,
  Selection,
  UrlParameters,
} from './filter-bar.types.ts';
import { isValid, listSelectedValues, setChoice } from './selection.ts';

/** Query parameters whose name differs from the filter id. */
const URL_NAMES: Readonly<Record<string, string>> = {
  source: 'sourceIds',
  destination: 'sinkIds',
  pipeline: 'pipelineIds',
  status: 'statuses',
  errorLevel: 'errorlevel',
};

export const getUrlName = (filterId: string): string => URL_NAMES[filterId] ?? filterId;

/** A parameter without a value: nothing in a multi filter, `all` in a single one. */
const EMPTY = '';

/** Multiple values repeat the key. */
function readChoiceFromQuery(filter: FilterDefinition, query: URLSearchParams): Selection | undefined {
  const values = query.getAll(getUrlName(filter.id));
  if (values.length === 0) return undefined;
  if (values.length > 1 || values[0] !== EMPTY) return values;
  return filter.kind === 'single' ? 'all' : [];
}

const isSelection = (value: unknown): value is Selection =>
  value === 'all' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Empty when the text is malformed, or belongs to another site and the bar stores per site. */
function readChoicesFromStore(
  { resetsOnSiteChange }: FilterBarDefinition,
  siteId: string,
  text: string | undefined,
): Choices {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    if (resetsOnSiteChange && Reflect.get(stored, 'site') !== siteId) return {};
    const filters: unknown = Reflect.get(stored, 'filters');
    if (typeof filters !== 'object' || filters === null) return {};
    return Object.fromEntries(
      Object.entries(filters).filter((entry): entry is [string, Selection] => isSelection(entry[1])),
    );
  } catch {
    return {};
  }
}

/**
 * Initial selection of each filter: URL, else storage, else default. Invalid values give the default and set
 * `wasInvalid`.
 */
export function loadChoices(
  context: Pick<FilterBarContext, 'definition' | 'siteId' | 'values'>,
  kept: { query: string; stored?: string | undefined },
): { choices: Choices; wasInvalid: boolean } {
  const { definition, siteId, values } = context;
  const query = new URLSearchParams(definition.mirrorsUrl ? kept.query : '');
  const stored = definition.store === 'none' ? {} : readChoicesFromStore(definition, siteId, kept.stored);
  let choices: Choices = {};
  let wasInvalid = false;
  for (const filter of definition.filters) {
    const found = readChoiceFromQuery(filter, query) ?? stored[filter.id];
    if (found === undefined) continue;
    if (isValid(filter, found, values[filter.id])) choices = setChoice(choices, filter, found, values);
    else wasInvalid = true;
  }
  return { choices, wasInvalid };
}

/** Undefined when every filter has its default. */
export function formatStoredChoices({ choices, siteId }: FilterBarContext): string | undefined {
  if (Object.keys(choices).length === 0) return undefined;
  return JSON.stringify({ site: siteId, filters: choices });
}

/** Servers refuse longer URLs; larger selections are only stored. */
export const URL_VALUES_MAX = 100;

function getParameter(filter: FilterDefinition, { choices, values }: FilterBarContext): readonly string[] {
  const choice = choices[filter.id];
  if (choice === undefined) return [];
  if (filter.kind === 'single' && choice === 'all') return [EMPTY];
  if (choice.length === 0) return [EMPTY];
  // `all` is written as its values, so that the URL lists what it shows.
  const written = listSelectedValues(choice, values[filter.id]);
  return written.length > URL_VALUES_MAX ? [] : written;
}

/** Defaults are left out. */
export const buildUrlParameters = (context: FilterBarContext): UrlParameters =>
  Object.fromEntries(
    context.definition.filters.map((filter) => [getUrlName(filter.id), getParameter(filter, context)]),
  );

export function isMirrored(context: FilterBarContext, query: string): boolean {
  const asked = new URLSearchParams(query);
  return Object.entries(buildUrlParameters(context)).every(
    ([name, values]) => asked.getAll(name).join('\n') === values.join('\n'),
  );
}
