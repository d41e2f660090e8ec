import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { type SiteSelectionEmitted, type SiteSelectionEvent, siteSelectionMachine } from './index.ts';
import { DEPOT, NORTH, QUARRY, siteSelectionModel } from './site-selection.model.ts';

const paths = makePaths(siteSelectionModel);

test('every transition: the selected site exists, and only a selection selects it [E10]', async () => {
  await driveAll(
    paths,
    createPureSut(siteSelectionModel, (snapshot) => {
      const siteId = snapshot.context.siteId;
      expect(snapshot.matches('selected')).toBe(siteId !== undefined);
      if (siteId !== undefined) expect(snapshot.context.sites.map(({ id }) => id)).toContain(siteId);
    }),
  );
  await driveAll(paths, createActorSut(siteSelectionModel));
});

function start(...events: SiteSelectionEvent[]) {
  const told: SiteSelectionEmitted[] = [];
  const actor = createActor(siteSelectionMachine);
  actor.on('*', (event) => void told.push(event));
  actor.start();
  for (const event of events) actor.send(event);
  return { actor, told, siteId: () => actor.getSnapshot().context.siteId };
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
])('first site at the start: %s [R4-102, R2.1-81]', (_, wanted, site) => {
  const { siteId, told } = start(read(ALL, ...wanted));
  expect(siteId()).toBe(site.id);
  expect(told).toEqual([{ type: 'site.selected', siteId: site.id, isChange: false }]);
});

test('without an active site it is the first one, or none [R4-102]', () => {
  expect(start(read([QUARRY])).siteId()).toBe(QUARRY.id);
  expect(start(read([])).actor.getSnapshot().matches('none')).toBe(true);
});

test('a new site is announced once, and caches of the former one are cleared [R4-96, R4-98]', () => {
  const { told, siteId } = start(read(), pick(NORTH.id), pick(DEPOT.id), pick(DEPOT.id), pick('4'));
  expect(siteId()).toBe(DEPOT.id);
  expect(told.slice(1)).toEqual([{ type: 'site.selected', siteId: DEPOT.id, isChange: true }]);
});

test('on a screen of one site the page leaves first, then selects [R4-100]', () => {
  const { actor, told, siteId } = start(read(), pick(DEPOT.id, true));
  expect(told.slice(1)).toEqual([{ type: 'redirect.wanted', siteId: DEPOT.id }]);
  expect(siteId()).toBe(NORTH.id);
  actor.send({ type: 'site.named', siteId: DEPOT.id });
  expect(siteId()).toBe(DEPOT.id);
});

test('a selected site that is gone is replaced and its data dropped', () => {
  const { actor, told, siteId } = start(read(), pick(DEPOT.id), read(ALL, NORTH.id));
  expect(siteId()).toBe(DEPOT.id);
  actor.send(read([QUARRY, NORTH], undefined, DEPOT.id));
  expect(told.at(-1)).toEqual({ type: 'site.selected', siteId: NORTH.id, isChange: true });
  actor.send(read([]));
  expect([siteId(), told.at(-1)]).toEqual([undefined, { type: 'site.forgotten' }]);
});

test('the end of a session clears the site, in storage too [R4-103]', () => {
  const { actor, told, siteId } = start(read(), { type: 'session.ended' });
  expect([siteId(), told.at(-1)]).toEqual([undefined, { type: 'site.forgotten' }]);
  expect(actor.getSnapshot().can(pick(DEPOT.id))).toBe(false);
  actor.send(read());
  expect(told.at(-1)).toEqual({ type: 'site.selected', siteId: NORTH.id, isChange: false });
});
