import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  filterBarMachine,
  selectCanReset,
  selectIsChecked,
  selectIsDefault,
  selectSelection,
} from './filter-bar.machine.ts';
import { filterBarModel, MODEL_BAR, MODEL_SITES, MODEL_STORED } from './filter-bar.model.ts';
import type {
  FilterBarDefinition,
  FilterBarEmitted,
  FilterBarEvent,
  FilterBarInput,
} from './filter-bar.types.ts';
import { buildUrlParameters, formatStoredChoices, getUrlName, isMirrored, URL_VALUES_MAX } from './kept.ts';
import { isAnyShown, isShown } from './selection.ts';

const [SITE, OTHER_SITE] = MODEL_SITES;
const paths = makePaths(filterBarModel);

function start(input: Partial<FilterBarInput> = {}, definition: Partial<FilterBarDefinition> = {}) {
  const told: FilterBarEmitted[] = [];
  const actor = createActor(filterBarMachine, {
    input: { definition: { ...MODEL_BAR, ...definition }, siteId: SITE, query: '', ...input },
  });
  actor.on('*', (event) => told.push(event));
  actor.start();
  const shown = () => {
    const snapshot = actor.getSnapshot();
    return snapshot.context.definition.filters.map(({ id }) => selectSelection(snapshot, id));
  };
  const since = (...events: FilterBarEvent[]) => {
    told.length = 0;
    for (const event of events) actor.send(event);
    return told;
  };
  return { actor, told, shown, since };
}
const DEFAULT = ['deployed', 'error'];

describe('every transition of the filter bar [E15]', () => {
  test('choices stay valid, and what is stored or in the address loads again', async () => {
    const walked = await driveAll(
      paths,
      createPureSut(filterBarModel, (snapshot) => {
        const { context } = snapshot;
        expect(snapshot.matches('narrowed')).toBe(Object.keys(context.choices).length > 0);
        for (const { id } of MODEL_BAR.filters) {
          const choice = context.choices[id];
          const valid = context.values[id];
          if (valid && Array.isArray(choice))
            for (const value of choice) expect(valid, `${id} is valid once checked`).toContain(value);
        }
        const again = start({ stored: formatStoredChoices(context), siteId: context.siteId });
        expect(again.actor.getSnapshot().context.choices).toEqual(context.choices);
        const query = new URLSearchParams(
          Object.entries(buildUrlParameters(context)).flatMap(([name, values]) =>
            values.map((v) => [name, v]),
          ),
        ).toString();
        expect(isMirrored(context, query)).toBe(true);
      }),
    );
    expect(walked).toBe(paths.edges.size);
  });

  test('a running actor does the same', async () => {
    await driveAll(paths, createActorSut(filterBarModel));
  });
});

describe('what a filter bar shows at first', () => {
  test('the default, when nothing is stored [R4-23]', () => {
    const { shown, told } = start();
    expect(shown()).toEqual([DEFAULT, 'all']);
    expect(told).toEqual([{ type: 'filterBar.mirrored', parameters: { statuses: [], sourceIds: [] } }]);
  });

  test('the address before the store, the store before the default, per filter [R2.8-32]', () => {
    const stored = JSON.stringify({ site: SITE, filters: { status: ['deleted'], source: ['s1'] } });
    expect(start({ stored }).shown()).toEqual([['deleted'], ['s1']]);
    expect(start({ stored, query: '?statuses=error' }).shown()).toEqual([['error'], ['s1']]);
  });

  test('stored values appear in the address; values of the address are not stored', () => {
    expect(start({ stored: MODEL_STORED }).told).toEqual([
      { type: 'filterBar.mirrored', parameters: { statuses: ['deleted'], sourceIds: [] } },
    ]);
    const { told } = start({ query: 'statuses=error' });
    expect(told.some(({ type }) => type === 'filterBar.stored')).toBe(false);
  });

  test.each([
    ['nonsense'],
    ['{'],
    ['[]'],
    ['{"site":"site-1","filters":{"status":[1]}}'],
    ['{"site":"site-1","filters":7}'],
  ])('the default, when the stored text is not ours: %s', (stored) => {
    expect(start({ stored }).shown()).toEqual([DEFAULT, 'all']);
  });

  test('nothing of another site, when the bar resets on site change [R2.8-23]', () => {
    expect(start({ stored: MODEL_STORED, siteId: OTHER_SITE }).shown()).toEqual([DEFAULT, 'all']);
    const kept = start({ stored: MODEL_STORED, siteId: OTHER_SITE }, { resetsOnSiteChange: false });
    expect(kept.shown()).toEqual([['deleted'], 'all']);
  });

  test('a bar that keeps nothing takes nothing from the store [R2.8-22]', () => {
    const { shown, since } = start({ stored: MODEL_STORED }, { store: 'none' });
    expect(shown()).toEqual([DEFAULT, 'all']);
    const told = since({ type: 'filter.all', filter: 'status' });
    expect(told.map(({ type }) => type)).toEqual(['filterBar.mirrored']);
  });

  test('a bar without a mirror neither reads nor writes the address [R2.8-24]', () => {
    const { shown, told, since } = start({ query: 'statuses=error' }, { mirrorsUrl: false });
    expect(shown()).toEqual([DEFAULT, 'all']);
    expect(told).toEqual([]);
    since({ type: 'address.changed', query: 'statuses=error' });
    expect(shown()).toEqual([DEFAULT, 'all']);
  });
});

