import type {
  Choices,
  FilterBarContext,
  FilterBarDefinition,
  FilterDefinition,
  Selection,
  UrlParameters,
} from './filter-bar.types.ts';
import { isValid, valuesOf, withChoice } from './selection.ts';

/** Query parameters that are called otherwise than their filter (R2.8-25 … R2.8-29). */
const URL_NAMES: Readonly<Record<string, string>> = {
  source: 'sourceIds',
  destination: 'sinkIds',
  pipeline: 'pipelineIds',
  status: 'statuses',
  errorLevel: 'errorlevel',
};

/** The query parameter of a filter; a filter without a name of its own there keeps its id. */
export const urlNameOf = (filterId: string): string => URL_NAMES[filterId] ?? filterId;

/** A parameter that is there without a value: nothing in a multi filter, everything in a single one. */
const EMPTY = '';

/** What the address says of a filter; undefined when it says nothing. Array parameters repeat their key. */
function choiceInQuery(filter: FilterDefinition, query: URLSearchParams): Selection | undefined {
  const values = query.getAll(urlNameOf(filter.id));
  if (values.length === 0) return undefined;
  if (values.length > 1 || values[0] !== EMPTY) return values;
  return filter.kind === 'single' ? 'all' : [];
}

const isSelection = (value: unknown): value is Selection =>
  value === 'all' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** The choices of a stored text; none when it is not ours, or of another site and that matters (R2.8-23). */
function choicesInStore(
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
 * What is chosen at first: for each filter the address, else the store, else the default (R2.8-32). Values
 * that are known not to be valid give the default; `wasInvalid` tells that there were some.
 */
export function loadChoices(
  context: Pick<FilterBarContext, 'definition' | 'siteId' | 'values'>,
  kept: { query: string; stored?: string | undefined },
): { choices: Choices; wasInvalid: boolean } {
  const { definition, siteId, values } = context;
  const query = new URLSearchParams(definition.mirrorsUrl ? kept.query : '');
  const stored = definition.store === 'none' ? {} : choicesInStore(definition, siteId, kept.stored);
  let choices: Choices = {};
  let wasInvalid = false;
  for (const filter of definition.filters) {
    const found = choiceInQuery(filter, query) ?? stored[filter.id];
    if (found === undefined) continue;
    if (isValid(filter, found, values[filter.id])) choices = withChoice(choices, filter, found, values);
    else wasInvalid = true;
  }
  return { choices, wasInvalid };
}

/** What to keep in the store; undefined when there is nothing but defaults. */
export function storedText({ choices, siteId }: FilterBarContext): string | undefined {
  if (Object.keys(choices).length === 0) return undefined;
  return JSON.stringify({ site: siteId, filters: choices });
}

/** More values than this make an address that servers refuse; then only the store keeps them. */
export const URL_VALUES_MAX = 100;

function parameterOf(filter: FilterDefinition, { choices, values }: FilterBarContext): readonly string[] {
  const choice = choices[filter.id];
  if (choice === undefined) return [];
  if (filter.kind === 'single' && choice === 'all') return [EMPTY];
  if (choice.length === 0) return [EMPTY];
  // Everything is written out, so that the address says what it shows; it waits for the values.
  const written = valuesOf(choice, values[filter.id]);
  return written.length > URL_VALUES_MAX ? [] : written;
}

/** The address's part of what is chosen; defaults are left out. */
export const urlParameters = (context: FilterBarContext): UrlParameters =>
  Object.fromEntries(
    context.definition.filters.map((filter) => [urlNameOf(filter.id), parameterOf(filter, context)]),
  );

/** Whether an address says exactly what is chosen. */
export function isMirrored(context: FilterBarContext, query: string): boolean {
  const asked = new URLSearchParams(query);
  return Object.entries(urlParameters(context)).every(
    ([name, values]) => asked.getAll(name).join('\n') === values.join('\n'),
  );
}
