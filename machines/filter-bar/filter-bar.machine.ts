import { assign, enqueueActions, type SnapshotFrom, setup } from 'xstate';
import type {
  FilterBarContext,
  FilterBarEmitted,
  FilterBarEvent,
  FilterBarInput,
  FilterDefinition,
  Selection,
  ValidValues,
} from './filter-bar.types.ts';
import { buildUrlParameters, formatStoredChoices, isMirrored, loadChoices } from './kept.ts';
import { isValid, setChoice } from './selection.ts';

const listKnownValues = ({ filters }: FilterBarInput['definition']): ValidValues =>
  Object.fromEntries(filters.flatMap(({ id, values }) => (values ? [[id, values]] : [])));

const findFilterOfEvent = (
  { definition }: FilterBarContext,
  event: FilterBarEvent,
): FilterDefinition | undefined =>
  'filter' in event ? definition.filters.find((filter) => filter.id === event.filter) : undefined;

const getEventSelection = (event: FilterBarEvent): Selection =>
  event.type === 'filter.picked' ? event.selection : event.type === 'filter.all' ? 'all' : [];

const areListsEqual = (a: readonly string[] | undefined, b: readonly string[]): boolean =>
  a?.length === b.length && a.every((value, index) => value === b[index]);

/** Selections are stored, mirrored in the URL, and validated once the valid values are known. */
export const filterBarMachine = setup({
  types: {
    context: {} as FilterBarContext,
    events: {} as FilterBarEvent,
    input: {} as FilterBarInput,
    emitted: {} as FilterBarEmitted,
  },
  guards: {
    hasChoice: ({ context }) => Object.keys(context.choices).length > 0,
    isPossible: ({ context, event }) => {
      const filter = findFilterOfEvent(context, event);
      return filter !== undefined && isValid(filter, getEventSelection(event), context.values[filter.id]);
    },
    isMulti: ({ context, event }) => findFilterOfEvent(context, event)?.kind === 'multi',
    bringsOtherValues: ({ context, event }) =>
      event.type === 'values.arrived' &&
      findFilterOfEvent(context, event) !== undefined &&
      !areListsEqual(context.values[event.filter], event.values),
    isOtherSite: ({ context, event }) => event.type === 'site.changed' && event.siteId !== context.siteId,
    isOtherAddress: ({ context, event }) =>
      event.type === 'address.changed' && context.definition.mirrorsUrl && !isMirrored(context, event.query),
  },
  actions: {
    choose: assign(({ context, event }) => {
      const filter = findFilterOfEvent(context, event);
      if (!filter) return {};
      return { choices: setChoice(context.choices, filter, getEventSelection(event), context.values) };
    }),
    forgetChoices: assign({ choices: {} }),
    takeSite: assign(({ context, event }) =>
      event.type === 'site.changed'
        ? {
            siteId: event.siteId,
            values: listKnownValues(context.definition),
            choices: context.definition.resetsOnSiteChange ? {} : context.choices,
          }
        : {},
    ),
    /** One invalid value resets the whole filter to its default. */
    takeValues: assign(({ context, event }) => {
      const filter = findFilterOfEvent(context, event);
      if (!filter || event.type !== 'values.arrived') return {};
      const values = { ...context.values, [filter.id]: event.values };
      const former = context.choices[filter.id];
      const isGood = former === undefined || isValid(filter, former, event.values);
      const kept = former !== undefined && isGood ? former : filter.default;
      return { values, choices: setChoice(context.choices, filter, kept, values), wasInvalid: !isGood };
    }),
    load: assign(({ context, event }) =>
      event.type === 'address.changed' ? loadChoices(context, event) : {},
    ),
    rewriteStore: enqueueActions(({ context, enqueue }) => {
      if (context.wasInvalid && context.definition.store !== 'none')
        enqueue.emit({ type: 'filterBar.stored', text: formatStoredChoices(context) });
    }),
    tellStore: enqueueActions(({ context, enqueue }) => {
      if (context.definition.store !== 'none')
        enqueue.emit({ type: 'filterBar.stored', text: formatStoredChoices(context) });
    }),
    tellUrl: enqueueActions(({ context, enqueue }) => {
      if (context.definition.mirrorsUrl)
        enqueue.emit({ type: 'filterBar.mirrored', parameters: buildUrlParameters(context) });
    }),
  },
}).createMachine({
  id: 'filterBar',
  context: ({ input }) => {
    const { definition, siteId } = input;
    const values = listKnownValues(definition);
    return {
      definition,
      siteId,
      values,
      ...loadChoices({ definition, siteId, values }, input),
    };
  },
  // From the start, the URL shows stored selections and no invalid ones.
  entry: ['rewriteStore', 'tellUrl'],
  initial: 'settling',
  on: {
    'filter.picked': {
      guard: 'isPossible',
      target: '.settling',
      actions: ['choose', 'tellStore', 'tellUrl'],
    },
    'filter.all': { guard: 'isMulti', target: '.settling', actions: ['choose', 'tellStore', 'tellUrl'] },
    'filter.cleared': { guard: 'isMulti', target: '.settling', actions: ['choose', 'tellStore', 'tellUrl'] },
    'values.arrived': {
      guard: 'bringsOtherValues',
      target: '.settling',
      actions: ['takeValues', 'rewriteStore', 'tellUrl'],
    },
    'site.changed': {
      guard: 'isOtherSite',
      target: '.settling',
      actions: ['takeSite', 'tellStore', 'tellUrl'],
    },
    'address.changed': {
      guard: 'isOtherAddress',
      target: '.settling',
      actions: ['load', 'rewriteStore', 'tellUrl'],
    },
  },
  states: {
    settling: { always: [{ guard: 'hasChoice', target: 'narrowed' }, { target: 'atDefaults' }] },
    atDefaults: {},
    narrowed: {
      on: { 'filters.reset': { target: 'atDefaults', actions: ['forgetChoices', 'tellStore', 'tellUrl'] } },
    },
  },
});

export type FilterBarSnapshot = SnapshotFrom<typeof filterBarMachine>;

const findDefinition = ({ context }: FilterBarSnapshot, filterId: string): FilterDefinition | undefined =>
  context.definition.filters.find((filter) => filter.id === filterId);

export const selectSelection = (snapshot: FilterBarSnapshot, filterId: string): Selection =>
  snapshot.context.choices[filterId] ?? findDefinition(snapshot, filterId)?.default ?? 'all';

export const selectIsDefault = ({ context }: FilterBarSnapshot, filterId: string): boolean =>
  context.choices[filterId] === undefined;

export const selectCanReset = (snapshot: FilterBarSnapshot): boolean => snapshot.matches('narrowed');

/** The selection was validated against known values. */
export const selectIsChecked = ({ context }: FilterBarSnapshot, filterId: string): boolean =>
  context.values[filterId] !== undefined;