describe('values that are not valid', () => {
  test('one invalid value resets its whole filter, in store and address too [R2.8-30, R2.8-31]', () => {
    const { shown, told } = start({
      query: 'statuses=error&statuses=lost&sourceIds=s1',
      stored: MODEL_STORED,
    });
    expect(shown()).toEqual([DEFAULT, ['s1']]);
    expect(told).toEqual([
      { type: 'filterBar.stored', text: JSON.stringify({ site: SITE, filters: { source: ['s1'] } }) },
      { type: 'filterBar.mirrored', parameters: { statuses: [], sourceIds: ['s1'] } },
    ]);
  });

  test('values are checked only once the valid ones are loaded [E15]', () => {
    const { actor, shown, since } = start({ query: 'sourceIds=gone&sourceIds=s1' });
    expect(selectIsChecked(actor.getSnapshot(), 'source')).toBe(false);
    expect(shown()[1]).toEqual(['gone', 's1']);
    const told = since({ type: 'values.arrived', filter: 'source', values: ['s1', 's2'] });
    expect(shown()[1]).toBe('all');
    expect(told).toEqual([
      { type: 'filterBar.stored', text: undefined },
      { type: 'filterBar.mirrored', parameters: { statuses: [], sourceIds: [] } },
    ]);
  });

  test('a value that becomes invalid later resets its filter too', () => {
    const { shown, since } = start();
    since(
      { type: 'values.arrived', filter: 'source', values: ['s1', 's2'] },
      { type: 'filter.picked', filter: 'source', selection: ['s1'] },
    );
    expect(shown()[1]).toEqual(['s1']);
    since({ type: 'values.arrived', filter: 'source', values: ['s2'] });
    expect(shown()[1]).toBe('all');
  });

  test('an invalid value cannot be picked', () => {
    const { shown, since } = start();
    expect(since({ type: 'filter.picked', filter: 'status', selection: ['lost'] })).toEqual([]);
    expect(since({ type: 'filter.picked', filter: 'nothing', selection: ['error'] })).toEqual([]);
    expect(shown()).toEqual([DEFAULT, 'all']);
  });
});

