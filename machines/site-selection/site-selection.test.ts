import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { type SiteSelectionEmitted, type SiteSelectionEvent, siteSelectionMachine } from './index.ts';
import { DEPOT, NORTH, QUARRY, siteSelectionModel } from './site-selection.model.ts';
import { selectSiteId } from './site-selection.selectors.ts';

const paths = makePaths(siteSelectionModel);

test('E10 every transition of the choice of a site: what is selected exists, and nothing else selects', async () => {
  await driveAll(
    paths,
    pureSut(siteSelectionModel, (snapshot) => {
      const siteId = selectSiteId(snapshot);
      expect(snapshot.matches('selected')).toBe(siteId !== undefined);
      if (siteId !== undefined) expect(snapshot.context.sites.map(({ id }) => id)).toContain(siteId);
    }),
  );
  await driveAll(paths, actorSut(siteSelectionModel));
});

function start(...events: SiteSelectionEvent[]) {
  const told: SiteSelectionEmitted[] = [];
  const actor = createActor(siteSelectionMachine);
  actor.on('*', (event) => void told.push(event));
  actor.start();
  for (const event of events) actor.send(event);
  return { actor, told, siteId: () => selectSiteId(actor.getSnapshot()) };
}
const ALL = [QUARRY, NORTH, DEPOT];
const read = (sites = ALL, ...wanted: (string | undefined)[]): SiteSelectionEvent => ({
  type: 'sites.read',
  sites,
  wanted,
});
const pick = (siteId: string, leaves = false): SiteSelectionEvent => ({
  type: 'site.picked',
  siteId,
  leaves,
});

test.each([
  ['the first active one where nothing is stored', [], NORTH],
  ['the stored one, also an inactive one', [undefined, QUARRY.id], QUARRY],
  ['the one of the address before the stored one', [DEPOT.id, QUARRY.id], DEPOT],
  ['the stored one where the address names none that exists', ['4', DEPOT.id], DEPOT],
  ['the first active one where the stored one is gone', [undefined, '4'], NORTH],
])('R4-102, R2.1-81 at the start: %s', (_, wanted, site) => {
  const { siteId, told } = start(read(ALL, ...wanted));
  expect(siteId()).toBe(site.id);
  expect(told).toEqual([{ type: 'site.selected', siteId: site.id, isChange: false }]);
});

test('R4-102 where none is active it is the first; where there is none, none', () => {
  expect(start(read([QUARRY])).siteId()).toBe(QUARRY.id);
  expect(start(read([])).actor.getSnapshot().matches('none')).toBe(true);
});

test('R4-96, R4-98 a choice is told once, as a change: the caches of the former site are cleared', () => {
  const { told, siteId } = start(read(), pick(NORTH.id), pick(DEPOT.id), pick(DEPOT.id), pick('4'));
  expect(siteId()).toBe(DEPOT.id);
  expect(told.slice(1)).toEqual([{ type: 'site.selected', siteId: DEPOT.id, isChange: true }]);
});

test('R4-100 on a page of one site the way leads out first; it is selected where the address names it', () => {
  const { actor, told, siteId } = start(read(), pick(DEPOT.id, true));
  expect(told.slice(1)).toEqual([{ type: 'redirect.wanted', siteId: DEPOT.id }]);
  expect(siteId()).toBe(NORTH.id);
  actor.send({ type: 'site.named', siteId: DEPOT.id });
  expect(siteId()).toBe(DEPOT.id);
});

test('a selected site that is gone gives way, and what was read of it is forgotten; one that stays, stays', () => {
  const { actor, told, siteId } = start(read(), pick(DEPOT.id), read(ALL, NORTH.id));
  expect(siteId()).toBe(DEPOT.id);
  actor.send(read([QUARRY, NORTH], undefined, DEPOT.id));
  expect(told.at(-1)).toEqual({ type: 'site.selected', siteId: NORTH.id, isChange: true });
  actor.send(read([]));
  expect([siteId(), told.at(-1)]).toEqual([undefined, { type: 'site.forgotten' }]);
});

test('R4-103 with the session the choice ends, and its site is stored no more', () => {
  const { actor, told, siteId } = start(read(), { type: 'session.ended' });
  expect([siteId(), told.at(-1)]).toEqual([undefined, { type: 'site.forgotten' }]);
  expect(actor.getSnapshot().can(pick(DEPOT.id))).toBe(false);
  actor.send(read());
  expect(told.at(-1)).toEqual({ type: 'site.selected', siteId: NORTH.id, isChange: false });
});
