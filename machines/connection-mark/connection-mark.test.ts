import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { connectionMarkMachine, selectIsOpen, selectStaleSince } from './connection-mark.machine.ts';
import { connectionMarkModel, FIRST_AT, LATER_AT } from './connection-mark.model.ts';

const paths = makePaths(connectionMarkModel);

test('every transition of the connection mark: never open and stale at once', async () => {
  await driveAll(
    paths,
    createPureSut(connectionMarkModel, (snapshot) => {
      expect(selectIsOpen(snapshot) && selectStaleSince(snapshot) !== undefined).toBe(false);
    }),
  );
  await driveAll(paths, createActorSut(connectionMarkModel));
});

test('data is from the last message, and fetched once after the reconnect', () => {
  const actor = createActor(connectionMarkMachine);
  let refetches = 0;
  actor.on('refetch.wanted', () => {
    refetches += 1;
  });
  actor.start();
  const staleSince = () => selectStaleSince(actor.getSnapshot());
  actor.send({ type: 'channel.opened', now: 0 });
  actor.send({ type: 'message.received', now: FIRST_AT });
  expect(staleSince()).toBeUndefined();
  actor.send({ type: 'channel.lost', now: LATER_AT });
  expect(staleSince()).toBe(FIRST_AT);
  actor.send({ type: 'channel.retried' });
  actor.send({ type: 'channel.lost', now: LATER_AT + 1000 });
  expect(staleSince()).toBe(FIRST_AT);
  actor.send({ type: 'channel.retried' });
  actor.send({ type: 'channel.opened', now: LATER_AT + 2000 });
  expect([staleSince(), refetches]).toEqual([undefined, 1]);
  actor.send({ type: 'data.refetched' });
  expect(refetches).toBe(1);
});