describe('what is picked', () => {
  test('picks are stored and mirrored in the order of values; defaults are left out', () => {
    const { since, actor } = start();
    expect(since({ type: 'filter.picked', filter: 'status', selection: ['deleted', 'error'] })).toEqual([
      {
        type: 'filterBar.stored',
        text: JSON.stringify({ site: SITE, filters: { status: ['error', 'deleted'] } }),
      },
      { type: 'filterBar.mirrored', parameters: { statuses: ['error', 'deleted'], sourceIds: [] } },
    ]);
    expect(selectCanReset(actor.getSnapshot())).toBe(true);
    since({ type: 'filter.picked', filter: 'status', selection: ['error', 'deployed'] });
    expect(selectIsDefault(actor.getSnapshot(), 'status')).toBe(true);
    expect(selectCanReset(actor.getSnapshot())).toBe(false);
  });

  test('All and Clear are written to the address [R2.8-16]', () => {
    const { since, shown } = start();
    expect(since({ type: 'filter.all', filter: 'status' })[1]).toEqual({
      type: 'filterBar.mirrored',
      parameters: { statuses: ['deployed', 'error', 'deleted'], sourceIds: [] },
    });
    expect(since({ type: 'filter.cleared', filter: 'status' })[1]).toEqual({
      type: 'filterBar.mirrored',
      parameters: { statuses: [''], sourceIds: [] },
    });
    expect(shown()[0]).toEqual([]);
    expect(start({ query: 'statuses=' }).shown()[0]).toEqual([]);
  });

  test('values too many for the address stay in the store alone', () => {
    const values = Array.from({ length: URL_VALUES_MAX + 2 }, (_, at) => `s${at}`);
    const { since, shown } = start();
    const told = since(
      { type: 'values.arrived', filter: 'source', values },
      { type: 'filter.picked', filter: 'source', selection: values.slice(1) },
      { type: 'address.changed', query: '', stored: undefined },
    );
    expect(told.at(-1)).toEqual({
      type: 'filterBar.mirrored',
      parameters: { statuses: [], sourceIds: [] },
    });
    expect(shown()[1]).toEqual(values.slice(1));
  });

  test('every value one by one is the same as All', () => {
    const { since, shown } = start();
    since({ type: 'filter.picked', filter: 'status', selection: ['deleted', 'deployed', 'error'] });
    expect(shown()[0]).toBe('all');
  });

  test('Reset restores every default, and is refused when nothing differs [R2.8-19]', () => {
    const { since, shown } = start({ query: 'statuses=error&sourceIds=s1' });
    expect(since({ type: 'filters.reset' })).toEqual([
      { type: 'filterBar.stored', text: undefined },
      { type: 'filterBar.mirrored', parameters: { statuses: [], sourceIds: [] } },
    ]);
    expect(shown()).toEqual([DEFAULT, 'all']);
    expect(since({ type: 'filters.reset' })).toEqual([]);
  });

  test('another site: resets where configured, and asks for the values again [R2.8-23]', () => {
    const { actor, since, shown } = start({ query: 'statuses=error' });
    since({ type: 'values.arrived', filter: 'source', values: ['s1'] });
    since({ type: 'site.changed', siteId: OTHER_SITE });
    expect(shown()).toEqual([DEFAULT, 'all']);
    expect(selectIsChecked(actor.getSnapshot(), 'source')).toBe(false);
    const kept = start({ query: 'statuses=error' }, { resetsOnSiteChange: false });
    kept.since({ type: 'site.changed', siteId: OTHER_SITE });
    expect(kept.shown()[0]).toEqual(['error']);
  });
});

describe('a filter of one value [R2.8-13]', () => {
  const level: Partial<FilterBarDefinition> = {
    filters: [{ id: 'errorLevel', kind: 'single', default: 'all', values: ['ERROR', 'WARN'] }],
  };
  test('takes one value or all, by its name in the address [R2.8-29]', () => {
    expect(start({ query: 'errorlevel=WARN' }, level).shown()).toEqual([['WARN']]);
    expect(start({ query: 'errorlevel=WARN&errorlevel=ERROR' }, level).shown()).toEqual(['all']);
    expect(start({ query: 'errorlevel=' }, level).shown()).toEqual(['all']);
  });
  test('has neither All nor Clear nor two values', () => {
    const { since, shown } = start({}, level);
    since({ type: 'filter.picked', filter: 'errorLevel', selection: ['WARN'] });
    expect(since({ type: 'filter.all', filter: 'errorLevel' })).toEqual([]);
    expect(since({ type: 'filter.cleared', filter: 'errorLevel' })).toEqual([]);
    expect(since({ type: 'filter.picked', filter: 'errorLevel', selection: ['WARN', 'ERROR'] })).toEqual([]);
    expect(shown()).toEqual([['WARN']]);
    since({ type: 'filter.picked', filter: 'errorLevel', selection: 'all' });
    expect(shown()).toEqual(['all']);
  });
  test('says all in the address where that is not its default', () => {
    const narrow = {
      filters: [{ id: 'level', kind: 'single', default: ['ERROR'], values: ['ERROR', 'WARN'] }],
    };
    const { since, shown } = start({}, narrow as Partial<FilterBarDefinition>);
    expect(since({ type: 'filter.picked', filter: 'level', selection: 'all' })[1]).toEqual({
      type: 'filterBar.mirrored',
      parameters: { level: [''] },
    });
    expect(shown()).toEqual(['all']);
  });
});

test.each([
  ['R2.8-25', 'source', 'sourceIds'],
  ['R2.8-26', 'destination', 'sinkIds'],
  ['R2.8-27', 'pipeline', 'pipelineIds'],
  ['R2.8-28', 'status', 'statuses'],
  ['R2.8-29', 'errorLevel', 'errorlevel'],
  ['R2.8-24', 'type', 'type'],
])('the filter $1 is $2 in the address [$0]', (_id, filter, name) => {
  expect(getUrlName(filter)).toBe(name);
});

test('nothing selected shows nothing, everything also shows what has no value', () => {
  expect(isShown([], 'x')).toBe(false);
  expect(isShown('all', '')).toBe(true);
  expect(isAnyShown(['a'], ['b', 'a'])).toBe(true);
  expect(isAnyShown(['a'], [])).toBe(false);
  expect(isAnyShown('all', [])).toBe(true);
});
